import torch
import triton
import triton.language as tl


@triton.jit
def weighted_sum_backward_kernel(
    x_ptr,
    weight_ptr,
    grad_y_ptr,
    grad_x_ptr,
    grad_weight_ptr,
    M,
    N,
    stride_x_row,
    stride_grad_y,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
):
    # One program owns a block of columns and walks over all rows, so that no atomics are needed.
    program = tl.program_id(0).to(tl.int64)
    columns = program * BLOCK_N + tl.arange(0, BLOCK_N)
    column_mask = columns < N
    weight = tl.load(weight_ptr + columns, mask=column_mask, other=0.0).to(tl.float32)

    partial_sums = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for row_start in range(0, M, BLOCK_M):
        rows = (row_start + tl.arange(0, BLOCK_M)).to(tl.int64)
        row_mask = rows < M
        mask = row_mask[:, None] & column_mask[None, :]
        grad_y = tl.load(grad_y_ptr + rows * stride_grad_y, mask=row_mask, other=0.0).to(tl.float32)
        x = tl.load(x_ptr + rows[:, None] * stride_x_row + columns[None, :], mask=mask, other=0.0)

        grad_x = grad_y[:, None] * weight[None, :]
        tl.store(
            grad_x_ptr + rows[:, None] * N + columns[None, :],
            grad_x.to(grad_x_ptr.dtype.element_ty),
            mask=mask,
        )
        partial_sums += grad_y[:, None] * x.to(tl.float32)

    grad_weight = tl.sum(partial_sums, axis=0)
    tl.store(grad_weight_ptr + columns, grad_weight.to(grad_weight_ptr.dtype.element_ty), mask=column_mask)


def weighted_sum_backward(
    x: torch.Tensor, weight: torch.Tensor, grad_y: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    M, N = x.shape
    grad_x = torch.empty((M, N), dtype=x.dtype, device=x.device)
    if M == 0:
        return grad_x, torch.zeros((N,), dtype=x.dtype, device=x.device)
    grad_weight = torch.empty((N,), dtype=x.dtype, device=x.device)
    block_m, block_n = 32, 64
    weighted_sum_backward_kernel[(triton.cdiv(N, block_n),)](
        x,
        weight,
        grad_y,
        grad_x,
        grad_weight,
        M,
        N,
        x.stride(0),
        grad_y.stride(0),
        BLOCK_M=block_m,
        BLOCK_N=block_n,
    )
    return grad_x, grad_weight
