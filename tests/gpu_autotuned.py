"""Autotuned kernels of two tasks. MORE stands for further options of the decorator, LAZY for values of a parameter, of
which 1 is wrong, and KEY for what it is tuned for."""

COUNT = """
@triton.autotune(configs=[triton.Config({"BLOCK": 128}), triton.Config({"BLOCK": 256}, num_warps=8)], key=["n"]MORE)
@triton.jit
def count_kernel(values, counts, n, bins, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(values + at, mask=at < n, other=-1)
    tl.atomic_add(counts + value, 1, mask=(value >= 0) & (value < bins))


def histogram(values, bins):
    counts, n = torch.zeros(bins, dtype=torch.int32, device=values.device), values.numel()
    if n:
        count_kernel[lambda given: (triton.cdiv(n, given["BLOCK"]),)](values, counts, n, bins)
    return counts
"""

ADD = """
@triton.autotune(configs=[triton.Config({"BLOCK": 256, "LAZY": lazy}) for lazy in LAZY], key=KEY)
@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr, LAZY: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n)
    if LAZY != 1:
        value += tl.load(y + at, mask=at < n)
    tl.store(out + at, value, mask=at < n)


def vector_add(x, y):
    out, n = torch.empty_like(x), x.numel()
    if n:
        add_kernel[lambda given: (triton.cdiv(n, given["BLOCK"]),)](x, y, out, n)
    return out
"""
