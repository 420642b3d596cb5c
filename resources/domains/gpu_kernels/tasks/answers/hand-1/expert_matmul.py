import torch
import triton
import triton.language as tl


@triton.jit
def expert_matmul_kernel(
    tokens_ptr,
    weights_ptr,
    offsets_ptr,
    output_ptr,
    E,
    K,
    N,
    tiles_n,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_K: tl.constexpr,
):
    program = tl.program_id(0)
    tile_m = program // tiles_n
    tile_n = program % tiles_n

    # Row tiles are numbered expert after expert. Walk over the experts to find the one that this tile belongs to.
    tiles_before = tl.full((), 0, tl.int32)
    expert = tl.full((), 0, tl.int32)
    row_start = tl.full((), 0, tl.int32)
    row_end = tl.full((), 0, tl.int32)
    for e in range(E):
        first = tl.load(offsets_ptr + e)
        last = tl.load(offsets_ptr + e + 1)
        expert_tiles = (last - first + BLOCK_M - 1) // BLOCK_M
        found = (tile_m >= tiles_before) & (tile_m < tiles_before + expert_tiles)
        expert = tl.where(found, e, expert)
        row_start = tl.where(found, first + (tile_m - tiles_before) * BLOCK_M, row_start)
        row_end = tl.where(found, last, row_end)
        tiles_before += expert_tiles

    # The grid is an upper bound: programs past the last tile have found nothing and have no rows.
    if row_start < row_end:
        rows = (row_start + tl.arange(0, BLOCK_M)).to(tl.int64)
        columns = tile_n * BLOCK_N + tl.arange(0, BLOCK_N)
        row_mask = rows < row_end
        column_mask = columns < N
        weight_ptr = weights_ptr + expert.to(tl.int64) * K * N

        accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
        for k_start in range(0, K, BLOCK_K):
            k = (k_start + tl.arange(0, BLOCK_K)).to(tl.int64)
            k_mask = k < K
            tokens = tl.load(
                tokens_ptr + rows[:, None] * K + k[None, :],
                mask=row_mask[:, None] & k_mask[None, :],
                other=0.0,
            )
            weights = tl.load(
                weight_ptr + k[:, None] * N + columns[None, :],
                mask=k_mask[:, None] & column_mask[None, :],
                other=0.0,
            )
            accumulator = tl.dot(tokens, weights, accumulator)

        tl.store(
            output_ptr + rows[:, None] * N + columns[None, :],
            accumulator.to(output_ptr.dtype.element_ty),
            mask=row_mask[:, None] & column_mask[None, :],
        )


def expert_matmul(tokens: torch.Tensor, weights: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
    T, K = tokens.shape
    E, _, N = weights.shape
    output = torch.empty((T, N), dtype=tokens.dtype, device=tokens.device)
    if output.numel() == 0:
        return output

    block_m, block_n, block_k = 32, 64, 32
    # Each expert adds at most one partial tile to the full ones.
    max_tiles_m = triton.cdiv(T, block_m) + E
    tiles_n = triton.cdiv(N, block_n)
    expert_matmul_kernel[(max_tiles_m * tiles_n,)](
        tokens,
        weights,
        offsets,
        output,
        E,
        K,
        N,
        tiles_n,
        BLOCK_M=block_m,
        BLOCK_N=block_n,
        BLOCK_K=block_k,
        num_warps=4,
    )
    return output
