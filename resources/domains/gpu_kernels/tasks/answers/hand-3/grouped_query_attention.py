import math

import torch
import triton
import triton.language as tl


@triton.jit
def gqa_kernel(
    q_ptr, k_ptr, v_ptr, o_ptr, HQ, HK, N, S, D, scale,
    BD: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
):
    bh = tl.program_id(1).to(tl.int64)
    b = bh // HQ
    h = bh % HQ
    hk = h // (HQ // HK)
    start_m = tl.program_id(0) * BM
    rm = start_m + tl.arange(0, BM)
    rd = tl.arange(0, BD)
    dmask = rd < D
    q = tl.load(
        q_ptr + (bh * N + rm[:, None]) * D + rd[None, :],
        mask=(rm[:, None] < N) & dmask[None, :], other=0.0,
    )
    kv_base = (b * HK + hk) * S * D
    m = tl.full((BM,), -float("inf"), dtype=tl.float32)
    l = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, BD), dtype=tl.float32)
    shift = S - N
    end = tl.minimum(S, start_m + BM + shift)
    for start in range(0, end, BN):
        rn = start + tl.arange(0, BN)
        k = tl.load(
            k_ptr + kv_base + rn[None, :].to(tl.int64) * D + rd[:, None],
            mask=(rn[None, :] < S) & dmask[:, None], other=0.0,
        )
        s = tl.dot(q, k) * scale
        visible = (rn[None, :] <= rm[:, None] + shift) & (rn[None, :] < S)
        s = tl.where(visible, s, -float("inf"))
        m_new = tl.maximum(m, tl.max(s, axis=1))
        p = tl.exp(s - m_new[:, None])
        alpha = tl.exp(m - m_new)
        l = l * alpha + tl.sum(p, axis=1)
        v = tl.load(
            v_ptr + kv_base + rn[:, None].to(tl.int64) * D + rd[None, :],
            mask=(rn[:, None] < S) & dmask[None, :], other=0.0,
        )
        acc = acc * alpha[:, None] + tl.dot(p.to(tl.bfloat16), v)
        m = m_new
    out = acc / l[:, None]
    tl.store(
        o_ptr + (bh * N + rm[:, None]) * D + rd[None, :], out.to(tl.bfloat16),
        mask=(rm[:, None] < N) & dmask[None, :],
    )


def grouped_query_attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    B, HQ, N, D = query.shape
    HK, S = key.shape[1], key.shape[2]
    out = torch.empty((B, HQ, N, D), dtype=query.dtype, device=query.device)
    if B * HQ * N == 0:
        return out
    BD = max(16, triton.next_power_of_2(D))
    BM, BN = 32, 32
    grid = (triton.cdiv(N, BM), B * HQ)
    gqa_kernel[grid](
        query, key, value, out, HQ, HK, N, S, D, 1.0 / math.sqrt(D), BD=BD, BM=BM, BN=BN, num_stages=2
    )
    return out
