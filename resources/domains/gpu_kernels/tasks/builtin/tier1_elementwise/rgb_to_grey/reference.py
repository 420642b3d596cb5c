import torch
import triton
import triton.language as tl


@triton.jit
def rgb_to_grey_kernel(image_pointer, grey_pointer, number_of_pixels, BLOCK: tl.constexpr):
    pixels = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = pixels < number_of_pixels
    red = tl.load(image_pointer + pixels * 3, mask=mask, other=0).to(tl.int32)
    green = tl.load(image_pointer + pixels * 3 + 1, mask=mask, other=0).to(tl.int32)
    blue = tl.load(image_pointer + pixels * 3 + 2, mask=mask, other=0).to(tl.int32)
    grey = (77 * red + 150 * green + 29 * blue + 128) >> 8
    tl.store(grey_pointer + pixels, grey.to(tl.uint8), mask=mask)


def rgb_to_grey(image: torch.Tensor) -> torch.Tensor:
    height, width, _ = image.shape
    grey = torch.empty((height, width), device=image.device, dtype=torch.uint8)
    number_of_pixels = height * width
    block = 512
    rgb_to_grey_kernel[(triton.cdiv(number_of_pixels, block),)](image, grey, number_of_pixels, BLOCK=block)
    return grey
