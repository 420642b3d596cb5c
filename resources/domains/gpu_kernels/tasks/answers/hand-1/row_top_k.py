import torch
import triton
import triton.language as tl


@triton.jit
def row_top_k_kernel(
    x_ptr,
    values_ptr,
    positions_ptr,
    N,
    stride_row,
    K: tl.constexpr,
    BLOCK_SIZE: tl.constexpr,
):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK_SIZE)
    remaining = tl.load(x_ptr + row * stride_row + columns, mask=columns < N, other=-float("inf"))

    for i in range(K):
        largest = tl.max(remaining, axis=0)
        # Elements are finite, so lanes that are empty or taken (-inf) never equal the maximum.
        position = tl.min(tl.where(remaining == largest, columns, BLOCK_SIZE), axis=0)
        tl.store(values_ptr + row * K + i, largest)
        tl.store(positions_ptr + row * K + i, position.to(tl.int64))
        remaining = tl.where(columns == position, -float("inf"), remaining)


def row_top_k(x: torch.Tensor, k: int) -> tuple[torch.Tensor, torch.Tensor]:
    M, N = x.shape
    values = torch.empty((M, k), dtype=torch.float32, device=x.device)
    positions = torch.empty((M, k), dtype=torch.int64, device=x.device)
    if M == 0:
        return values, positions
    block_size = triton.next_power_of_2(N)
    row_top_k_kernel[(M,)](x, values, positions, N, x.stride(0), K=k, BLOCK_SIZE=block_size)
    return values, positions
