import torch
import triton
import triton.language as tl


@triton.jit
def add_rms_norm_kernel(
    x_ptr,
    residual_ptr,
    weight_ptr,
    normalised_ptr,
    total_ptr,
    n_columns,
    epsilon,
    BLOCK_SIZE: tl.constexpr,
):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK_SIZE)
    mask = columns < n_columns
    row_start = row * n_columns

    x = tl.load(x_ptr + row_start + columns, mask=mask, other=0.0).to(tl.float32)
    residual = tl.load(residual_ptr + row_start + columns, mask=mask, other=0.0).to(tl.float32)
    weight = tl.load(weight_ptr + columns, mask=mask, other=0.0).to(tl.float32)

    # Masked lanes are 0 + 0, so they add nothing to the sum of squares.
    total = x + residual
    mean_square = tl.sum(total * total, axis=0) / n_columns
    normalised = total / tl.sqrt(mean_square + epsilon) * weight

    tl.store(total_ptr + row_start + columns, total.to(total_ptr.dtype.element_ty), mask=mask)
    tl.store(
        normalised_ptr + row_start + columns,
        normalised.to(normalised_ptr.dtype.element_ty),
        mask=mask,
    )


def add_rms_norm(
    x: torch.Tensor, residual: torch.Tensor, weight: torch.Tensor, epsilon: float
) -> tuple[torch.Tensor, torch.Tensor]:
    n_rows, n_columns = x.shape
    normalised = torch.empty((n_rows, n_columns), dtype=x.dtype, device=x.device)
    total = torch.empty((n_rows, n_columns), dtype=x.dtype, device=x.device)
    if n_rows == 0:
        return normalised, total

    block_size = triton.next_power_of_2(n_columns)
    num_warps = 4 if block_size <= 2048 else 8
    add_rms_norm_kernel[(n_rows,)](
        x,
        residual,
        weight,
        normalised,
        total,
        n_columns,
        epsilon,
        BLOCK_SIZE=block_size,
        num_warps=num_warps,
    )
    return normalised, total
