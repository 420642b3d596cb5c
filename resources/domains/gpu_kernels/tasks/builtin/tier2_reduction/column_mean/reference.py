import torch
import triton
import triton.language as tl


@triton.jit
def column_mean_kernel(
    x_pointer, output_pointer, row_stride, rows, columns, BLOCK_ROWS: tl.constexpr, BLOCK_COLUMNS: tl.constexpr
):
    column = tl.program_id(0) * BLOCK_COLUMNS + tl.arange(0, BLOCK_COLUMNS)
    column_mask = column < columns
    total = tl.zeros((BLOCK_COLUMNS,), dtype=tl.float32)
    for start in range(0, rows, BLOCK_ROWS):
        row = start + tl.arange(0, BLOCK_ROWS)
        mask = (row[:, None] < rows) & column_mask[None, :]
        values = tl.load(x_pointer + row[:, None] * row_stride + column[None, :], mask=mask, other=0.0)
        total += tl.sum(values.to(tl.float32), axis=0)
    tl.store(output_pointer + column, (total / rows).to(output_pointer.dtype.element_ty), mask=column_mask)


def column_mean(x: torch.Tensor) -> torch.Tensor:
    rows, columns = x.shape
    output = torch.empty(columns, device=x.device, dtype=x.dtype)
    block_columns = 64
    column_mean_kernel[(triton.cdiv(columns, block_columns),)](
        x, output, x.stride(0), rows, columns, BLOCK_ROWS=32, BLOCK_COLUMNS=block_columns
    )
    return output
