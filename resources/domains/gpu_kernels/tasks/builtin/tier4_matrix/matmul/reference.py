import torch
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(
    a_pointer, b_pointer, c_pointer, M, N, K,
    a_row_stride, a_column_stride, b_row_stride, b_column_stride, c_row_stride, c_column_stride,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    depth = tl.arange(0, BLOCK_K)
    a_tile = a_pointer + rows[:, None] * a_row_stride + depth[None, :] * a_column_stride
    b_tile = b_pointer + depth[:, None] * b_row_stride + columns[None, :] * b_column_stride
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        a = tl.load(a_tile, mask=(rows[:, None] < M) & (depth[None, :] < K - start), other=0.0)
        b = tl.load(b_tile, mask=(depth[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        accumulator = tl.dot(a, b, accumulator, input_precision="ieee")
        a_tile += BLOCK_K * a_column_stride
        b_tile += BLOCK_K * b_row_stride
    c_tile = c_pointer + rows[:, None] * c_row_stride + columns[None, :] * c_column_stride
    tl.store(c_tile, accumulator.to(c_pointer.dtype.element_ty), mask=(rows[:, None] < M) & (columns[None, :] < N))


def matmul(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    M, K = a.shape
    N = b.shape[1]
    c = torch.empty((M, N), device=a.device, dtype=a.dtype)
    block_m, block_n, block_k = 64, 64, 32
    matmul_kernel[(triton.cdiv(M, block_m), triton.cdiv(N, block_n))](
        a, b, c, M, N, K,
        a.stride(0), a.stride(1), b.stride(0), b.stride(1), c.stride(0), c.stride(1),
        BLOCK_M=block_m, BLOCK_N=block_n, BLOCK_K=block_k,
    )
    return c
