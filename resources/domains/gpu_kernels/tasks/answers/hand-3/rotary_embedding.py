import torch
import triton
import triton.language as tl


@triton.jit
def rotary_kernel(
    x_ptr, pos_ptr, cos_ptr, sin_ptr, out_ptr, H, HALF, sxt, sxh, BLOCK: tl.constexpr
):
    t = tl.program_id(0).to(tl.int64)
    h = tl.program_id(1).to(tl.int64)
    i = tl.arange(0, BLOCK)
    mask = i < HALF
    p = tl.load(pos_ptr + t)
    c = tl.load(cos_ptr + p * HALF + i, mask=mask, other=0.0)
    s = tl.load(sin_ptr + p * HALF + i, mask=mask, other=0.0)
    base = x_ptr + t * sxt + h * sxh
    x1 = tl.load(base + i, mask=mask, other=0.0).to(tl.float32)
    x2 = tl.load(base + HALF + i, mask=mask, other=0.0).to(tl.float32)
    y1 = x1 * c - x2 * s
    y2 = x2 * c + x1 * s
    out = out_ptr + (t * H + h) * (2 * HALF)
    tl.store(out + i, y1.to(out_ptr.dtype.element_ty), mask=mask)
    tl.store(out + HALF + i, y2.to(out_ptr.dtype.element_ty), mask=mask)


def rotary_embedding(
    x: torch.Tensor, positions: torch.Tensor, cosines: torch.Tensor, sines: torch.Tensor
) -> torch.Tensor:
    T, H, D = x.shape
    out = torch.empty((T, H, D), dtype=x.dtype, device=x.device)
    if T * H * D == 0:
        return out
    half = D // 2
    rotary_kernel[(T, H)](
        x, positions, cosines, sines, out, H, half, x.stride(0), x.stride(1),
        BLOCK=triton.next_power_of_2(half),
    )
    return out
