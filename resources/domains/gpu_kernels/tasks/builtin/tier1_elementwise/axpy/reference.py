import torch
import triton
import triton.language as tl


@triton.jit
def axpy_kernel(alpha, x_pointer, y_pointer, output_pointer, length, x_stride, y_stride, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < length
    x = tl.load(x_pointer + offsets * x_stride, mask=mask).to(tl.float32)
    y = tl.load(y_pointer + offsets * y_stride, mask=mask).to(tl.float32)
    result = alpha * x + y
    tl.store(output_pointer + offsets, result.to(output_pointer.dtype.element_ty), mask=mask)


def axpy(alpha: float, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    length = x.numel()
    output = torch.empty(length, device=x.device, dtype=x.dtype)
    block = 512
    axpy_kernel[(triton.cdiv(length, block),)](
        alpha, x, y, output, length, x.stride(0), y.stride(0), BLOCK=block
    )
    return output
