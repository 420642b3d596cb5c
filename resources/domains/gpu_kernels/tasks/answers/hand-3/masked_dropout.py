import torch
import triton
import triton.language as tl


@triton.jit
def masked_dropout_kernel(x_ptr, keep_ptr, out_ptr, n, probability, BLOCK: tl.constexpr):
    offs = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask, other=0.0).to(tl.float32)
    keep = tl.load(keep_ptr + offs, mask=mask, other=0)
    y = tl.where(keep != 0, x / (1.0 - probability), 0.0)
    tl.store(out_ptr + offs, y.to(out_ptr.dtype.element_ty), mask=mask)


def masked_dropout(x: torch.Tensor, keep: torch.Tensor, probability: float) -> torch.Tensor:
    out = torch.empty(x.shape, dtype=x.dtype, device=x.device)
    n = x.numel()
    if n == 0:
        return out
    BLOCK = 1024
    masked_dropout_kernel[(triton.cdiv(n, BLOCK),)](x, keep, out, n, float(probability), BLOCK=BLOCK)
    return out
