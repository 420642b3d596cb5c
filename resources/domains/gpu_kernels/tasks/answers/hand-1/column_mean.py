import torch
import triton
import triton.language as tl


@triton.jit
def column_mean_kernel(x_ptr, output_ptr, M, N, stride_row, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    program = tl.program_id(0).to(tl.int64)
    columns = program * BLOCK_N + tl.arange(0, BLOCK_N)
    column_mask = columns < N

    # Each element of the tile keeps its own partial sum; they meet after the loop.
    partial_sums = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for row_start in range(0, M, BLOCK_M):
        rows = (row_start + tl.arange(0, BLOCK_M)).to(tl.int64)
        mask = (rows[:, None] < M) & column_mask[None, :]
        values = tl.load(x_ptr + rows[:, None] * stride_row + columns[None, :], mask=mask, other=0.0)
        partial_sums += values.to(tl.float32)

    mean = tl.sum(partial_sums, axis=0) / M
    tl.store(output_ptr + columns, mean.to(output_ptr.dtype.element_ty), mask=column_mask)


def column_mean(x: torch.Tensor) -> torch.Tensor:
    M, N = x.shape
    output = torch.empty((N,), dtype=x.dtype, device=x.device)
    if N == 0:
        return output
    block_m, block_n = 32, 64
    column_mean_kernel[(triton.cdiv(N, block_n),)](
        x, output, M, N, x.stride(0), BLOCK_M=block_m, BLOCK_N=block_n
    )
    return output
