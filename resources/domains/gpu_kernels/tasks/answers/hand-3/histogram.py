import torch
import triton
import triton.language as tl


@triton.jit
def histogram_kernel(values_ptr, counts_ptr, n, bins, BLOCK: tl.constexpr):
    offs = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    v = tl.load(values_ptr + offs, mask=mask, other=-1)
    valid = mask & (v >= 0) & (v < bins)
    ones = tl.full((BLOCK,), 1, dtype=tl.int32)
    tl.atomic_add(counts_ptr + v, ones, mask=valid)


def histogram(values: torch.Tensor, bins: int) -> torch.Tensor:
    counts = torch.zeros((bins,), dtype=torch.int32, device=values.device)
    n = values.shape[0]
    if n == 0:
        return counts
    BLOCK = 1024
    histogram_kernel[(triton.cdiv(n, BLOCK),)](values, counts, n, bins, BLOCK=BLOCK)
    return counts
