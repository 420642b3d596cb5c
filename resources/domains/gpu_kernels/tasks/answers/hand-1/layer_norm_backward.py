import torch
import triton
import triton.language as tl


@triton.jit
def layer_norm_backward_rows_kernel(
    grad_output_ptr,
    x_ptr,
    weight_ptr,
    mean_ptr,
    inverse_deviation_ptr,
    grad_x_ptr,
    partial_grad_weight_ptr,
    partial_grad_bias_ptr,
    M,
    N,
    rows_per_program,
    BLOCK_SIZE: tl.constexpr,
):
    # A program works on some neighbouring rows and keeps its share of the sums over rows in registers.
    program = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK_SIZE)
    column_mask = columns < N
    weight = tl.load(weight_ptr + columns, mask=column_mask, other=0.0).to(tl.float32)

    grad_weight = tl.zeros((BLOCK_SIZE,), dtype=tl.float32)
    grad_bias = tl.zeros((BLOCK_SIZE,), dtype=tl.float32)
    for step in range(rows_per_program):
        row = program * rows_per_program + step
        row_exists = row < M
        mask = column_mask & row_exists
        grad_output = tl.load(grad_output_ptr + row * N + columns, mask=mask, other=0.0).to(tl.float32)
        x = tl.load(x_ptr + row * N + columns, mask=mask, other=0.0).to(tl.float32)
        mean = tl.load(mean_ptr + row, mask=row_exists, other=0.0)
        inverse_deviation = tl.load(inverse_deviation_ptr + row, mask=row_exists, other=0.0)

        normalised = tl.where(mask, (x - mean) * inverse_deviation, 0.0)
        g = grad_output * weight
        average_g = tl.sum(g, axis=0) / N
        average_g_normalised = tl.sum(g * normalised, axis=0) / N
        grad_x = inverse_deviation * (g - average_g - normalised * average_g_normalised)
        tl.store(grad_x_ptr + row * N + columns, grad_x.to(grad_x_ptr.dtype.element_ty), mask=mask)

        grad_weight += grad_output * normalised
        grad_bias += grad_output

    tl.store(partial_grad_weight_ptr + program * N + columns, grad_weight, mask=column_mask)
    tl.store(partial_grad_bias_ptr + program * N + columns, grad_bias, mask=column_mask)


@triton.jit
def sum_partials_kernel(
    partial_grad_weight_ptr,
    partial_grad_bias_ptr,
    grad_weight_ptr,
    grad_bias_ptr,
    n_partials,
    N,
    BLOCK_P: tl.constexpr,
    BLOCK_N: tl.constexpr,
):
    columns = tl.program_id(0) * BLOCK_N + tl.arange(0, BLOCK_N)
    column_mask = columns < N
    grad_weight = tl.zeros((BLOCK_P, BLOCK_N), dtype=tl.float32)
    grad_bias = tl.zeros((BLOCK_P, BLOCK_N), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK_P):
        partials = start + tl.arange(0, BLOCK_P)
        mask = (partials[:, None] < n_partials) & column_mask[None, :]
        offsets = partials[:, None] * N + columns[None, :]
        grad_weight += tl.load(partial_grad_weight_ptr + offsets, mask=mask, other=0.0)
        grad_bias += tl.load(partial_grad_bias_ptr + offsets, mask=mask, other=0.0)

    grad_weight_sum = tl.sum(grad_weight, axis=0)
    grad_bias_sum = tl.sum(grad_bias, axis=0)
    tl.store(grad_weight_ptr + columns, grad_weight_sum.to(grad_weight_ptr.dtype.element_ty), mask=column_mask)
    tl.store(grad_bias_ptr + columns, grad_bias_sum.to(grad_bias_ptr.dtype.element_ty), mask=column_mask)


def layer_norm_backward(
    grad_output: torch.Tensor,
    x: torch.Tensor,
    weight: torch.Tensor,
    mean: torch.Tensor,
    inverse_deviation: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    M, N = x.shape
    grad_x = torch.empty((M, N), dtype=x.dtype, device=x.device)
    if M == 0:
        grad_weight = torch.zeros((N,), dtype=x.dtype, device=x.device)
        grad_bias = torch.zeros((N,), dtype=x.dtype, device=x.device)
        return grad_x, grad_weight, grad_bias
    grad_weight = torch.empty((N,), dtype=x.dtype, device=x.device)
    grad_bias = torch.empty((N,), dtype=x.dtype, device=x.device)

    rows_per_program = triton.cdiv(M, 256)
    n_programs = triton.cdiv(M, rows_per_program)
    partial_grad_weight = torch.empty((n_programs, N), dtype=torch.float32, device=x.device)
    partial_grad_bias = torch.empty((n_programs, N), dtype=torch.float32, device=x.device)

    block_size = triton.next_power_of_2(N)
    num_warps = 4 if block_size <= 1024 else 8
    layer_norm_backward_rows_kernel[(n_programs,)](
        grad_output,
        x,
        weight,
        mean,
        inverse_deviation,
        grad_x,
        partial_grad_weight,
        partial_grad_bias,
        M,
        N,
        rows_per_program,
        BLOCK_SIZE=block_size,
        num_warps=num_warps,
    )

    block_n = 64
    sum_partials_kernel[(triton.cdiv(N, block_n),)](
        partial_grad_weight,
        partial_grad_bias,
        grad_weight,
        grad_bias,
        n_programs,
        N,
        BLOCK_P=16,
        BLOCK_N=block_n,
    )
    return grad_x, grad_weight, grad_bias
