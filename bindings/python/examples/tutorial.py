"""tutorial.py - trains a small net on a small board in two minutes, with numpy alone, until it beats the sampler.

usage: tutorial.py [--game GAME] [--size N] [--seconds S] [--games N] [--seed N]

The cells (# %%) can be run one by one in an editor that knows them. A net learns to judge moves by playing against
itself in a batch of games: Monte Carlo control (Sutton and Barto, Reinforcement Learning, chapter 5)."""
# %% 1. What is needed: a batch of games and a few settings
import argparse
import time

import numpy as np

import hoshi

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--game", default="levee")
parser.add_argument("--size", type=int, default=5)
parser.add_argument("--seconds", type=float, default=120, help="processor time of the training")
parser.add_argument("--games", type=int, default=400, help="games against the sampler at the end")
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
rng = np.random.default_rng(args.seed)
env = hoshi.vec(args.game, args.size, n=256, threads=1, seed=args.seed)
inputs = int(np.prod(env.position.planes().shape))


# %% 2. The net: planes of a position in, a judgement of every action out, from -1 (lost) to 1 (won)
class Net:
    def __init__(self, sizes):
        self.w = [rng.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32) for a, b in zip(sizes, sizes[1:])]
        self.w[-1] *= 0.1
        self.b = [np.zeros(b, np.float32) for b in sizes[1:]]
        self.moments = [[np.zeros_like(p), np.zeros_like(p)] for p in self.w + self.b]
        self.steps = 0

    def forward(self, x):
        layers = [x]
        for w, b in zip(self.w[:-1], self.b[:-1]):
            layers.append(np.maximum(layers[-1] @ w + b, 0))
        return layers, np.tanh(layers[-1] @ self.w[-1] + self.b[-1])

    def learn(self, x, actions, results, rate):
        """One step of Adam towards the results of the actions that were played."""
        layers, out = self.forward(x)
        rows = np.arange(len(x))
        judged = out[rows, actions]
        slope = np.zeros_like(out)
        slope[rows, actions] = (judged - results) * (1 - judged ** 2) / len(x)
        grads_w, grads_b = [None] * len(self.w), [None] * len(self.b)
        for i in reversed(range(len(self.w))):
            grads_w[i], grads_b[i] = layers[i].T @ slope, slope.sum(0)
            slope = (slope @ self.w[i].T) * (layers[i] > 0)
        self.steps += 1
        scale = rate * np.sqrt(1 - 0.999 ** self.steps) / (1 - 0.9 ** self.steps)
        for p, g, (m, v) in zip(self.w + self.b, grads_w + grads_b, self.moments):
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            p -= scale * m / (np.sqrt(v) + 1e-8)
        return float(np.mean((judged - results) ** 2))


net = Net([inputs, 256, 128, env.actions])


# %% 3. Moves: mostly those that the net judges best
def choose(planes, legal, warmth):
    """The best action of each game by the judgements, with noise: warmth 0 is none."""
    judged = net.forward(planes.reshape(len(planes), -1))[1]
    if warmth:
        judged = judged + warmth * rng.gumbel(size=judged.shape).astype(np.float32)
    return np.where(legal, judged, -np.inf).argmax(1)


# %% 4. Training: play 40 steps in all games, then learn from every position whose game has ended
STEPS = 40
begun, rounds, played = time.process_time(), 0, 0
step = env.reset(args.seed)
while time.process_time() - begun < args.seconds:
    share = (time.process_time() - begun) / args.seconds
    seen, acts, movers, done, rewards = [], [], [], [], []
    for _ in range(STEPS):
        seen.append(step.planes.reshape(env.n, -1).copy())
        movers.append(step.seats - 1)
        acts.append(choose(step.planes, step.legal, 0.3 - 0.2 * share))
        step = env.step(acts[-1])
        done.append(step.done.copy())
        rewards.append(step.rewards.copy())
    # Backwards: the result of a game is that of all its positions, for the player who was to move there.
    result, known = np.zeros((env.n, env.players), np.float32), np.zeros(env.n, bool)
    x, a, z = [], [], []
    for t in reversed(range(STEPS)):
        result[done[t]], known = rewards[t][done[t]], known | done[t]
        x.append(seen[t][known])
        a.append(acts[t][known])
        z.append(result[known, movers[t][known]])
    x, a, z = np.concatenate(x), np.concatenate(a), np.concatenate(z)
    order = rng.permutation(len(x))
    losses = [net.learn(x[i], a[i], z[i], 0.002 * (1 - share) + 0.0002) for i in np.array_split(order, len(x) // 256 + 1)]
    rounds, played = rounds + 1, played + int(sum(map(np.sum, done)))
    if rounds % 20 == 0:
        print(f"{time.process_time() - begun:5.0f} s  {played:7d} games  error {np.mean(losses):.3f}", flush=True)


# %% 5. The match: against 60 random games spread over the legal moves, each side of the board in turn
def match(games):
    points = np.zeros(2)
    for g in range(games):
        p = hoshi.Position(args.game, args.size)
        while not p.over:
            if (p.seat == 1) == (g % 2 == 0):
                p.step(choose(p.planes()[None], p.legal_mask()[None], 0.02)[0])
            else:
                p.step(p.flat(60, seed=int(rng.integers(1 << 62))))
        points[g % 2] += p.returns()[g % 2] / 2 + 0.5
    return points


first, second = match(args.games) / (args.games / 2)
score = (first + second) / 2
error = 1.96 * np.sqrt(score * (1 - score) / args.games)
print(f"{played} games of training; against flat=60 in {args.games} games: {100 * score:.1f} % ± {100 * error:.1f} "
      f"(first {100 * first:.0f} %, second {100 * second:.0f} %)")
