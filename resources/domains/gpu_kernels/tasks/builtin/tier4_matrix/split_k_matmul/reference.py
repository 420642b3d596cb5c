import torch
import triton
import triton.language as tl


@triton.jit
def split_k_kernel(
    a_pointer, b_pointer, c_pointer, M, N, K, SPLITS: tl.constexpr,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    row_mask = rows[:, None] < M
    column_mask = columns[None, :] < N
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(tl.program_id(2) * BLOCK_K, K, BLOCK_K * SPLITS):
        depth = start + tl.arange(0, BLOCK_K)
        a = tl.load(
            a_pointer + rows[:, None] * K + depth[None, :], mask=row_mask & (depth[None, :] < K), other=0.0
        )
        b = tl.load(
            b_pointer + depth[:, None] * N + columns[None, :], mask=(depth[:, None] < K) & column_mask, other=0.0
        )
        accumulator = tl.dot(a, b, accumulator)
    c_tile = c_pointer + rows[:, None] * N + columns[None, :]
    tl.atomic_add(c_tile, accumulator, mask=row_mask & column_mask)


def split_k_matmul(a: torch.Tensor, b: torch.Tensor, splits: int) -> torch.Tensor:
    M, K = a.shape
    N = b.shape[1]
    c = torch.zeros((M, N), device=a.device, dtype=torch.float32)
    block_m, block_n, block_k = 32, 32, 64
    split_k_kernel[(triton.cdiv(M, block_m), triton.cdiv(N, block_n), splits)](
        a, b, c, M, N, K, SPLITS=splits, BLOCK_M=block_m, BLOCK_N=block_n, BLOCK_K=block_k
    )
    return c
