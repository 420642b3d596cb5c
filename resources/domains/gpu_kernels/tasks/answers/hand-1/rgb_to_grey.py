import torch
import triton
import triton.language as tl


@triton.jit
def rgb_to_grey_kernel(image_ptr, output_ptr, n_pixels, BLOCK_SIZE: tl.constexpr):
    program = tl.program_id(0).to(tl.int64)
    pixels = program * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = pixels < n_pixels
    red = tl.load(image_ptr + pixels * 3, mask=mask, other=0).to(tl.int32)
    green = tl.load(image_ptr + pixels * 3 + 1, mask=mask, other=0).to(tl.int32)
    blue = tl.load(image_ptr + pixels * 3 + 2, mask=mask, other=0).to(tl.int32)
    grey = (77 * red + 150 * green + 29 * blue + 128) >> 8
    tl.store(output_ptr + pixels, grey.to(tl.uint8), mask=mask)


def rgb_to_grey(image: torch.Tensor) -> torch.Tensor:
    H, W, _ = image.shape
    output = torch.empty((H, W), dtype=torch.uint8, device=image.device)
    n_pixels = H * W
    if n_pixels == 0:
        return output
    block_size = 1024
    rgb_to_grey_kernel[(triton.cdiv(n_pixels, block_size),)](image, output, n_pixels, BLOCK_SIZE=block_size)
    return output
