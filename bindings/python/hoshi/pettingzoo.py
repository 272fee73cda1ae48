"""pettingzoo.py - a game in the shapes of PettingZoo: aec_env(), agents in turn, and parallel_env(), all at once.

Agents are "player_0", "player_1", … for seats 1, 2, …. PettingZoo and Gymnasium need not be there: spaces are small
objects with the members that wrappers and learners ask for (shape, dtype, n, sample, contains)."""
import numpy as np

from .position import Position


class Discrete:
    def __init__(self, n, seed=None):
        self.n, self.shape, self.dtype = n, (), np.dtype(np.int64)
        self._rng = np.random.default_rng(seed)

    def seed(self, seed=None):
        self._rng = np.random.default_rng(seed)

    def sample(self, mask=None):
        return int(self._rng.integers(self.n) if mask is None else self._rng.choice(np.flatnonzero(mask)))

    def contains(self, x):
        return np.issubdtype(np.asarray(x).dtype, np.integer) and 0 <= int(x) < self.n

    __contains__ = contains

    def __eq__(self, other):
        return isinstance(other, Discrete) and other.n == self.n


class Box:
    def __init__(self, low, high, shape, dtype, seed=None):
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)
        self._rng = np.random.default_rng(seed)

    def seed(self, seed=None):
        self._rng = np.random.default_rng(seed)

    def sample(self):
        if self.dtype.kind in "iu":
            return self._rng.integers(self.low, self.high, self.shape, self.dtype, endpoint=True)
        return self._rng.uniform(self.low, self.high, self.shape).astype(self.dtype)

    def contains(self, x):
        x = np.asarray(x)
        return x.shape == self.shape and x.dtype == self.dtype and bool(np.all((x >= self.low) & (x <= self.high)))

    __contains__ = contains

    def __eq__(self, other):
        return isinstance(other, Box) and (self.shape, self.dtype) == (other.shape, other.dtype)


class Dict(dict):
    def sample(self):
        return {name: space.sample() for name, space in self.items()}

    def contains(self, x):
        return isinstance(x, dict) and x.keys() == self.keys() and all(self[k].contains(x[k]) for k in self)


class _Env:
    """What both shapes share: the position, agents and spaces."""

    render_mode = "ansi"

    def __init__(self, game, size=0, **setup):
        self._start = Position(game, size, **setup)
        self._p = self._start.copy()
        self.metadata = {"name": f"hoshi_{self._start.game}_v0", "render_modes": ["ansi"], "is_parallelizable": True}
        self.possible_agents = [f"player_{i}" for i in range(self._start.players)]
        self.agents = []
        planes = self._start.observation()
        self.observation_spaces = {a: Dict(observation=Box(0.0, 127.0, planes.shape, np.float32),
                                           action_mask=Box(0, 1, (self._start.actions,), np.int8))
                                   for a in self.possible_agents}
        self.action_spaces = {a: Discrete(self._start.actions) for a in self.possible_agents}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def _mover(self):
        return self.possible_agents[self._p.seat - 1]

    def _observe(self, agent):
        mask = self._p.legal_mask() if agent == self._mover() else np.zeros(self._p.actions, bool)
        return {"observation": self._p.observation(), "action_mask": mask.astype(np.int8)}

    def state(self):
        return self._p.observation()

    def render(self):
        return str(self._p)

    def close(self):
        pass


class AECEnv(_Env):
    """agent_iter(), last(), step(): one agent after the other."""

    def reset(self, seed=None, options=None):
        self._p.assign(self._start)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {a: {} for a in self.agents}
        self.agent_selection = self._mover()

    def observe(self, agent):
        return self._observe(agent)

    def last(self, observe=True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("when an agent is done, the only valid action is None")
            for kept in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
                del kept[agent]
            self.agents.remove(agent)
            self.agent_selection = self.agents[0] if self.agents else None
            return
        self._p.step(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {a: float(r) for a, r in zip(self.possible_agents, self._p.returns())}
        for a in self.agents:
            self._cumulative_rewards[a] += self.rewards[a]
            self.terminations[a] = self._p.over
        # The one who is to move; at the end the winner and the losers take their leave in turn.
        self.agent_selection = self._mover() if not self._p.over else self.agents[0]

    def agent_iter(self, max_iter=2 ** 63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection


class ParallelEnv(_Env):
    """reset() and step({agent: action}): only the action of the agent to move counts, as its mask shows."""

    def _all(self):
        return {a: self._observe(a) for a in self.agents}

    def reset(self, seed=None, options=None):
        self._p.assign(self._start)
        self.agents = list(self.possible_agents)
        return self._all(), {a: {} for a in self.agents}

    def step(self, actions):
        if not self.agents:
            return {}, {}, {}, {}, {}
        self._p.step(actions[self._mover()])
        agents, over = self.agents, self._p.over
        observations = self._all()
        rewards = {a: float(r) for a, r in zip(self.possible_agents, self._p.returns())}
        if over:
            self.agents = []
        return (observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False),
                {a: {} for a in agents})


def aec_env(game, size=0, **setup):
    return AECEnv(game, size, **setup)


def parallel_env(game, size=0, **setup):
    return ParallelEnv(game, size, **setup)
