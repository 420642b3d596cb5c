import torch
import triton
import triton.language as tl


@triton.jit
def split_k_matmul_kernel(
    a_ptr,
    b_ptr,
    c_ptr,
    M,
    N,
    K,
    k_per_split,
    tiles_n,
    splits,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_K: tl.constexpr,
):
    program = tl.program_id(0)
    split = program % splits
    tile = program // splits
    rows = ((tile // tiles_n) * BLOCK_M + tl.arange(0, BLOCK_M)).to(tl.int64)
    columns = ((tile % tiles_n) * BLOCK_N + tl.arange(0, BLOCK_N)).to(tl.int64)
    row_mask = rows < M
    column_mask = columns < N

    # This program's share of K: [k_begin, k_end), empty for late splits of a short K.
    k_begin = split * k_per_split
    k_end = tl.minimum(k_begin + k_per_split, K)
    if k_begin < k_end:
        accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
        for k_start in range(k_begin, k_end, BLOCK_K):
            k = (k_start + tl.arange(0, BLOCK_K)).to(tl.int64)
            k_mask = k < k_end
            a = tl.load(
                a_ptr + rows[:, None] * K + k[None, :],
                mask=row_mask[:, None] & k_mask[None, :],
                other=0.0,
            )
            b = tl.load(
                b_ptr + k[:, None] * N + columns[None, :],
                mask=k_mask[:, None] & column_mask[None, :],
                other=0.0,
            )
            accumulator = tl.dot(a, b, accumulator)

        tl.atomic_add(
            c_ptr + rows[:, None] * N + columns[None, :],
            accumulator,
            mask=row_mask[:, None] & column_mask[None, :],
        )


def split_k_matmul(a: torch.Tensor, b: torch.Tensor, splits: int) -> torch.Tensor:
    M, K = a.shape
    N = b.shape[1]
    c = torch.zeros((M, N), dtype=torch.float32, device=a.device)
    if c.numel() == 0:
        return c
    block_m, block_n, block_k = 32, 32, 64
    tiles_m = triton.cdiv(M, block_m)
    tiles_n = triton.cdiv(N, block_n)
    split_k_matmul_kernel[(tiles_m * tiles_n * splits,)](
        a,
        b,
        c,
        M,
        N,
        K,
        triton.cdiv(K, splits),
        tiles_n,
        splits,
        BLOCK_M=block_m,
        BLOCK_N=block_n,
        BLOCK_K=block_k,
        num_warps=4,
    )
    return c
