import torch
import triton
import triton.language as tl


@triton.jit
def batched_matmul_kernel(
    a_pointer, b_pointer, output_pointer, M, N, K,
    a_batch_stride, a_row_stride, a_column_stride, b_batch_stride, b_row_stride, b_column_stride,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):
    batch = tl.program_id(2).to(tl.int64)
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    row_mask = rows[:, None] < M
    column_mask = columns[None, :] < N
    a_base = a_pointer + batch * a_batch_stride
    b_base = b_pointer + batch * b_batch_stride
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        depth = start + tl.arange(0, BLOCK_K)
        a_tile = a_base + rows[:, None] * a_row_stride + depth[None, :] * a_column_stride
        b_tile = b_base + depth[:, None] * b_row_stride + columns[None, :] * b_column_stride
        a = tl.load(a_tile, mask=row_mask & (depth[None, :] < K), other=0.0)
        b = tl.load(b_tile, mask=(depth[:, None] < K) & column_mask, other=0.0)
        accumulator = tl.dot(a, b, accumulator, input_precision="ieee")
    output = output_pointer + batch * M * N + rows[:, None] * N + columns[None, :]
    tl.store(output, accumulator.to(output_pointer.dtype.element_ty), mask=row_mask & column_mask)


def batched_matmul(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    batches, M, K = a.shape
    N = b.shape[2]
    output = torch.empty((batches, M, N), device=a.device, dtype=a.dtype)
    b_batch_stride = b.stride(0) if b.shape[0] > 1 else 0
    block_m, block_n, block_k = 32, 64, 32
    batched_matmul_kernel[(triton.cdiv(M, block_m), triton.cdiv(N, block_n), batches)](
        a, b, output, M, N, K,
        a.stride(0), a.stride(1), a.stride(2), b_batch_stride, b.stride(1), b.stride(2),
        BLOCK_M=block_m, BLOCK_N=block_n, BLOCK_K=block_k,
    )
    return output
