import torch
import triton
import triton.language as tl


@triton.jit
def conv2d_kernel(
    x_ptr, w_ptr, out_ptr, M, O, K, C, H, W, P, Q, stride, padding,
    R: tl.constexpr, S: tl.constexpr,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    q = rm % Q
    p = (rm // Q) % P
    b = rm // (P * Q)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        rk = k + tl.arange(0, BK)
        s = rk % S
        r = (rk // S) % R
        c = rk // (R * S)
        h = p[:, None] * stride - padding + r[None, :]
        w = q[:, None] * stride - padding + s[None, :]
        mask_a = (rm[:, None] < M) & (rk[None, :] < K) & (h >= 0) & (h < H) & (w >= 0) & (w < W)
        a_offs = ((b[:, None].to(tl.int64) * C + c[None, :]) * H + h) * W + w
        a = tl.load(x_ptr + a_offs, mask=mask_a, other=0.0)
        wt = tl.load(
            w_ptr + rn[None, :] * K + rk[:, None],
            mask=(rk[:, None] < K) & (rn[None, :] < O), other=0.0,
        )
        acc += tl.dot(a, wt)
    out_offs = ((b[:, None].to(tl.int64) * O + rn[None, :]) * P + p[:, None]) * Q + q[:, None]
    tl.store(out_ptr + out_offs, acc.to(tl.float16), mask=(rm[:, None] < M) & (rn[None, :] < O))


def convolution_2d(x: torch.Tensor, weight: torch.Tensor, stride: int, padding: int) -> torch.Tensor:
    B, C, H, W = x.shape
    O, _, R, S = weight.shape
    P = (H + 2 * padding - R) // stride + 1
    Q = (W + 2 * padding - S) // stride + 1
    out = torch.empty((B, O, P, Q), dtype=x.dtype, device=x.device)
    M = B * P * Q
    if M == 0 or O == 0:
        return out
    K = C * R * S
    BM, BN, BK = 32, 32, 32
    grid = (triton.cdiv(M, BM), triton.cdiv(O, BN))
    conv2d_kernel[grid](
        x, weight, out, M, O, K, C, H, W, P, Q, stride, padding, R=R, S=S, BM=BM, BN=BN, BK=BK
    )
    return out
