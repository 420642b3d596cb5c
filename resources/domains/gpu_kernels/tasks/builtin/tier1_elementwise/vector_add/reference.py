import torch
import triton
import triton.language as tl


@triton.jit
def vector_add_kernel(x_pointer, y_pointer, output_pointer, length, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < length
    x = tl.load(x_pointer + offsets, mask=mask)
    y = tl.load(y_pointer + offsets, mask=mask)
    if output_pointer.dtype.element_ty.is_floating():
        total = x.to(tl.float32) + y.to(tl.float32)
    else:
        total = x + y
    tl.store(output_pointer + offsets, total.to(output_pointer.dtype.element_ty), mask=mask)


def vector_add(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    output = torch.empty_like(x)
    length = x.numel()
    block = 1024
    vector_add_kernel[(triton.cdiv(length, block),)](x, y, output, length, BLOCK=block)
    return output
