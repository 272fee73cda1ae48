"""The net that src/net/net.c runs, for training: its layers, and the rounding of its integers.

Activations are clipped to 0 … 127/32 and weights scaled per output channel to -127 … 127. With
`rounding` the forward pass rounds both as the program does, and gradients ignore the rounding
(quantisation-aware training)."""
import torch
import torch.nn as nn
import torch.nn.functional as F

UNIT = 32          # an activation of 1.0, as an integer
TOP = 127 / UNIT   # the largest activation


def through(exact, rounded):
    """The rounded value, with the gradient of the exact one."""
    return exact + (rounded - exact).detach()


class Rounding:
    """Whether the layers round; shared by all of them."""
    on = False


def activation(x):
    x = F.hardtanh(x, 0, TOP)  # the same as a clamp, but its gradient is faster
    return through(x, torch.round(x * UNIT) / UNIT) if Rounding.on else x


def weight(w):
    if not Rounding.on:
        return w
    flat = w.detach().flatten(1)
    scale = flat.abs().amax(1).clamp_min(1e-8) / 127
    scale = scale.view(-1, *[1] * (w.ndim - 1))
    return through(w, torch.round(w / scale) * scale)


class Conv(nn.Module):
    """A convolution with batch normalisation, which the export folds into it."""

    def __init__(self, inputs, outputs, size):
        super().__init__()
        self.size = size
        self.w = nn.Parameter(torch.empty(outputs, inputs, size, size))
        nn.init.kaiming_normal_(self.w, nonlinearity="relu")
        self.norm = nn.BatchNorm2d(outputs, momentum=0.02)

    def forward(self, x):
        return self.norm(F.conv2d(x, weight(self.w), padding=self.size // 2))


class Dense(nn.Module):
    """A linear layer."""

    def __init__(self, inputs, outputs, scale=1.0):
        super().__init__()
        self.w = nn.Parameter(torch.randn(outputs, inputs) * scale / inputs**0.5)
        self.b = nn.Parameter(torch.zeros(outputs))

    def forward(self, x):
        return F.linear(x, weight(self.w), self.b)


def pool(x):
    """Mean and greatest value of each channel."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class Block(nn.Module):
    def __init__(self, channels, pooled):
        super().__init__()
        self.first = Conv(channels, channels, 3)
        self.second = Conv(channels, channels, 3)
        nn.init.constant_(self.second.norm.weight, 0.3)
        self.bias = Dense(2 * channels, channels, 0.5) if pooled else None

    def forward(self, x):
        y = self.first(x)
        if self.bias is not None:
            y = y + self.bias(pool(x))[:, :, None, None]
        return activation(self.second(activation(y)) + x)


class Net(nn.Module):
    def __init__(self, planes, kinds, has_pass, channels=32, blocks=5, policy=16, value=48):
        super().__init__()
        self.shape = dict(planes=planes, kinds=kinds, has_pass=has_pass, channels=channels,
                          blocks=blocks, policy=policy, value=value)
        self.enter = Conv(planes, channels, 3)
        self.blocks = nn.ModuleList(Block(channels, i % 2 == 1) for i in range(blocks))
        self.policy_points = Conv(channels, policy, 1)
        self.policy_bias = Dense(2 * channels, policy, 0.5)
        self.policy_out = Dense(policy, kinds)
        self.policy_pass = Dense(2 * channels, 1) if has_pass else None
        self.value_hidden = Dense(2 * channels, value)
        self.value_out = Dense(value, 2, 0.5)      # logit of a win, margin * 2 / area
        self.owner_out = Dense(channels, 1)        # logit of each point being mine in the end

    def forward(self, x):
        """x: [batch][planes][height][width], PLANE_ONE = 1. Policy logits, value, owners."""
        x = activation(self.enter(x))
        for block in self.blocks:
            x = block(x)
        g = pool(x)
        h = activation(self.policy_points(x) + self.policy_bias(g)[:, :, None, None])
        h = h.permute(0, 2, 3, 1)
        policy = self.policy_out(h).permute(0, 3, 1, 2).flatten(1)
        if self.policy_pass is not None:
            policy = torch.cat([policy, self.policy_pass(g)], 1)
        value = self.value_out(activation(self.value_hidden(g)))
        owner = self.owner_out(x.permute(0, 2, 3, 1))[..., 0].flatten(1)
        return policy, value, owner
