"""Reads a net file (src/net/net.h) into a net for training, which then starts from what the file knows."""
import struct
import zlib

import numpy as np
import torch

from model import Conv, Net

HEAD_BYTES, VERSION = 32, 1
PLANE, ACTIVATION, POOLED = 1 / 64, 1 / 32, 1 / 2048   # what 1 of an input stands for
FINE = 32 * 2**16                                      # units of a bias that joins a convolution's


class Layers:
    """The layers of a file, in its order (export.py)."""

    def __init__(self, body):
        self.body, self.at = body, 0

    def take(self, kind, shape):
        n = int(np.prod(shape)) * np.dtype(kind).itemsize
        if self.at + n > len(self.body):
            raise SystemExit("the net file is shorter than its head says")
        part = np.frombuffer(self.body, kind, count=int(np.prod(shape)), offset=self.at)
        self.at += n
        return part.reshape(shape).astype(np.float64)

    def conv(self, layer, unit):
        """The weights with the normalisation in them; the bias waits in layer.bias for `settle`."""
        outputs, inputs, size, _ = layer.w.shape
        bias, factor = self.take("<i4", outputs), self.take("<i4", outputs)
        q = self.take("i1", (size * size, inputs // 4, outputs, 4))
        q = q.transpose(2, 1, 3, 0).reshape(outputs, inputs, size, size)
        w = q * (factor / (unit * 32 * 2**32))[:, None, None, None]
        layer.w.data.copy_(torch.from_numpy(w))
        layer.bias = torch.from_numpy(bias / (32 * 2**16)).float()

    def dense(self, layer, unit, out, with_bias=True):
        outputs, inputs = layer.w.shape
        bias, factor = self.take("<i4", outputs), self.take("<i4", outputs)
        q = self.take("i1", (outputs, inputs))
        layer.w.data.copy_(torch.from_numpy(q * (factor / (unit * out * 2**24))[:, None]))
        layer.b.data.copy_(torch.from_numpy(bias / (out * 2**16) if with_bias else 0 * bias))


def read_file(path):
    """An untrained net of the file's shape with the file's weights, the version of its planes, and the game's
    number. Its layers wait for `settle`."""
    with open(path, "rb") as f:
        data = f.read()
    if len(data) < HEAD_BYTES or data[:8] != b"HOSHINET":
        raise SystemExit(f"{path}: not a net file")
    head, body = data[:HEAD_BYTES], data[HEAD_BYTES:]
    version, game, planes_version = struct.unpack_from("<HBB", head, 8)
    if version != VERSION:
        raise SystemExit(f"{path}: a net of another version")
    if zlib.crc32(body, zlib.crc32(head[:28])) != struct.unpack_from("<I", head, 28)[0]:
        raise SystemExit(f"{path}: damaged")
    planes, channels, blocks, policy, value, kinds, has_pass = head[12:19]
    net = Net(planes, kinds, has_pass, channels, blocks, policy, value)
    layers = Layers(body)
    layers.conv(net.enter, PLANE)
    for block in net.blocks:
        layers.conv(block.first, ACTIVATION)
        layers.conv(block.second, ACTIVATION)
        if block.bias is not None:
            layers.dense(block.bias, POOLED, FINE, with_bias=False)
    layers.conv(net.policy_points, ACTIVATION)
    layers.dense(net.policy_bias, POOLED, FINE, with_bias=False)
    layers.dense(net.policy_out, ACTIVATION, 1024)
    if net.policy_pass is not None:
        layers.dense(net.policy_pass, POOLED, 1024)
    layers.dense(net.value_hidden, POOLED, 32)
    layers.dense(net.value_out, ACTIVATION, 1024)
    layers.dense(net.owner_out, ACTIVATION, 1024)
    if layers.at != len(body):
        raise SystemExit(f"{path}: longer than its head says")
    return net, planes_version, game


def settle(net, x):
    """Gives each convolution a normalisation that changes nothing: the mean and the spread are those of some
    planes x, and its gain and bias undo them. So training goes on where the file stopped."""
    def learn(layer, inputs, _):
        z = torch.nn.functional.conv2d(inputs[0], layer.w, padding=layer.size // 2)
        norm = layer.norm
        norm.running_mean.copy_(z.mean((0, 2, 3)))
        norm.running_var.copy_(z.var((0, 2, 3)))
        norm.weight.copy_((norm.running_var + norm.eps).sqrt())
        norm.bias.copy_(layer.bias + norm.running_mean)
        del layer.bias
        return z + norm.bias[:, None, None] - norm.running_mean[:, None, None]

    hooks = [m.register_forward_hook(learn) for m in net.modules() if isinstance(m, Conv)]
    net.eval()
    with torch.no_grad():
        net(x)
    for hook in hooks:
        hook.remove()
    net.train()
    return net
