import torch
import triton
import triton.language as tl


@triton.jit
def int8_matmul_kernel(
    x_ptr, w_ptr, s_ptr, z_ptr, out_ptr, M, N, K,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    nmask = rn < N
    zero = tl.load(z_ptr + rn, mask=nmask, other=0).to(tl.float16)
    scale = tl.load(s_ptr + rn, mask=nmask, other=0.0)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        rk = k + tl.arange(0, BK)
        x = tl.load(
            x_ptr + rm[:, None].to(tl.int64) * K + rk[None, :],
            mask=(rm[:, None] < M) & (rk[None, :] < K), other=0.0,
        )
        wmask = (rk[:, None] < K) & nmask[None, :]
        w = tl.load(w_ptr + rk[:, None].to(tl.int64) * N + rn[None, :], mask=wmask, other=0).to(tl.float16)
        w = tl.where(wmask, w - zero[None, :], 0.0).to(tl.float16)
        acc += tl.dot(x, w)
    out = acc * scale[None, :]
    tl.store(
        out_ptr + rm[:, None].to(tl.int64) * N + rn[None, :], out.to(tl.float16),
        mask=(rm[:, None] < M) & nmask[None, :],
    )


def int8_weight_matmul(
    x: torch.Tensor, weight: torch.Tensor, scales: torch.Tensor, zero_points: torch.Tensor
) -> torch.Tensor:
    M, K = x.shape
    N = weight.shape[1]
    out = torch.empty((M, N), dtype=x.dtype, device=x.device)
    if M == 0:
        return out
    BM, BN, BK = 32, 32, 32
    grid = (triton.cdiv(M, BM), triton.cdiv(N, BN))
    int8_matmul_kernel[grid](x, weight, scales, zero_points, out, M, N, K, BM=BM, BN=BN, BK=BK)
    return out
