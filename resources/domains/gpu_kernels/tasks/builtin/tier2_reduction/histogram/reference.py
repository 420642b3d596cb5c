import torch
import triton
import triton.language as tl


@triton.jit
def histogram_kernel(values_pointer, counts_pointer, length, bins, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    values = tl.load(values_pointer + offsets, mask=offsets < length, other=-1)
    counted = (values >= 0) & (values < bins)
    tl.atomic_add(counts_pointer + values, 1, mask=counted)


def histogram(values: torch.Tensor, bins: int) -> torch.Tensor:
    counts = torch.zeros(bins, device=values.device, dtype=torch.int32)
    length = values.numel()
    block = 512
    histogram_kernel[(triton.cdiv(length, block),)](values, counts, length, bins, BLOCK=block)
    return counts
