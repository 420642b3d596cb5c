import torch
import triton
import triton.language as tl


@triton.jit
def weighted_sum_backward_kernel(
    x_pointer, weight_pointer, grad_y_pointer, grad_x_pointer, grad_weight_pointer,
    x_row_stride, grad_y_stride, rows, columns, BLOCK_ROWS: tl.constexpr, BLOCK_COLUMNS: tl.constexpr,
):
    column = tl.program_id(0) * BLOCK_COLUMNS + tl.arange(0, BLOCK_COLUMNS)
    column_mask = column < columns
    weight = tl.load(weight_pointer + column, mask=column_mask, other=0.0).to(tl.float32)
    grad_weight = tl.zeros((BLOCK_COLUMNS,), dtype=tl.float32)
    for start in range(0, rows, BLOCK_ROWS):
        row = (start + tl.arange(0, BLOCK_ROWS)).to(tl.int64)
        row_mask = row < rows
        mask = row_mask[:, None] & column_mask[None, :]
        grad_y = tl.load(grad_y_pointer + row * grad_y_stride, mask=row_mask, other=0.0).to(tl.float32)
        x = tl.load(x_pointer + row[:, None] * x_row_stride + column[None, :], mask=mask, other=0.0).to(tl.float32)
        grad_weight += tl.sum(grad_y[:, None] * x, axis=0)
        grad_x = grad_y[:, None] * weight[None, :]
        tl.store(
            grad_x_pointer + row[:, None] * columns + column[None, :],
            grad_x.to(grad_x_pointer.dtype.element_ty),
            mask=mask,
        )
    tl.store(grad_weight_pointer + column, grad_weight.to(grad_weight_pointer.dtype.element_ty), mask=column_mask)


def weighted_sum_backward(
    x: torch.Tensor, weight: torch.Tensor, grad_y: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    rows, columns = x.shape
    grad_x = torch.empty((rows, columns), device=x.device, dtype=x.dtype)
    grad_weight = torch.empty(columns, device=x.device, dtype=x.dtype)
    block_columns = 64
    weighted_sum_backward_kernel[(triton.cdiv(columns, block_columns),)](
        x, weight, grad_y, grad_x, grad_weight, x.stride(0), grad_y.stride(0), rows, columns,
        BLOCK_ROWS=32, BLOCK_COLUMNS=block_columns,
    )
    return grad_x, grad_weight
