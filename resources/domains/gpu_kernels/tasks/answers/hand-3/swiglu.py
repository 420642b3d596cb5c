import torch
import triton
import triton.language as tl


@triton.jit
def swiglu_kernel(p_ptr, out_ptr, N, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = cols < N
    g = tl.load(p_ptr + row * stride + cols, mask=mask, other=0.0).to(tl.float32)
    v = tl.load(p_ptr + row * stride + N + cols, mask=mask, other=0.0).to(tl.float32)
    y = g / (1.0 + tl.exp(-g)) * v
    tl.store(out_ptr + row * N + cols, y.to(out_ptr.dtype.element_ty), mask=mask)


def swiglu(projected: torch.Tensor) -> torch.Tensor:
    M = projected.shape[0]
    N = projected.shape[1] // 2
    out = torch.empty((M, N), dtype=projected.dtype, device=projected.device)
    if M == 0:
        return out
    BLOCK = min(1024, triton.next_power_of_2(N))
    swiglu_kernel[(M, triton.cdiv(N, BLOCK))](projected, out, N, projected.stride(0), BLOCK=BLOCK)
    return out
