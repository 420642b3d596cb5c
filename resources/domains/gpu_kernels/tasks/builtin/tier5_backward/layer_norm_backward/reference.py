import torch
import triton
import triton.language as tl


@triton.jit
def grad_x_kernel(
    grad_output_pointer, x_pointer, weight_pointer, mean_pointer, inverse_deviation_pointer,
    grad_x_pointer, partial_weight_pointer, partial_bias_pointer, rows, columns, programs, BLOCK: tl.constexpr,
):
    program = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    weight = tl.load(weight_pointer + offsets, mask=mask, other=0.0).to(tl.float32)
    partial_weight = tl.zeros((BLOCK,), dtype=tl.float32)
    partial_bias = tl.zeros((BLOCK,), dtype=tl.float32)
    position = program.to(tl.int64) * columns + offsets
    for row in range(program, rows, programs):
        grad_output = tl.load(grad_output_pointer + position, mask=mask, other=0.0).to(tl.float32)
        x = tl.load(x_pointer + position, mask=mask, other=0.0).to(tl.float32)
        mean = tl.load(mean_pointer + row)
        inverse_deviation = tl.load(inverse_deviation_pointer + row)
        normalised = tl.where(mask, (x - mean) * inverse_deviation, 0.0)
        partial_weight += grad_output * normalised
        partial_bias += grad_output
        weighted = grad_output * weight
        average = tl.sum(weighted, axis=0) / columns
        projection = tl.sum(weighted * normalised, axis=0) / columns
        grad_x = inverse_deviation * (weighted - average - normalised * projection)
        tl.store(grad_x_pointer + position, grad_x.to(grad_x_pointer.dtype.element_ty), mask=mask)
        position += programs * columns
    tl.store(partial_weight_pointer + program * columns + offsets, partial_weight, mask=mask)
    tl.store(partial_bias_pointer + program * columns + offsets, partial_bias, mask=mask)


@triton.jit
def grad_parameters_kernel(
    partial_weight_pointer, partial_bias_pointer, grad_weight_pointer, grad_bias_pointer, columns,
    PROGRAMS: tl.constexpr, BLOCK: tl.constexpr,
):
    column = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    program = tl.arange(0, PROGRAMS)
    mask = column < columns
    offsets = program[:, None] * columns + column[None, :]
    grad_weight = tl.sum(tl.load(partial_weight_pointer + offsets, mask=mask[None, :], other=0.0), axis=0)
    grad_bias = tl.sum(tl.load(partial_bias_pointer + offsets, mask=mask[None, :], other=0.0), axis=0)
    tl.store(grad_weight_pointer + column, grad_weight.to(grad_weight_pointer.dtype.element_ty), mask=mask)
    tl.store(grad_bias_pointer + column, grad_bias.to(grad_bias_pointer.dtype.element_ty), mask=mask)


def layer_norm_backward(
    grad_output: torch.Tensor,
    x: torch.Tensor,
    weight: torch.Tensor,
    mean: torch.Tensor,
    inverse_deviation: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    rows, columns = x.shape
    grad_x = torch.empty_like(x)
    grad_weight = torch.empty_like(weight)
    grad_bias = torch.empty_like(weight)
    programs = min(64, triton.next_power_of_2(max(rows, 1)))
    partial_weight = torch.empty((programs, columns), device=x.device, dtype=torch.float32)
    partial_bias = torch.empty((programs, columns), device=x.device, dtype=torch.float32)
    grad_x_kernel[(programs,)](
        grad_output, x, weight, mean, inverse_deviation, grad_x, partial_weight, partial_bias, rows, columns,
        programs, BLOCK=triton.next_power_of_2(columns),
    )
    block = 64
    grad_parameters_kernel[(triton.cdiv(columns, block),)](
        partial_weight, partial_bias, grad_weight, grad_bias, columns, PROGRAMS=programs, BLOCK=block
    )
    return grad_x, grad_weight, grad_bias
