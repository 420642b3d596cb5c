import torch
import triton
import triton.language as tl


@triton.jit
def average_pool_kernel(
    x_pointer, output_pointer, height, width, output_height, output_width, number_of_outputs, stride, padding,
    KERNEL_SIZE: tl.constexpr, BLOCK: tl.constexpr,
):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < number_of_outputs
    output_column = offsets % output_width
    output_row = offsets // output_width % output_height
    plane = (offsets // (output_width * output_height)).to(tl.int64)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    count = tl.zeros((BLOCK,), dtype=tl.float32)
    for i in range(KERNEL_SIZE):
        for j in range(KERNEL_SIZE):
            row = output_row * stride - padding + i
            column = output_column * stride - padding + j
            inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
            address = x_pointer + plane * height * width + row * width + column
            total += tl.load(address, mask=mask & inside, other=0.0).to(tl.float32)
            count += tl.where(inside, 1.0, 0.0)
    tl.store(output_pointer + offsets, (total / count).to(output_pointer.dtype.element_ty), mask=mask)


def average_pool_2d(x: torch.Tensor, kernel_size: int, stride: int, padding: int) -> torch.Tensor:
    batch, channels, height, width = x.shape
    output_height = (height + 2 * padding - kernel_size) // stride + 1
    output_width = (width + 2 * padding - kernel_size) // stride + 1
    output = torch.empty((batch, channels, output_height, output_width), device=x.device, dtype=x.dtype)
    number_of_outputs = output.numel()
    block = 256
    average_pool_kernel[(triton.cdiv(number_of_outputs, block),)](
        x, output, height, width, output_height, output_width, number_of_outputs, stride, padding,
        KERNEL_SIZE=kernel_size, BLOCK=block,
    )
    return output
