import torch
import triton
import triton.language as tl


@triton.jit
def seeded_dropout_kernel(
    x_pointer, output_pointer, number_of_elements, probability, scale, seed, BLOCK: tl.constexpr
):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < number_of_elements
    x = tl.load(x_pointer + offsets, mask=mask, other=0.0).to(tl.float32)
    is_kept = tl.rand(seed, offsets) >= probability
    result = tl.where(is_kept, x * scale, 0.0)
    tl.store(output_pointer + offsets, result.to(output_pointer.dtype.element_ty), mask=mask)


def seeded_dropout(x: torch.Tensor, probability: float, seed: int) -> torch.Tensor:
    output = torch.empty_like(x)
    number_of_elements = x.numel()
    block = 512
    seeded_dropout_kernel[(triton.cdiv(number_of_elements, block),)](
        x, output, number_of_elements, probability, 1.0 / (1.0 - probability), seed, BLOCK=block
    )
    return output
