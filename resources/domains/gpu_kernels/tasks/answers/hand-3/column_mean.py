import torch
import triton
import triton.language as tl


@triton.jit
def column_mean_kernel(x_ptr, out_ptr, M, N, stride, BM: tl.constexpr, BN: tl.constexpr):
    cols = tl.program_id(0) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, M, BM):
        rows = start + tl.arange(0, BM)
        mask = (rows[:, None] < M) & (cols[None, :] < N)
        acc += tl.load(x_ptr + rows[:, None].to(tl.int64) * stride + cols[None, :], mask=mask, other=0.0).to(tl.float32)
    mean = tl.sum(acc, axis=0) / M
    tl.store(out_ptr + cols, mean.to(out_ptr.dtype.element_ty), mask=cols < N)


def column_mean(x: torch.Tensor) -> torch.Tensor:
    M, N = x.shape
    out = torch.empty((N,), dtype=x.dtype, device=x.device)
    BM, BN = 32, 64
    column_mean_kernel[(triton.cdiv(N, BN),)](x, out, M, N, x.stride(0), BM=BM, BN=BN)
    return out
