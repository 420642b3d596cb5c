import torch
import triton
import triton.language as tl


@triton.jit
def masked_dropout_kernel(x_ptr, keep_ptr, output_ptr, n_elements, keep_probability, BLOCK_SIZE: tl.constexpr):
    program = tl.program_id(0).to(tl.int64)
    offsets = program * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    keep = tl.load(keep_ptr + offsets, mask=mask, other=0)
    result = tl.where(keep != 0, x / keep_probability, 0.0)
    tl.store(output_ptr + offsets, result.to(output_ptr.dtype.element_ty), mask=mask)


def masked_dropout(x: torch.Tensor, keep: torch.Tensor, probability: float) -> torch.Tensor:
    output = torch.empty(x.shape, dtype=x.dtype, device=x.device)
    n_elements = x.numel()
    if n_elements == 0:
        return output
    block_size = 1024
    masked_dropout_kernel[(triton.cdiv(n_elements, block_size),)](
        x, keep, output, n_elements, 1.0 - probability, BLOCK_SIZE=block_size
    )
    return output
