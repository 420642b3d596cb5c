import torch
import triton
import triton.language as tl


@triton.jit
def causal_conv_kernel(
    x_ptr, w_ptr, b_ptr, out_ptr, T, C, sxb, sxt,
    W: tl.constexpr, BT: tl.constexpr, BC: tl.constexpr,
):
    batch = tl.program_id(2).to(tl.int64)
    t = tl.program_id(0) * BT + tl.arange(0, BT)
    c = tl.program_id(1) * BC + tl.arange(0, BC)
    cmask = c < C
    bias = tl.load(b_ptr + c, mask=cmask, other=0.0).to(tl.float32)
    acc = tl.zeros((BT, BC), dtype=tl.float32) + bias[None, :]
    for w in range(W):
        pos = t - (W - 1) + w
        wt = tl.load(w_ptr + c * W + w, mask=cmask, other=0.0).to(tl.float32)
        mask = (pos[:, None] >= 0) & (pos[:, None] < T) & cmask[None, :]
        v = tl.load(
            x_ptr + batch * sxb + pos[:, None].to(tl.int64) * sxt + c[None, :], mask=mask, other=0.0
        ).to(tl.float32)
        acc += v * wt[None, :]
    out_ptrs = out_ptr + (batch * T + t[:, None]) * C + c[None, :]
    tl.store(out_ptrs, acc.to(out_ptr.dtype.element_ty), mask=(t[:, None] < T) & cmask[None, :])


def causal_convolution_1d(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    B, T, C = x.shape
    W = weight.shape[1]
    out = torch.empty((B, T, C), dtype=x.dtype, device=x.device)
    if B == 0:
        return out
    BT, BC = 16, 64
    grid = (triton.cdiv(T, BT), triton.cdiv(C, BC), B)
    causal_conv_kernel[grid](x, weight, bias, out, T, C, x.stride(0), x.stride(1), W=W, BT=BT, BC=BC)
    return out
