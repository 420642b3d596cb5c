import torch
import triton
import triton.language as tl


@triton.jit
def average_pool_kernel(x_ptr, out_ptr, total, H, W, OH, OW, stride, padding, K: tl.constexpr, BLOCK: tl.constexpr):
    offs = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < total
    ow = offs % OW
    oh = (offs // OW) % OH
    plane = offs // (OW * OH)
    h0 = oh * stride - padding
    w0 = ow * stride - padding
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    count = tl.zeros((BLOCK,), dtype=tl.float32)
    for i in range(K):
        for j in range(K):
            h = h0 + i
            w = w0 + j
            inside = mask & (h >= 0) & (h < H) & (w >= 0) & (w < W)
            v = tl.load(x_ptr + (plane * H + h) * W + w, mask=inside, other=0.0).to(tl.float32)
            acc += v
            count += tl.where(inside, 1.0, 0.0)
    count = tl.where(mask, count, 1.0)
    tl.store(out_ptr + offs, (acc / count).to(out_ptr.dtype.element_ty), mask=mask)


def average_pool_2d(x: torch.Tensor, kernel_size: int, stride: int, padding: int) -> torch.Tensor:
    B, C, H, W = x.shape
    OH = (H + 2 * padding - kernel_size) // stride + 1
    OW = (W + 2 * padding - kernel_size) // stride + 1
    out = torch.empty((B, C, OH, OW), dtype=x.dtype, device=x.device)
    total = B * C * OH * OW
    if total == 0:
        return out
    BLOCK = 256
    grid = (triton.cdiv(total, BLOCK),)
    average_pool_kernel[grid](x, out, total, H, W, OH, OW, stride, padding, K=kernel_size, BLOCK=BLOCK)
    return out
