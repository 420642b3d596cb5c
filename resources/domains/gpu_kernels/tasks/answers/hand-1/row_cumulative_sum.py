import torch
import triton
import triton.language as tl


@triton.jit
def row_cumulative_sum_kernel(x_ptr, output_ptr, N, SHIFT: tl.constexpr, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_start = row * N
    carry = tl.full((), 0, x_ptr.dtype.element_ty)
    for start in range(0, N, BLOCK_SIZE):
        columns = start + tl.arange(0, BLOCK_SIZE)
        mask = columns < N
        # The exclusive sum is the inclusive sum of the row shifted by one element.
        source = columns - SHIFT
        x = tl.load(x_ptr + row_start + source, mask=mask & (source >= 0), other=0)
        sums = tl.cumsum(x, axis=0) + carry
        tl.store(output_ptr + row_start + columns, sums, mask=mask)
        carry += tl.sum(x, axis=0)


def row_cumulative_sum(x: torch.Tensor, exclusive: bool) -> torch.Tensor:
    M, N = x.shape
    output = torch.empty((M, N), dtype=x.dtype, device=x.device)
    if M == 0:
        return output
    block_size = min(triton.next_power_of_2(N), 1024)
    row_cumulative_sum_kernel[(M,)](x, output, N, SHIFT=1 if exclusive else 0, BLOCK_SIZE=block_size)
    return output
