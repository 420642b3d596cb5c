"""Right answers to tasks made of torch's layers: parameters are the layers' own, the arithmetic is Triton's."""

HEAD = """import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def linear_kernel(x, w, b, out, rows, columns, inner, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    row = tl.program_id(0) * M + tl.arange(0, M)
    column = tl.program_id(1) * N + tl.arange(0, N)
    total = tl.zeros((M, N), dtype=tl.float32)
    for start in range(0, inner, K):
        at = start + tl.arange(0, K)
        left = tl.load(x + row[:, None] * inner + at[None, :], mask=(row < rows)[:, None] & (at < inner)[None, :],
                       other=0.0)
        right = tl.load(w + column[None, :] * inner + at[:, None],
                        mask=(column < columns)[None, :] & (at < inner)[:, None], other=0.0)
        total += tl.sum(left[:, :, None] * right[None, :, :], axis=1)
    total += tl.load(b + column, mask=column < columns, other=0.0)[None, :]
    tl.store(out + row[:, None] * columns + column[None, :], total,
             mask=(row < rows)[:, None] & (column < columns)[None, :])


def linear(x, weight, bias):
    out = torch.empty((x.shape[0], weight.shape[0]), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(x.shape[0], 16), triton.cdiv(weight.shape[0], 32))
    linear_kernel[grid](x, weight, bias, out, x.shape[0], weight.shape[0], x.shape[1], M=16, N=32, K=32)
    return out
"""

ROWS = (
    HEAD
    + """

@triton.jit
def rows_kernel(x, out, columns, GROUP: tl.constexpr, BLOCK: tl.constexpr, WHAT: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    value = tl.load(x + row * columns + at, mask=at < columns, other=0.0)
    if WHAT == "sigmoid_sum":
        value = tl.where(at < columns, tl.sigmoid(value), 0.0)
        tl.store(out + row, tl.sum(value, axis=0))
    else:
        value = tl.where(at < columns, value, float("-inf"))
        most = tl.max(value, axis=0)
        tl.store(out + row, most + tl.log(tl.sum(tl.exp(value - most), axis=0)))


@triton.jit
def sigmoid_kernel(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, tl.sigmoid(tl.load(x + at, mask=at < n)), mask=at < n)
"""
)

GROUPED = """

@triton.jit
def group_kernel(x, bias, scale, shift, columns, eps, SIZE: tl.constexpr):
    at = tl.program_id(1) * SIZE + tl.arange(0, SIZE)
    value = tl.load(x + tl.program_id(0) * columns + at)
    value = tl.sigmoid(value) * value + tl.load(bias + at)
    centred = value - tl.sum(value, axis=0) / SIZE
    value = centred / tl.sqrt(tl.sum(centred * centred, axis=0) / SIZE + eps)
    tl.store(x + tl.program_id(0) * columns + at, value * tl.load(scale + at) + tl.load(shift + at))


class ModelNew(nn.Module):
    def __init__(self, in_features, out_features, num_groups, bias_shape):
        super().__init__()
        self.matmul = nn.Linear(in_features, out_features)
        self.bias = nn.Parameter(torch.randn(bias_shape))
        self.group_norm = nn.GroupNorm(num_groups, out_features)

    def forward(self, x):
        out = linear(x, self.matmul.weight, self.matmul.bias)
        groups = self.group_norm.num_groups
        group_kernel[(out.shape[0], groups)](out, self.bias, self.group_norm.weight, self.group_norm.bias,
                                             out.shape[1], self.group_norm.eps, SIZE=out.shape[1] // groups)
        return out
"""

NORMALISED = '''

@triton.jit
def batch_kernel(x, scale, shift, bias, rows, columns, eps, divide, R: tl.constexpr):
    """Statistics of the batch, as in training."""
    column = tl.program_id(0)
    row = tl.arange(0, R)
    value = tl.load(x + row * columns + column, mask=row < rows, other=0.0)
    mean = tl.sum(value, axis=0) / rows
    centred = tl.where(row < rows, value - mean, 0.0)
    value = centred / tl.sqrt(tl.sum(centred * centred, axis=0) / rows + eps)
    value = value * tl.load(scale + column) + tl.load(shift + column)
    value = (value + tl.load(bias)) / divide
    tl.store(x + row * columns + column, value * tl.sigmoid(value), mask=row < rows)


class ModelNew(nn.Module):
    def __init__(self, in_features, out_features, bn_eps=1e-5, bn_momentum=0.1, bias_shape=(1,), divide_value=1.0):
        super().__init__()
        self.matmul = nn.Linear(in_features, out_features)
        self.bn = nn.BatchNorm1d(out_features, eps=bn_eps, momentum=bn_momentum)
        self.bias = nn.Parameter(torch.randn(bias_shape))
        self.divide_value = divide_value

    def forward(self, x):
        out = linear(x, self.matmul.weight, self.matmul.bias)
        batch_kernel[(out.shape[1],)](out, self.bn.weight, self.bn.bias, self.bias, out.shape[0], out.shape[1],
                                      self.bn.eps, self.divide_value, R=triton.next_power_of_2(out.shape[0]))
        return out
'''

CONVOLUTION = '''import torch
import torch.nn as nn
import triton
import triton.language as tl


@triton.jit
def conv_kernel(x, w, b, out, channels, height, width, filters, rows, columns, stride, padding,
                KH: tl.constexpr, KW: tl.constexpr, HAS_BIAS: tl.constexpr, DEPTHWISE: tl.constexpr,
                F: tl.constexpr, BLOCK: tl.constexpr):
    """Depthwise convolutions have a filter of their own in each program."""
    image = tl.program_id(0)
    filter = tl.program_id(1) * F + tl.arange(0, F)
    at = tl.program_id(2) * BLOCK + tl.arange(0, BLOCK)
    row, column = at // columns, at % columns
    total = tl.zeros((F, BLOCK), dtype=tl.float32)
    inner = 1 if DEPTHWISE else channels
    for c in range(0, inner):
        source = tl.program_id(1) if DEPTHWISE else c
        for i in range(0, KH):
            for j in range(0, KW):
                y = row * stride + i - padding
                z = column * stride + j - padding
                inside = (at < rows * columns) & (y >= 0) & (y < height) & (z >= 0) & (z < width)
                value = tl.load(x + ((image * channels + source) * height + y) * width + z, mask=inside, other=0.0)
                weight = tl.load(w + ((filter * inner + c) * KH + i) * KW + j, mask=filter < filters, other=0.0)
                total += value[None, :] * weight[:, None]
    if HAS_BIAS:
        total += tl.load(b + filter, mask=filter < filters, other=0.0)[:, None]
    tl.store(out + (image * filters + filter[:, None]) * rows * columns + at[None, :], total,
             mask=(filter < filters)[:, None] & (at < rows * columns)[None, :])


def conv(x, weight, bias, stride=1, padding=0, depthwise=False):
    images, channels, height, width = x.shape
    filters, _, kh, kw = weight.shape
    rows = (height + 2 * padding - kh) // stride + 1
    columns = (width + 2 * padding - kw) // stride + 1
    out = torch.empty((images, filters, rows, columns), device=x.device, dtype=x.dtype)
    tile = 1 if depthwise else min(32, triton.next_power_of_2(filters))
    block = min(256, triton.next_power_of_2(rows * columns))
    grid = (images, triton.cdiv(filters, tile), triton.cdiv(rows * columns, block))
    conv_kernel[grid](x, weight, bias if bias is not None else weight, out, channels, height, width, filters, rows,
                      columns, stride, padding, KH=kh, KW=kw, HAS_BIAS=bias is not None, DEPTHWISE=depthwise,
                      F=tile, BLOCK=block)
    return out
'''

POOLED = """

@triton.jit
def gelu_mean_kernel(x, out, size, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = tl.load(x + tl.program_id(0) * size + at, mask=at < size, other=0.0)
    value = 0.5 * value * (1.0 + tl.erf(value * 0.7071067811865476))
    tl.store(out + tl.program_id(0), tl.sum(value, axis=0) / size)


class ModelNew(nn.Module):
    def __init__(self, in_channels, out_channels, kernel_size):
        super().__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size)

    def forward(self, x):
        y = conv(x.contiguous(), self.conv.weight, self.conv.bias)
        out = torch.empty(y.shape[:2], device=y.device, dtype=y.dtype)
        size = y.shape[2] * y.shape[3]
        gelu_mean_kernel[(y.shape[0] * y.shape[1],)](y, out, size, BLOCK=triton.next_power_of_2(size))
        return out
"""

SEPARABLE = """

class ModelNew(nn.Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, bias=False):
        super().__init__()
        self.depthwise = nn.Conv2d(in_channels, in_channels, kernel_size, stride=stride, padding=padding,
                                   dilation=dilation, groups=in_channels, bias=bias)
        self.pointwise = nn.Conv2d(in_channels, out_channels, kernel_size=1, bias=bias)
        self.stride, self.padding = stride, padding

    def forward(self, x):
        x = conv(x, self.depthwise.weight, self.depthwise.bias, self.stride, self.padding, True)
        return conv(x, self.pointwise.weight, self.pointwise.bias)
"""

ALONG_A_LINE = """

class ModelNew(nn.Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=False):
        super().__init__()
        self.conv1d = nn.Conv1d(in_channels, out_channels, kernel_size, stride=stride, padding=padding,
                                dilation=dilation, groups=groups, bias=bias)

    def forward(self, x):
        return conv(x.unsqueeze(2), self.conv1d.weight.unsqueeze(2), self.conv1d.bias).squeeze(2)
"""

LEAKY = """

@triton.jit
def leaky_kernel(x, n, factor, slope, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n) * factor
    tl.store(x + at, tl.where(value > 0, value, value * slope), mask=at < n)


class ModelNew(nn.Module):
    def __init__(self, in_features, out_features, multiplier, negative_slope):
        super().__init__()
        self.gemm = nn.Linear(in_features, out_features)
        self.multiplier, self.negative_slope = multiplier, negative_slope

    def forward(self, x):
        out = linear(x, self.gemm.weight, self.gemm.bias)
        n = out.numel()
        leaky_kernel[(triton.cdiv(n, 1024),)](out, n, self.multiplier, self.negative_slope, BLOCK=1024)
        return out
"""

SUMMED = """

class ModelNew(nn.Module):
    def __init__(self, input_size, hidden_size):
        super().__init__()
        self.linear = nn.Linear(input_size, hidden_size)

    def forward(self, x):
        y = linear(x, self.linear.weight, self.linear.bias)
        out = torch.empty((y.shape[0], 1), device=y.device, dtype=y.dtype)
        rows_kernel[(y.shape[0],)](y, out, y.shape[1], GROUP=1, BLOCK=triton.next_power_of_2(y.shape[1]),
                                   WHAT="sigmoid_sum")
        return out
"""

TWO_LAYERS = """

class ModelNew(nn.Module):
    def __init__(self, input_size, hidden_size, output_size):
        super().__init__()
        self.linear1 = nn.Linear(input_size, hidden_size)
        self.linear2 = nn.Linear(hidden_size, output_size)

    def forward(self, x):
        y = linear(x, self.linear1.weight, self.linear1.bias)
        sigmoid_kernel[(triton.cdiv(y.numel(), 1024),)](y, y.numel(), BLOCK=1024)
        y = linear(y, self.linear2.weight, self.linear2.bias)
        out = torch.empty(y.shape[0], device=y.device, dtype=y.dtype)
        rows_kernel[(y.shape[0],)](y, out, y.shape[1], GROUP=1, BLOCK=triton.next_power_of_2(y.shape[1]),
                                   WHAT="logsumexp")
        return out
"""

ANSWERS = {
    "level1_67_conv_standard_1D": CONVOLUTION + ALONG_A_LINE,
    "level1_86_conv_depthwise_separable_2D": CONVOLUTION + SEPARABLE,
    "level2_12_Gemm_Multiply_LeakyReLU": HEAD + LEAKY,
    "level2_37_Matmul_Swish_Sum_GroupNorm": HEAD + GROUPED,
    "level2_45_Gemm_Sigmoid_LogSumExp": ROWS + TWO_LAYERS,
    "level2_56_Matmul_Sigmoid_Sum": ROWS + SUMMED,
    "level2_67_Conv2d_GELU_GlobalAvgPool": CONVOLUTION + POOLED,
    "level2_97_Matmul_BatchNorm_BiasAdd_Divide_Swish": HEAD + NORMALISED,
}
"""By the names of KernelBench's files."""
