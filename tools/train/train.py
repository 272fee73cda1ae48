#!/usr/bin/python3
"""Trains the net of a game from files of self-play games (`hoshi selfplay`).

    tools/train/train.py FOLDER OUT --steps 20000 [--hoshi build/hoshi]

Reads all complete files of FOLDER, and every few minutes the new ones. Every few minutes it also writes
OUT/state.pt, and a later run continues from there. OUT/log.jsonl has a line for each report. In the last
fifth of the steps it rounds as the program does. Then use tools/train/export.py to write the net."""
import argparse
import json
import math
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

from model import Net, Rounding
from rows import Data
from warm import read_file, settle


def arguments():
    a = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    a.add_argument("folder")
    a.add_argument("out")
    a.add_argument("--hoshi", default="build/hoshi")
    a.add_argument("--steps", type=int, default=20000)
    a.add_argument("--epochs", type=float, metavar="N",
                   help="so many steps that each row of the folder is learned N times on average, in place of --steps")
    a.add_argument("--batch", type=int, default=128)
    a.add_argument("--rate", type=float, default=4e-3, help="greatest learning rate")
    a.add_argument("--channels", type=int, default=32)
    a.add_argument("--blocks", type=int, default=5)
    a.add_argument("--window", type=int, default=1000000, help="newest rows kept of each size")
    a.add_argument("--search", type=float, default=0.5,
                   help="share of the search's expectation in the target of the value")
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--from", dest="start", metavar="FILE", help="a net file to start from, in place of chance")
    a.add_argument("--device", default="cpu", help="where PyTorch computes: cpu, cuda (a GPU)")
    a.add_argument("--report", type=float, default=120, help="seconds between reports")
    return a.parse_args()


def losses(net, batch):
    x, policy, legal, won, margin, owner = batch
    p, value, own = net(x.contiguous(memory_format=torch.channels_last))
    p = p.masked_fill(~legal, -1e9)
    log_p = F.log_softmax(p, 1)
    entropy = -(policy * policy.clamp_min(1e-9).log()).sum(1).mean()
    return {
        "policy": -(policy * log_p.clamp_min(-50)).sum(1).mean() - entropy,
        "value": F.binary_cross_entropy_with_logits(value[:, 0], won),
        "margin": F.mse_loss(value[:, 1], margin),
        "owner": F.binary_cross_entropy_with_logits(own, (owner + 1) / 2),
    }, p, value


WEIGHT = {"policy": 1.0, "value": 1.0, "margin": 0.5, "owner": 1.0}


def held_out(net, data, most=2048):
    """The mean losses on held-out games, by size of board."""
    net.eval()
    report = {}
    with torch.no_grad():
        for (width, height), board in sorted(data.held.items()):
            n = min(most, board.n)
            pick = np.linspace(0, board.n - 1, n).astype(np.int64)
            sums = {}
            for part in np.array_split(pick, max(1, n // 256)):
                batch = board.batch(part, 0)
                loss, p, value = losses(net, batch)
                loss["top1"] = (p.argmax(1) == batch[1].argmax(1)).float().mean()
                loss["winner"] = ((value[:, 0] > 0) == (batch[3] > 0.5)).float().mean()
                for k, v in loss.items():
                    sums[k] = sums.get(k, 0) + v.item() * len(part) / n
            report[f"{width}x{height}"] = {k: round(v, 4) for k, v in sums.items()}
    net.train()
    return report


def same_planes(o, path, version, board):
    """Ends unless the net of the file sees what the rows tell."""
    if version != board.version:
        raise SystemExit(f"{path}: a net for planes of version {version}, and {o.hoshi} prints version "
                         f"{board.version}")


def start(o, board):
    """The net at the first step."""
    if o.start is None:
        return Net(board.planes, board.kinds, int(board.has_pass), o.channels, o.blocks)
    net, version, game = read_file(o.start)
    if game != board.game:
        raise SystemExit(f"{o.start}: a net of another game than {o.folder}")
    same_planes(o, o.start, version, board)
    pick = np.linspace(0, board.n - 1, min(512, board.n)).astype(np.int64)
    return settle(net, board.batch(pick, 0)[0].cpu())


def save(path, **state):
    torch.save(state, path + ".part")
    os.replace(path + ".part", path)


def main():
    o = arguments()
    torch.set_num_threads(1)  # two threads in one process are much slower than two processes
    torch.manual_seed(o.seed)
    os.makedirs(o.out, exist_ok=True)
    path = os.path.join(o.out, "state.pt")
    data = Data(o.folder, o.hoshi, o.window, o.device).refresh()
    if not data.train:
        raise SystemExit(f"{o.folder}: no complete file of games to train on")
    board = max(data.train.values(), key=lambda b: b.n)
    if o.epochs:
        o.steps = math.ceil(o.epochs * data.count() / o.batch)
    old = torch.load(path, map_location=o.device) if os.path.exists(path) else None
    if old:
        same_planes(o, path, old.get("version"), board)
    net = Net(**old["shape"]) if old else start(o, board)
    shape = net.shape
    net = net.to(o.device, memory_format=torch.channels_last)
    mean = Net(**shape).to(o.device, memory_format=torch.channels_last)  # running mean of the weights
    many = [p for p in net.parameters() if p.ndim > 1]
    few = [p for p in net.parameters() if p.ndim < 2]
    opt = torch.optim.AdamW([{"params": many, "weight_decay": 1e-2},
                             {"params": few, "weight_decay": 0}], lr=o.rate)
    step, spent = 0, 0.0
    if old:
        net.load_state_dict(old["net"])
        mean.load_state_dict(old["mean"])
        opt.load_state_dict(old["opt"])
        step, spent = old["step"], old["seconds"]
    else:
        mean.load_state_dict(net.state_dict())
    means, weights = ([t for t in n.state_dict().values() if t.dtype.is_floating_point] for n in (mean, net))
    rng = np.random.default_rng(o.seed + step)
    begun, reported = time.time(), time.time()
    sums, summed = {}, 0
    log = open(os.path.join(o.out, "log.jsonl"), "a")
    keys, share = [], []
    fresh = True
    while step < o.steps:
        if fresh:
            keys = sorted(data.train)
            share = np.array([data.train[k].n for k in keys], float)
            share /= share.sum()
            fresh = False
        Rounding.on = step >= o.steps * 0.8
        rate = o.rate * min(1, step / 300) * (0.5 + 0.5 * math.cos(math.pi * step / o.steps))
        for group in opt.param_groups:
            group["lr"] = rate + 1e-6
        board = data.train[keys[rng.choice(len(keys), p=share)]]
        pick = np.sort(rng.integers(0, board.n, o.batch))
        loss, _, _ = losses(net, board.batch(pick, rng.integers(len(board.maps)), o.search))
        total = sum(WEIGHT[k] * v for k, v in loss.items())
        opt.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 4.0)
        opt.step()
        step += 1
        with torch.no_grad():
            keep = min(0.998, step / (step + 10))
            torch._foreach_mul_(means, keep)
            torch._foreach_add_(means, weights, alpha=1 - keep)
        for k, v in loss.items():
            sums[k] = sums.get(k, 0) + v.detach()
        summed += 1
        if time.time() - reported >= o.report or step == o.steps:
            now = time.time()
            line = {"step": step, "seconds": round(spent + now - begun), "rows": data.count(),
                    "rate": round(rate, 6), "rounding": Rounding.on,
                    "train": {k: round(v.item() / summed, 4) for k, v in sums.items()},
                    "held": held_out(mean, data)}
            print(json.dumps(line), flush=True)
            log.write(json.dumps(line) + "\n")
            log.flush()
            sums, summed = {}, 0
            save(path, shape=shape, version=board.version, game=board.game, net=net.state_dict(),
                 mean=mean.state_dict(), opt=opt.state_dict(), step=step, seconds=spent + time.time() - begun)
            data.refresh()
            fresh = True
            reported = time.time()


if __name__ == "__main__":
    main()
