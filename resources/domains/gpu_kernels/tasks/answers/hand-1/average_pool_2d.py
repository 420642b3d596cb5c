import torch
import triton
import triton.language as tl


@triton.jit
def average_pool_2d_kernel(
    x_ptr,
    output_ptr,
    n_outputs,
    height,
    width,
    output_height,
    output_width,
    stride,
    padding,
    KERNEL_SIZE: tl.constexpr,
    BLOCK_SIZE: tl.constexpr,
):
    # Each lane computes one output element.
    program = tl.program_id(0).to(tl.int64)
    offsets = program * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_outputs

    output_column = offsets % output_width
    output_row = (offsets // output_width) % output_height
    plane = offsets // output_width // output_height

    first_row = output_row * stride - padding
    first_column = output_column * stride - padding
    plane_ptr = x_ptr + plane * height * width

    total = tl.zeros((BLOCK_SIZE,), dtype=tl.float32)
    count = tl.zeros((BLOCK_SIZE,), dtype=tl.float32)
    for window_row in range(KERNEL_SIZE):
        for window_column in range(KERNEL_SIZE):
            row = first_row + window_row
            column = first_column + window_column
            inside = mask & (row >= 0) & (row < height) & (column >= 0) & (column < width)
            value = tl.load(plane_ptr + row * width + column, mask=inside, other=0.0)
            total += value.to(tl.float32)
            count += tl.where(inside, 1.0, 0.0)

    # Lanes beyond the end have counted nothing; keep their division harmless.
    mean = total / tl.maximum(count, 1.0)
    tl.store(output_ptr + offsets, mean.to(output_ptr.dtype.element_ty), mask=mask)


def average_pool_2d(x: torch.Tensor, kernel_size: int, stride: int, padding: int) -> torch.Tensor:
    batch, channels, height, width = x.shape
    output_height = (height + 2 * padding - kernel_size) // stride + 1
    output_width = (width + 2 * padding - kernel_size) // stride + 1
    output = torch.empty((batch, channels, output_height, output_width), dtype=x.dtype, device=x.device)
    n_outputs = output.numel()
    if n_outputs == 0:
        return output

    block_size = 256
    average_pool_2d_kernel[(triton.cdiv(n_outputs, block_size),)](
        x,
        output,
        n_outputs,
        height,
        width,
        output_height,
        output_width,
        stride,
        padding,
        KERNEL_SIZE=kernel_size,
        BLOCK_SIZE=block_size,
    )
    return output
