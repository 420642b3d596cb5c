import torch
import triton
import triton.language as tl


@triton.jit
def cumulative_sum_kernel(x_pointer, output_pointer, columns, EXCLUSIVE: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x_row = x_pointer + row * columns
    output_row = output_pointer + row * columns
    carry = tl.zeros((1,), dtype=x_pointer.dtype.element_ty)
    shift = 1 if EXCLUSIVE else 0
    if EXCLUSIVE:
        tl.store(output_row + tl.arange(0, 1), carry)
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        x = tl.load(x_row + offsets, mask=offsets < columns, other=0)
        running = tl.cumsum(x, axis=0) + carry
        tl.store(output_row + offsets + shift, running, mask=offsets + shift < columns)
        carry += tl.sum(x, axis=0)


def row_cumulative_sum(x: torch.Tensor, exclusive: bool) -> torch.Tensor:
    rows, columns = x.shape
    output = torch.empty_like(x)
    block = min(512, triton.next_power_of_2(columns))
    cumulative_sum_kernel[(rows,)](x, output, columns, EXCLUSIVE=exclusive, BLOCK=block)
    return output
