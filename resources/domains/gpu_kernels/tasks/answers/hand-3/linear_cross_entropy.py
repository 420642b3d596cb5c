import torch
import triton
import triton.language as tl


@triton.jit
def linear_ce_kernel(
    h_ptr, w_ptr, labels_ptr, loss_ptr, M, V, D, BM: tl.constexpr, BV: tl.constexpr, BD: tl.constexpr
):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    mmask = rm < M
    labels = tl.load(labels_ptr + rm, mask=mmask, other=-1)
    m = tl.full((BM,), -float("inf"), dtype=tl.float32)
    s = tl.zeros((BM,), dtype=tl.float32)
    target = tl.zeros((BM,), dtype=tl.float32)
    for start in range(0, V, BV):
        rv = start + tl.arange(0, BV)
        acc = tl.zeros((BM, BV), dtype=tl.float32)
        for d in range(0, D, BD):
            rd = d + tl.arange(0, BD)
            h = tl.load(
                h_ptr + rm[:, None].to(tl.int64) * D + rd[None, :],
                mask=mmask[:, None] & (rd[None, :] < D), other=0.0,
            )
            w = tl.load(
                w_ptr + rv[None, :].to(tl.int64) * D + rd[:, None],
                mask=(rv[None, :] < V) & (rd[:, None] < D), other=0.0,
            )
            acc += tl.dot(h, w)
        target += tl.sum(tl.where(rv[None, :] == labels[:, None], acc, 0.0), axis=1)
        logits = tl.where(rv[None, :] < V, acc, -float("inf"))
        m_new = tl.maximum(m, tl.max(logits, axis=1))
        s = s * tl.exp(m - m_new) + tl.sum(tl.exp(logits - m_new[:, None]), axis=1)
        m = m_new
    tl.store(loss_ptr + rm, tl.log(s) + m - target, mask=mmask)


def linear_cross_entropy(hidden: torch.Tensor, weight: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    M, D = hidden.shape
    V = weight.shape[0]
    loss = torch.empty((M,), dtype=torch.float32, device=hidden.device)
    if M == 0:
        return loss
    BM, BV, BD = 32, 64, 32
    linear_ce_kernel[(triton.cdiv(M, BM),)](hidden, weight, labels, loss, M, V, D, BM=BM, BV=BV, BD=BD)
    return loss
