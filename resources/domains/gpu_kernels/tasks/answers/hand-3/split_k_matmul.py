import torch
import triton
import triton.language as tl


@triton.jit
def split_k_kernel(
    a_ptr, b_ptr, c_ptr, M, N, K, chunk, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    k_start = tl.program_id(2) * chunk
    k_end = tl.minimum(k_start + chunk, K)
    if k_start < k_end:
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for k in range(k_start, k_end, BK):
            rk = k + tl.arange(0, BK)
            a = tl.load(
                a_ptr + rm[:, None].to(tl.int64) * K + rk[None, :],
                mask=(rm[:, None] < M) & (rk[None, :] < k_end), other=0.0,
            )
            b = tl.load(
                b_ptr + rk[:, None].to(tl.int64) * N + rn[None, :],
                mask=(rk[:, None] < k_end) & (rn[None, :] < N), other=0.0,
            )
            acc += tl.dot(a, b)
        tl.atomic_add(
            c_ptr + rm[:, None].to(tl.int64) * N + rn[None, :], acc,
            mask=(rm[:, None] < M) & (rn[None, :] < N),
        )


def split_k_matmul(a: torch.Tensor, b: torch.Tensor, splits: int) -> torch.Tensor:
    M, K = a.shape
    N = b.shape[1]
    c = torch.zeros((M, N), dtype=torch.float32, device=a.device)
    if M == 0:
        return c
    BM, BN, BK = 32, 32, 32
    chunk = triton.cdiv(K, splits)
    grid = (triton.cdiv(M, BM), triton.cdiv(N, BN), splits)
    split_k_kernel[grid](a, b, c, M, N, K, chunk, BM=BM, BN=BN, BK=BK)
    return c
