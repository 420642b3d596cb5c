import torch
import triton
import triton.language as tl


@triton.jit
def add_rms_norm_kernel(x_ptr, r_ptr, w_ptr, out_ptr, total_ptr, N, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK)
    mask = cols < N
    x = tl.load(x_ptr + row * N + cols, mask=mask, other=0.0).to(tl.float32)
    r = tl.load(r_ptr + row * N + cols, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    total = x + r
    mean_sq = tl.sum(total * total, axis=0) / N
    inv = 1.0 / tl.sqrt(mean_sq + epsilon)
    y = total * inv * w
    tl.store(out_ptr + row * N + cols, y.to(out_ptr.dtype.element_ty), mask=mask)
    tl.store(total_ptr + row * N + cols, total.to(total_ptr.dtype.element_ty), mask=mask)


def add_rms_norm(
    x: torch.Tensor, residual: torch.Tensor, weight: torch.Tensor, epsilon: float
) -> tuple[torch.Tensor, torch.Tensor]:
    M, N = x.shape
    normalised = torch.empty((M, N), dtype=x.dtype, device=x.device)
    total = torch.empty((M, N), dtype=x.dtype, device=x.device)
    if M == 0:
        return normalised, total
    BLOCK = triton.next_power_of_2(N)
    num_warps = 4 if BLOCK <= 2048 else 8
    add_rms_norm_kernel[(M,)](x, residual, weight, normalised, total, N, epsilon, BLOCK=BLOCK, num_warps=num_warps)
    return normalised, total
