import math

import torch
import triton
import triton.language as tl


@triton.jit
def paged_kernel(
    q_ptr, k_ptr, v_ptr, table_ptr, len_ptr, out_ptr, HQ, HK, max_pages, scale,
    PS: tl.constexpr, D: tl.constexpr,
):
    b = tl.program_id(0).to(tl.int64)
    h = tl.program_id(1)
    hk = h // (HQ // HK)
    length = tl.load(len_ptr + b)
    rd = tl.arange(0, D)
    rs = tl.arange(0, PS)
    q = tl.load(q_ptr + (b * HQ + h) * D + rd).to(tl.float32) * scale
    m = -float("inf")
    l = 0.0
    acc = tl.zeros((D,), dtype=tl.float32)
    pages = tl.cdiv(length, PS)
    for p in range(0, pages):
        page = tl.load(table_ptr + b * max_pages + p).to(tl.int64)
        pos = p * PS + rs
        mask = pos < length
        offs = ((page * PS + rs[:, None]) * HK + hk) * D + rd[None, :]
        k = tl.load(k_ptr + offs, mask=mask[:, None], other=0.0).to(tl.float32)
        s = tl.sum(k * q[None, :], axis=1)
        s = tl.where(mask, s, -float("inf"))
        m_new = tl.maximum(m, tl.max(s, axis=0))
        w = tl.exp(s - m_new)
        alpha = tl.exp(m - m_new)
        l = l * alpha + tl.sum(w, axis=0)
        v = tl.load(v_ptr + offs, mask=mask[:, None], other=0.0).to(tl.float32)
        acc = acc * alpha + tl.sum(w[:, None] * v, axis=0)
        m = m_new
    l = tl.where(l > 0.0, l, 1.0)
    out = acc / l
    tl.store(out_ptr + (b * HQ + h) * D + rd, out.to(tl.float16))


def paged_attention_decode(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    page_table: torch.Tensor,
    lengths: torch.Tensor,
) -> torch.Tensor:
    B, HQ, D = query.shape
    page_size, HK = key_cache.shape[1], key_cache.shape[2]
    out = torch.empty((B, HQ, D), dtype=query.dtype, device=query.device)
    if B == 0:
        return out
    paged_kernel[(B, HQ)](
        query, key_cache, value_cache, page_table, lengths, out, HQ, HK, page_table.shape[1],
        1.0 / math.sqrt(D), PS=page_size, D=D,
    )
    return out
