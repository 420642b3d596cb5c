import torch
import triton
import triton.language as tl


@triton.jit
def hinge_kernel(p_ptr, t_ptr, out_ptr, total, C, margin, BLOCK: tl.constexpr):
    offs = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < total
    p = tl.load(p_ptr + offs, mask=mask, other=0.0).to(tl.float32)
    t = tl.load(t_ptr + offs // C, mask=mask, other=0.0).to(tl.float32)
    loss = margin - p * t
    loss = tl.where(loss < 0.0, 0.0, loss)
    tl.store(out_ptr + offs, loss.to(out_ptr.dtype.element_ty), mask=mask)


def hinge_loss(predictions: torch.Tensor, targets: torch.Tensor, margin: float) -> torch.Tensor:
    N, C = predictions.shape
    out = torch.empty((N, C), dtype=predictions.dtype, device=predictions.device)
    total = N * C
    if total == 0:
        return out
    BLOCK = 1024
    hinge_kernel[(triton.cdiv(total, BLOCK),)](predictions, targets, out, total, C, float(margin), BLOCK=BLOCK)
    return out
