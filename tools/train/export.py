#!/usr/bin/python3
"""Writes the net of a training run (tools/train/train.py) as the file that src/net/net.h describes.

    tools/train/export.py OUT/state.pt nets/GAME.net --side 13"""
import argparse
import struct
import zlib

import numpy as np
import torch

from model import Net

VERSION = 1


def integers(w):
    """Weights as -127 … 127, and the scale of each output."""
    w = w.detach().double().numpy()
    flat = w.reshape(len(w), -1)
    scale = np.maximum(np.abs(flat).max(1), 1e-8) / 127
    return np.rint(flat / scale[:, None]).astype(np.int64).reshape(w.shape), scale


def words(values):
    values = np.rint(values)
    if np.abs(values).max() >= 2**31:
        raise SystemExit(f"a bias or factor does not fit 32 bits: {np.abs(values).max():.0f}")
    return values.astype("<i4").tobytes()


def convolution(layer, unit, more=None):
    """[tap][input / 4][output][input % 4], with the normalisation and another bias folded in."""
    q, scale = integers(layer.w)
    norm = layer.norm
    gain = (norm.weight / (norm.running_var + norm.eps).sqrt()).detach().double().numpy()
    bias = (norm.bias - norm.running_mean * torch.from_numpy(gain)).detach().double().numpy()
    if more is not None:
        bias = bias + more.detach().double().numpy()
    outputs, inputs, size, _ = q.shape
    rows = q.reshape(outputs, inputs // 4, 4, size * size).transpose(3, 1, 0, 2)
    # PyTorch and hoshi number rows alike: row 0 is y = 0.
    return (words(bias * 32 * 2**16) + words(scale * gain * unit * 32 * 2**32) +
            rows.astype(np.int8).tobytes())


def dense(layer, unit, out, with_bias=True):
    """out: integers per 1.0 of the result."""
    q, scale = integers(layer.w)
    bias = layer.b.detach().double().numpy() if with_bias else np.zeros(len(q))
    return words(bias * out * 2**16) + words(scale * unit * out * 2**24) + \
        q.astype(np.int8).tobytes()


def layers(net):
    plane, act, pooled = 1 / 64, 1 / 32, 1 / 2048
    fine = 32 * 2**16  # added to the bias of a convolution
    yield convolution(net.enter, plane)
    for block in net.blocks:
        yield convolution(block.first, act, block.bias.b if block.bias else None)
        yield convolution(block.second, act)
        if block.bias:
            yield dense(block.bias, pooled, fine, with_bias=False)
    yield convolution(net.policy_points, act, net.policy_bias.b)
    yield dense(net.policy_bias, pooled, fine, with_bias=False)
    yield dense(net.policy_out, act, 1024)
    if net.policy_pass is not None:
        yield dense(net.policy_pass, pooled, 1024)
    yield dense(net.value_hidden, pooled, 32)
    yield dense(net.value_out, act, 1024)
    yield dense(net.owner_out, act, 1024)


def main():
    a = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    a.add_argument("state")
    a.add_argument("file")
    a.add_argument("--side", type=int, default=13, help="largest side of a board")
    a.add_argument("--least", type=int, default=0, help="smallest side of a board")
    o = a.parse_args()
    state = torch.load(o.state, map_location="cpu")
    net = Net(**state["shape"])
    net.load_state_dict(state["mean"])
    net.eval()
    shape = net.shape
    body = b"".join(layers(net))
    head = b"HOSHINET" + struct.pack("<H10B", VERSION, state["game"], state["version"],
                                     shape["planes"], shape["channels"], shape["blocks"],
                                     shape["policy"], shape["value"], shape["kinds"],
                                     int(shape["has_pass"]), o.side)
    head += struct.pack("<IB3x", len(body), o.least)
    head += struct.pack("<I", zlib.crc32(body, zlib.crc32(head)))
    with open(o.file, "wb") as f:
        f.write(head + body)
    print(f"{o.file}: step {state['step']}, {len(head) + len(body)} bytes, "
          f"checksum {struct.unpack('<I', head[28:])[0]:08x}")


if __name__ == "__main__":
    main()
