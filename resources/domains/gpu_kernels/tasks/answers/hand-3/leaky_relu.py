import torch
import triton
import triton.language as tl


@triton.jit
def leaky_relu_kernel(x_ptr, out_ptr, total, N, s0, s1, slope, BLOCK: tl.constexpr):
    offs = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < total
    row = offs // N
    col = offs % N
    x = tl.load(x_ptr + row * s0 + col * s1, mask=mask, other=0.0).to(tl.float32)
    y = tl.where(x > 0, x, x * slope)
    tl.store(out_ptr + offs, y.to(out_ptr.dtype.element_ty), mask=mask)


def leaky_relu(x: torch.Tensor, negative_slope: float) -> torch.Tensor:
    M, N = x.shape
    out = torch.empty((M, N), dtype=x.dtype, device=x.device)
    total = M * N
    if total == 0:
        return out
    BLOCK = 1024
    leaky_relu_kernel[(triton.cdiv(total, BLOCK),)](
        x, out, total, N, x.stride(0), x.stride(1), float(negative_slope), BLOCK=BLOCK
    )
    return out
