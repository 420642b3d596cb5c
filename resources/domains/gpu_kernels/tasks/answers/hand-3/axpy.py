import torch
import triton
import triton.language as tl


@triton.jit
def axpy_kernel(x_ptr, y_ptr, out_ptr, alpha, n, stride_x, stride_y, BLOCK: tl.constexpr):
    offs = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    x = tl.load(x_ptr + offs * stride_x, mask=mask, other=0.0).to(tl.float32)
    y = tl.load(y_ptr + offs * stride_y, mask=mask, other=0.0).to(tl.float32)
    out = alpha * x + y
    tl.store(out_ptr + offs, out.to(out_ptr.dtype.element_ty), mask=mask)


def axpy(alpha: float, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    n = x.shape[0]
    out = torch.empty((n,), dtype=x.dtype, device=x.device)
    BLOCK = 1024
    axpy_kernel[(triton.cdiv(n, BLOCK),)](x, y, out, float(alpha), n, x.stride(0), y.stride(0), BLOCK=BLOCK)
    return out
