import torch
import triton
import triton.language as tl


@triton.jit
def max_pool_kernel(
    x_pointer, values_pointer, places_pointer, height, width, output_height, output_width, number_of_outputs, stride,
    padding, KERNEL_SIZE: tl.constexpr, BLOCK: tl.constexpr,
):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < number_of_outputs
    output_column = offsets % output_width
    output_row = offsets // output_width % output_height
    plane = (offsets // (output_width * output_height)).to(tl.int64)
    largest = tl.full((BLOCK,), float("-inf"), dtype=tl.float32)
    place = tl.zeros((BLOCK,), dtype=tl.int64)
    for i in range(KERNEL_SIZE):
        for j in range(KERNEL_SIZE):
            row = output_row * stride - padding + i
            column = output_column * stride - padding + j
            inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
            address = x_pointer + plane * height * width + row * width + column
            value = tl.load(address, mask=mask & inside, other=float("-inf")).to(tl.float32)
            better = value > largest
            largest = tl.where(better, value, largest)
            place = tl.where(better, (row * width + column).to(tl.int64), place)
    tl.store(values_pointer + offsets, largest.to(values_pointer.dtype.element_ty), mask=mask)
    tl.store(places_pointer + offsets, place, mask=mask)


def max_pool_2d(
    x: torch.Tensor, kernel_size: int, stride: int, padding: int
) -> tuple[torch.Tensor, torch.Tensor]:
    batch, channels, height, width = x.shape
    output_height = (height + 2 * padding - kernel_size) // stride + 1
    output_width = (width + 2 * padding - kernel_size) // stride + 1
    values = torch.empty((batch, channels, output_height, output_width), device=x.device, dtype=x.dtype)
    places = torch.empty((batch, channels, output_height, output_width), device=x.device, dtype=torch.int64)
    number_of_outputs = values.numel()
    block = 256
    max_pool_kernel[(triton.cdiv(number_of_outputs, block),)](
        x, values, places, height, width, output_height, output_width, number_of_outputs, stride, padding,
        KERNEL_SIZE=kernel_size, BLOCK=block,
    )
    return values, places
