import torch
import triton
import triton.language as tl


@triton.jit
def row_argmax_kernel(
    x_ptr,
    values_ptr,
    positions_ptr,
    N,
    IS_INTEGER: tl.constexpr,
    BLOCK_SIZE: tl.constexpr,
):
    row = tl.program_id(0).to(tl.int64)
    if IS_INTEGER:
        lowest = tl.full((), -2147483648, tl.int32)
    else:
        lowest = tl.full((), -float("inf"), tl.float32)

    # Position 0 holds for rows in which nothing exceeds the lowest value.
    best_value = lowest
    best_position = tl.full((), 0, tl.int32)
    for start in range(0, N, BLOCK_SIZE):
        columns = start + tl.arange(0, BLOCK_SIZE)
        mask = columns < N
        x = tl.load(x_ptr + row * N + columns, mask=mask, other=lowest)
        block_value = tl.max(x, axis=0)
        # The smallest column among those that hold the block's maximum.
        candidates = tl.where(mask & (x == block_value), columns, 2147483647)
        block_position = tl.min(candidates, axis=0)
        # Strictly greater: an equal value in a later block does not replace the first.
        larger = block_value > best_value
        best_value = tl.where(larger, block_value, best_value)
        best_position = tl.where(larger, block_position, best_position)

    tl.store(values_ptr + row, best_value)
    tl.store(positions_ptr + row, best_position.to(tl.int64))


def row_argmax(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    M, N = x.shape
    values = torch.empty((M,), dtype=x.dtype, device=x.device)
    positions = torch.empty((M,), dtype=torch.int64, device=x.device)
    if M == 0:
        return values, positions
    block_size = min(triton.next_power_of_2(N), 1024)
    row_argmax_kernel[(M,)](
        x, values, positions, N, IS_INTEGER=x.dtype == torch.int32, BLOCK_SIZE=block_size
    )
    return values, positions
