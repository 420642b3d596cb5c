import torch
import triton
import triton.language as tl


@triton.jit
def backward_kernel(
    x_ptr, w_ptr, gy_ptr, gx_ptr, gw_ptr, M, N, sx, sgy, BM: tl.constexpr, BN: tl.constexpr
):
    cols = tl.program_id(0) * BN + tl.arange(0, BN)
    cmask = cols < N
    w = tl.load(w_ptr + cols, mask=cmask, other=0.0).to(tl.float32)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, M, BM):
        rows = (start + tl.arange(0, BM)).to(tl.int64)
        rmask = rows < M
        mask = rmask[:, None] & cmask[None, :]
        gy = tl.load(gy_ptr + rows * sgy, mask=rmask, other=0.0).to(tl.float32)
        x = tl.load(x_ptr + rows[:, None] * sx + cols[None, :], mask=mask, other=0.0).to(tl.float32)
        acc += gy[:, None] * x
        gx = gy[:, None] * w[None, :]
        tl.store(gx_ptr + rows[:, None] * N + cols[None, :], gx.to(gx_ptr.dtype.element_ty), mask=mask)
    gw = tl.sum(acc, axis=0)
    tl.store(gw_ptr + cols, gw.to(gw_ptr.dtype.element_ty), mask=cmask)


def weighted_sum_backward(
    x: torch.Tensor, weight: torch.Tensor, grad_y: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    M, N = x.shape
    grad_x = torch.empty((M, N), dtype=x.dtype, device=x.device)
    grad_weight = torch.zeros((N,), dtype=x.dtype, device=x.device)
    if M == 0:
        return grad_x, grad_weight
    BM, BN = 32, 64
    backward_kernel[(triton.cdiv(N, BN),)](
        x, weight, grad_y, grad_x, grad_weight, M, N, x.stride(0), grad_y.stride(0), BM=BM, BN=BN
    )
    return grad_x, grad_weight
