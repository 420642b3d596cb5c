import torch
import triton
import triton.language as tl


@triton.jit
def max_pool_kernel(
    x_ptr, values_ptr, places_ptr, total, H, W, OH, OW, stride, padding,
    KS: tl.constexpr, BLOCK: tl.constexpr,
):
    offs = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < total
    ow = offs % OW
    oh = (offs // OW) % OH
    plane = offs // (OW * OH)
    best = tl.full((BLOCK,), -float("inf"), dtype=tl.float32)
    place = tl.zeros((BLOCK,), dtype=tl.int64)
    for i in range(KS):
        for j in range(KS):
            h = oh * stride - padding + i
            w = ow * stride - padding + j
            inside = mask & (h >= 0) & (h < H) & (w >= 0) & (w < W)
            v = tl.load(x_ptr + (plane * H + h) * W + w, mask=inside, other=-float("inf")).to(tl.float32)
            better = inside & (v > best)
            best = tl.where(better, v, best)
            place = tl.where(better, h * W + w, place)
    tl.store(values_ptr + offs, best.to(values_ptr.dtype.element_ty), mask=mask)
    tl.store(places_ptr + offs, place, mask=mask)


def max_pool_2d(
    x: torch.Tensor, kernel_size: int, stride: int, padding: int
) -> tuple[torch.Tensor, torch.Tensor]:
    B, C, H, W = x.shape
    OH = (H + 2 * padding - kernel_size) // stride + 1
    OW = (W + 2 * padding - kernel_size) // stride + 1
    values = torch.empty((B, C, OH, OW), dtype=x.dtype, device=x.device)
    places = torch.empty((B, C, OH, OW), dtype=torch.int64, device=x.device)
    total = B * C * OH * OW
    if total == 0:
        return values, places
    BLOCK = 256
    max_pool_kernel[(triton.cdiv(total, BLOCK),)](
        x, values, places, total, H, W, OH, OW, stride, padding, KS=kernel_size, BLOCK=BLOCK
    )
    return values, places
