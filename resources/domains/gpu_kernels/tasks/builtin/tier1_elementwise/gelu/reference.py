import torch
import triton
import triton.language as tl


@triton.jit
def gelu_kernel(x_pointer, output_pointer, number_of_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < number_of_elements
    x = tl.load(x_pointer + offsets, mask=mask, other=0.0).to(tl.float32)
    inverse_square_root_of_2 = 0.7071067811865476
    result = 0.5 * x * (1.0 + tl.erf(x * inverse_square_root_of_2))
    tl.store(output_pointer + offsets, result.to(output_pointer.dtype.element_ty), mask=mask)


def gelu(x: torch.Tensor) -> torch.Tensor:
    output = torch.empty_like(x)
    number_of_elements = x.numel()
    block = 1024
    gelu_kernel[(triton.cdiv(number_of_elements, block),)](x, output, number_of_elements, BLOCK=block)
    return output
