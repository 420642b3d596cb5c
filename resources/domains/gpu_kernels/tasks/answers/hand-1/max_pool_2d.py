import torch
import triton
import triton.language as tl


@triton.jit
def max_pool_2d_kernel(
    x_ptr,
    values_ptr,
    places_ptr,
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
    program = tl.program_id(0).to(tl.int64)
    offsets = program * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_outputs

    output_column = offsets % output_width
    output_row = (offsets // output_width) % output_height
    plane = offsets // output_width // output_height
    first_row = output_row * stride - padding
    first_column = output_column * stride - padding
    plane_ptr = x_ptr + plane * height * width

    best = tl.full((BLOCK_SIZE,), -float("inf"), tl.float32)
    place = tl.zeros((BLOCK_SIZE,), dtype=tl.int64)
    for window_row in range(KERNEL_SIZE):
        for window_column in range(KERNEL_SIZE):
            row = first_row + window_row
            column = first_column + window_column
            inside = mask & (row >= 0) & (row < height) & (column >= 0) & (column < width)
            position = row * width + column
            value = tl.load(plane_ptr + position, mask=inside, other=-float("inf")).to(tl.float32)
            # Strictly greater: of equal maxima the first one stays.
            larger = inside & (value > best)
            best = tl.where(larger, value, best)
            place = tl.where(larger, position, place)

    tl.store(values_ptr + offsets, best.to(values_ptr.dtype.element_ty), mask=mask)
    tl.store(places_ptr + offsets, place, mask=mask)


def max_pool_2d(
    x: torch.Tensor, kernel_size: int, stride: int, padding: int
) -> tuple[torch.Tensor, torch.Tensor]:
    batch, channels, height, width = x.shape
    output_height = (height + 2 * padding - kernel_size) // stride + 1
    output_width = (width + 2 * padding - kernel_size) // stride + 1
    shape = (batch, channels, output_height, output_width)
    values = torch.empty(shape, dtype=x.dtype, device=x.device)
    places = torch.empty(shape, dtype=torch.int64, device=x.device)
    n_outputs = values.numel()
    if n_outputs == 0:
        return values, places
    block_size = 256
    max_pool_2d_kernel[(triton.cdiv(n_outputs, block_size),)](
        x,
        values,
        places,
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
    return values, places
