import math

import torch
import triton
import triton.language as tl


@triton.jit
def window_kernel(
    q_ptr, k_ptr, v_ptr, o_ptr, lse_ptr, N, window, scale,
    D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
):
    batch = tl.program_id(1).to(tl.int64)
    start_m = tl.program_id(0) * BM
    rm = start_m + tl.arange(0, BM)
    rd = tl.arange(0, D)
    base = batch * N * D
    q = tl.load(q_ptr + base + rm[:, None] * D + rd[None, :], mask=rm[:, None] < N, other=0.0)
    m = tl.full((BM,), -float("inf"), dtype=tl.float32)
    l = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    lo = tl.maximum(start_m - window + 1, 0)
    lo = (lo // BN) * BN
    hi = tl.minimum(start_m + BM, N)
    for start in range(lo, hi, BN):
        rn = start + tl.arange(0, BN)
        k = tl.load(k_ptr + base + rn[None, :] * D + rd[:, None], mask=rn[None, :] < N, other=0.0)
        s = tl.dot(q, k) * scale
        visible = (rn[None, :] <= rm[:, None]) & (rn[None, :] > rm[:, None] - window) & (rn[None, :] < N)
        s = tl.where(visible, s, -float("inf"))
        m_new = tl.maximum(m, tl.max(s, axis=1))
        m_safe = tl.where(m_new == -float("inf"), 0.0, m_new)
        p = tl.exp(s - m_safe[:, None])
        alpha = tl.exp(m - m_safe)
        l = l * alpha + tl.sum(p, axis=1)
        v = tl.load(v_ptr + base + rn[:, None] * D + rd[None, :], mask=rn[:, None] < N, other=0.0)
        acc = acc * alpha[:, None] + tl.dot(p.to(tl.float16), v)
        m = m_new
    l_safe = tl.where(l > 0.0, l, 1.0)
    out = acc / l_safe[:, None]
    tl.store(o_ptr + base + rm[:, None] * D + rd[None, :], out.to(tl.float16), mask=rm[:, None] < N)
    tl.store(lse_ptr + batch * N + rm, m + tl.log(l_safe), mask=rm < N)


def sliding_window_attention(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, window: int
) -> tuple[torch.Tensor, torch.Tensor]:
    B, N, D = query.shape
    out = torch.empty((B, N, D), dtype=query.dtype, device=query.device)
    lse = torch.empty((B, N), dtype=torch.float32, device=query.device)
    if B == 0:
        return out, lse
    BM, BN = 32, 32
    window = min(window, N)
    window_kernel[(triton.cdiv(N, BM), B)](
        query, key, value, out, lse, N, window, 1.0 / math.sqrt(D), D=D, BM=BM, BN=BN, num_stages=2
    )
    return out, lse
