import torch
import triton
import triton.language as tl


@triton.jit
def transpose_kernel(x_pointer, output_pointer, M, N, BLOCK: tl.constexpr):
    batch = tl.program_id(2).to(tl.int64)
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    origin = batch * M * N
    tile = tl.load(
        x_pointer + origin + rows[:, None] * N + columns[None, :],
        mask=(rows[:, None] < M) & (columns[None, :] < N),
        other=0,
    )
    tl.store(
        output_pointer + origin + columns[:, None] * M + rows[None, :],
        tl.trans(tile),
        mask=(columns[:, None] < N) & (rows[None, :] < M),
    )


def transpose(x: torch.Tensor) -> torch.Tensor:
    batches, M, N = x.shape
    output = torch.empty((batches, N, M), device=x.device, dtype=x.dtype)
    block = 32
    transpose_kernel[(triton.cdiv(M, block), triton.cdiv(N, block), batches)](x, output, M, N, BLOCK=block)
    return output
