#!/usr/bin/python3
"""Writes the mean of two nets of one game, weight by weight.

    tools/train/blend.py OLD.net NEW.net MEAN.net --share 0.5

A net that has learned a little more from an older one (train.py --from) may have forgotten something; the mean of both
often keeps what either knows."""
import argparse
import os
import subprocess
import sys
import tempfile

import torch

from model import Conv
from warm import read_file

HERE = os.path.dirname(os.path.abspath(__file__))


def plain(path):
    """The net of a file with normalisations that change nothing but add its biases."""
    net, version, game = read_file(path)
    for layer in net.modules():
        if isinstance(layer, Conv):
            layer.norm.weight.data.fill_((1 + layer.norm.eps)**0.5)
            layer.norm.bias.data.copy_(layer.bias)
    return net, version, game


def main():
    a = argparse.ArgumentParser(description=__doc__.splitlines()[0],
                                formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    a.add_argument("old")
    a.add_argument("new")
    a.add_argument("file")
    a.add_argument("--share", type=float, default=0.5, help="of the new net, 0 to 1")
    a.add_argument("--side", type=int, default=13, help="largest side of a board")
    a.add_argument("--least", type=int, default=0, help="smallest side of a board")
    o = a.parse_args()
    (old, *kind), (new, *other) = plain(o.old), plain(o.new)
    if kind != other or old.shape != new.shape:
        sys.exit(f"{o.old} and {o.new} have different games, planes or sizes")
    theirs = new.state_dict()
    mean = {k: v.lerp(theirs[k], o.share) if v.is_floating_point() else v for k, v in old.state_dict().items()}
    with tempfile.TemporaryDirectory() as at:
        state = os.path.join(at, "state.pt")
        torch.save({"shape": old.shape, "mean": mean, "version": kind[0], "game": kind[1], "step": 0}, state)
        sys.exit(subprocess.run([sys.executable, os.path.join(HERE, "export.py"), state, o.file,
                                 "--side", str(o.side), "--least", str(o.least)]).returncode)


if __name__ == "__main__":
    main()
