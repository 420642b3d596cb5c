import torch
import triton
import triton.language as tl


@triton.jit(do_not_specialize=["seed"])
def seeded_dropout_kernel(
    x_ptr,
    output_ptr,
    n_elements,
    probability,
    keep_probability,
    seed,
    BLOCK_SIZE: tl.constexpr,
):
    # Fewer than 2^31 elements: 32-bit offsets, which are also the counters of the generator.
    offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    random = tl.rand(seed, offsets)
    result = tl.where(random >= probability, x / keep_probability, 0.0)
    tl.store(output_ptr + offsets, result.to(output_ptr.dtype.element_ty), mask=mask)


def seeded_dropout(x: torch.Tensor, probability: float, seed: int) -> torch.Tensor:
    output = torch.empty(x.shape, dtype=x.dtype, device=x.device)
    n_elements = x.numel()
    if n_elements == 0:
        return output
    block_size = 1024
    seeded_dropout_kernel[(triton.cdiv(n_elements, block_size),)](
        x, output, n_elements, probability, 1.0 - probability, seed, BLOCK_SIZE=block_size
    )
    return output
