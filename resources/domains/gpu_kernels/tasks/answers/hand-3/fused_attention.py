import torch
import triton
import triton.language as tl


@triton.jit
def attention_kernel(
    q_ptr, k_ptr, v_ptr, o_ptr, H, N, S, scale,
    sqb, sqh, sqn, skb, skh, sks, svb, svh, svs,
    D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
):
    bh = tl.program_id(1).to(tl.int64)
    b = bh // H
    h = bh % H
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rd = tl.arange(0, D)
    q = tl.load(
        q_ptr + b * sqb + h * sqh + rm[:, None].to(tl.int64) * sqn + rd[None, :],
        mask=rm[:, None] < N, other=0.0,
    )
    m = tl.full((BM,), -float("inf"), dtype=tl.float32)
    l = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    k_base = k_ptr + b * skb + h * skh
    v_base = v_ptr + b * svb + h * svh
    for start in range(0, S, BN):
        rn = start + tl.arange(0, BN)
        k = tl.load(k_base + rn[None, :].to(tl.int64) * sks + rd[:, None], mask=rn[None, :] < S, other=0.0)
        s = tl.dot(q, k) * scale
        s = tl.where(rn[None, :] < S, s, -float("inf"))
        m_new = tl.maximum(m, tl.max(s, axis=1))
        p = tl.exp(s - m_new[:, None])
        alpha = tl.exp(m - m_new)
        l = l * alpha + tl.sum(p, axis=1)
        v = tl.load(v_base + rn[:, None].to(tl.int64) * svs + rd[None, :], mask=rn[:, None] < S, other=0.0)
        acc = acc * alpha[:, None] + tl.dot(p.to(tl.float16), v)
        m = m_new
    out = acc / l[:, None]
    tl.store(
        o_ptr + (bh * N + rm[:, None]) * D + rd[None, :], out.to(tl.float16), mask=rm[:, None] < N
    )


def fused_attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, scale: float) -> torch.Tensor:
    B, H, N, D = query.shape
    S = key.shape[2]
    out = torch.empty((B, H, N, D), dtype=query.dtype, device=query.device)
    if B * H * N == 0:
        return out
    BM, BN = 64, 64
    grid = (triton.cdiv(N, BM), B * H)
    attention_kernel[grid](
        query, key, value, out, H, N, S, scale,
        query.stride(0), query.stride(1), query.stride(2),
        key.stride(0), key.stride(1), key.stride(2),
        value.stride(0), value.stride(1), value.stride(2),
        D=D, BM=BM, BN=BN, num_warps=4, num_stages=2,
    )
    return out
