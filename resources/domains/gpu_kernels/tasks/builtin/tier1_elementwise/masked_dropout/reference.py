import torch
import triton
import triton.language as tl


@triton.jit
def masked_dropout_kernel(x_pointer, keep_pointer, output_pointer, number_of_elements, scale, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < number_of_elements
    x = tl.load(x_pointer + offsets, mask=mask, other=0.0).to(tl.float32)
    keep = tl.load(keep_pointer + offsets, mask=mask, other=0)
    result = tl.where(keep != 0, x * scale, 0.0)
    tl.store(output_pointer + offsets, result.to(output_pointer.dtype.element_ty), mask=mask)


def masked_dropout(x: torch.Tensor, keep: torch.Tensor, probability: float) -> torch.Tensor:
    output = torch.empty_like(x)
    number_of_elements = x.numel()
    block = 1024
    masked_dropout_kernel[(triton.cdiv(number_of_elements, block),)](
        x, keep, output, number_of_elements, 1.0 / (1.0 - probability), BLOCK=block
    )
    return output
