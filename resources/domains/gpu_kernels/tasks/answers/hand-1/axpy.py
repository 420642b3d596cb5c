import torch
import triton
import triton.language as tl


@triton.jit
def axpy_kernel(alpha, x_ptr, y_ptr, output_ptr, n_elements, x_stride, y_stride, BLOCK_SIZE: tl.constexpr):
    program = tl.program_id(0).to(tl.int64)
    offsets = program * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets * x_stride, mask=mask, other=0.0).to(tl.float32)
    y = tl.load(y_ptr + offsets * y_stride, mask=mask, other=0.0).to(tl.float32)
    result = alpha * x + y
    tl.store(output_ptr + offsets, result.to(output_ptr.dtype.element_ty), mask=mask)


def axpy(alpha: float, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    n_elements = x.shape[0]
    output = torch.empty((n_elements,), dtype=x.dtype, device=x.device)
    if n_elements == 0:
        return output
    block_size = 1024
    axpy_kernel[(triton.cdiv(n_elements, block_size),)](
        alpha, x, y, output, n_elements, x.stride(0), y.stride(0), BLOCK_SIZE=block_size
    )
    return output
