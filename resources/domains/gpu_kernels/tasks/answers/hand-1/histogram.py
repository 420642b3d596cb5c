import torch
import triton
import triton.language as tl


@triton.jit
def histogram_kernel(values_ptr, counts_ptr, n_elements, bins, BLOCK_SIZE: tl.constexpr):
    program = tl.program_id(0).to(tl.int64)
    offsets = program * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    values = tl.load(values_ptr + offsets, mask=offsets < n_elements, other=-1)
    in_range = (values >= 0) & (values < bins)
    ones = tl.full((BLOCK_SIZE,), 1, tl.int32)
    tl.atomic_add(counts_ptr + values, ones, mask=in_range)


def histogram(values: torch.Tensor, bins: int) -> torch.Tensor:
    counts = torch.zeros((bins,), dtype=torch.int32, device=values.device)
    n_elements = values.shape[0]
    if n_elements == 0:
        return counts
    block_size = 1024
    histogram_kernel[(triton.cdiv(n_elements, block_size),)](
        values, counts, n_elements, bins, BLOCK_SIZE=block_size
    )
    return counts
