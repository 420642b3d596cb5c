import torch
import triton
import triton.language as tl


@triton.jit
def seeded_dropout_kernel(x_ptr, out_ptr, n, probability, seed, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask, other=0.0).to(tl.float32)
    u = tl.rand(seed, offs)
    y = tl.where(u >= probability, x / (1.0 - probability), 0.0)
    tl.store(out_ptr + offs, y.to(out_ptr.dtype.element_ty), mask=mask)


def seeded_dropout(x: torch.Tensor, probability: float, seed: int) -> torch.Tensor:
    out = torch.empty(x.shape, dtype=x.dtype, device=x.device)
    n = x.numel()
    if n == 0:
        return out
    BLOCK = 1024
    seeded_dropout_kernel[(triton.cdiv(n, BLOCK),)](x, out, n, float(probability), seed, BLOCK=BLOCK)
    return out
