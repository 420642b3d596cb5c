import torch
import triton
import triton.language as tl


@triton.jit
def add_rms_norm_kernel(
    x_pointer, residual_pointer, weight_pointer, normalised_pointer, total_pointer, columns, epsilon,
    BLOCK: tl.constexpr,
):
    row = tl.program_id(0).to(tl.int64)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    position = row * columns + offsets
    x = tl.load(x_pointer + position, mask=mask, other=0.0).to(tl.float32)
    residual = tl.load(residual_pointer + position, mask=mask, other=0.0).to(tl.float32)
    total = x + residual
    mean_square = tl.sum(total * total, axis=0) / columns
    weight = tl.load(weight_pointer + offsets, mask=mask, other=0.0).to(tl.float32)
    normalised = total * (1.0 / tl.sqrt(mean_square + epsilon)) * weight
    tl.store(normalised_pointer + position, normalised.to(normalised_pointer.dtype.element_ty), mask=mask)
    tl.store(total_pointer + position, total.to(total_pointer.dtype.element_ty), mask=mask)


def add_rms_norm(
    x: torch.Tensor, residual: torch.Tensor, weight: torch.Tensor, epsilon: float
) -> tuple[torch.Tensor, torch.Tensor]:
    rows, columns = x.shape
    normalised = torch.empty_like(x)
    total = torch.empty_like(x)
    block = triton.next_power_of_2(columns)
    add_rms_norm_kernel[(rows,)](
        x, residual, weight, normalised, total, columns, epsilon, BLOCK=block, num_warps=8 if block >= 2048 else 4
    )
    return normalised, total
