import torch
import triton
import triton.language as tl


@triton.jit
def layer_norm_kernel(
    x_pointer, weight_pointer, bias_pointer, output_pointer, row_stride, columns, epsilon, BLOCK: tl.constexpr
):
    row = tl.program_id(0).to(tl.int64)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    x = tl.load(x_pointer + row * row_stride + offsets, mask=mask, other=0.0).to(tl.float32)
    mean = tl.sum(x, axis=0) / columns
    centred = tl.where(mask, x - mean, 0.0)
    variance = tl.sum(centred * centred, axis=0) / columns
    weight = tl.load(weight_pointer + offsets, mask=mask, other=0.0).to(tl.float32)
    bias = tl.load(bias_pointer + offsets, mask=mask, other=0.0).to(tl.float32)
    result = centred * (1.0 / tl.sqrt(variance + epsilon)) * weight + bias
    tl.store(output_pointer + row * columns + offsets, result.to(output_pointer.dtype.element_ty), mask=mask)


def layer_norm(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, epsilon: float) -> torch.Tensor:
    rows, columns = x.shape
    output = torch.empty((rows, columns), device=x.device, dtype=x.dtype)
    block = triton.next_power_of_2(columns)
    layer_norm_kernel[(rows,)](
        x, weight, bias, output, x.stride(0), columns, epsilon, BLOCK=block, num_warps=8 if block >= 2048 else 4
    )
    return output
