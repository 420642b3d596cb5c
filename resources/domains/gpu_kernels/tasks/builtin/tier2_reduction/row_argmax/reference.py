import torch
import triton
import triton.language as tl


@triton.jit
def row_argmax_kernel(x_pointer, values_pointer, positions_pointer, columns, LOWEST: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    start_of_row = x_pointer + row * columns
    best_value = tl.load(start_of_row)
    best_position = 0
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        values = tl.load(start_of_row + offsets, mask=offsets < columns, other=LOWEST)
        value, position = tl.max(values, axis=0, return_indices=True)
        is_better = value > best_value
        best_position = tl.where(is_better, start + position, best_position)
        best_value = tl.where(is_better, value, best_value)
    # The first element is where the search starts, so a row that it leads needs no better value.
    tl.store(values_pointer + row, best_value)
    tl.store(positions_pointer + row, best_position.to(tl.int64))


def row_argmax(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    rows, columns = x.shape
    values = torch.empty(rows, device=x.device, dtype=x.dtype)
    positions = torch.empty(rows, device=x.device, dtype=torch.int64)
    lowest = -float("inf") if x.dtype.is_floating_point else -(2**31)
    block = min(1024, triton.next_power_of_2(columns))
    row_argmax_kernel[(rows,)](x, values, positions, columns, LOWEST=lowest, BLOCK=block)
    return values, positions
