import torch
import triton
import triton.language as tl


@triton.jit
def leaky_relu_kernel(
    x_pointer, output_pointer, rows, columns, x_row_stride, x_column_stride, negative_slope, BLOCK: tl.constexpr
):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < rows * columns
    row = offsets // columns
    column = offsets % columns
    x = tl.load(x_pointer + row * x_row_stride + column * x_column_stride, mask=mask, other=0.0).to(tl.float32)
    result = tl.where(x > 0.0, x, x * negative_slope)
    tl.store(output_pointer + offsets, result.to(output_pointer.dtype.element_ty), mask=mask)


def leaky_relu(x: torch.Tensor, negative_slope: float) -> torch.Tensor:
    rows, columns = x.shape
    output = torch.empty((rows, columns), device=x.device, dtype=x.dtype)
    block = 1024
    leaky_relu_kernel[(triton.cdiv(rows * columns, block),)](
        x, output, rows, columns, x.stride(0), x.stride(1), negative_slope, BLOCK=block
    )
    return output
