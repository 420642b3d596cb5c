import torch
import triton
import triton.language as tl


@triton.jit
def expert_matmul_kernel(
    tokens_pointer, weights_pointer, offsets_pointer, output_pointer, N, K,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):
    expert = tl.program_id(2)
    begin = tl.load(offsets_pointer + expert)
    end = tl.load(offsets_pointer + expert + 1)
    first_row = begin + tl.program_id(0) * BLOCK_M
    if first_row < end:
        rows = first_row + tl.arange(0, BLOCK_M)
        columns = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
        row_mask = rows[:, None] < end
        column_mask = columns[None, :] < N
        weights_base = weights_pointer + expert.to(tl.int64) * K * N
        accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
        for start in range(0, K, BLOCK_K):
            depth = start + tl.arange(0, BLOCK_K)
            tokens = tl.load(
                tokens_pointer + rows[:, None] * K + depth[None, :], mask=row_mask & (depth[None, :] < K), other=0.0
            )
            weights = tl.load(
                weights_base + depth[:, None] * N + columns[None, :], mask=(depth[:, None] < K) & column_mask, other=0.0
            )
            accumulator = tl.dot(tokens, weights, accumulator)
        output = output_pointer + rows[:, None] * N + columns[None, :]
        tl.store(output, accumulator.to(tl.float16), mask=row_mask & column_mask)


def expert_matmul(tokens: torch.Tensor, weights: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
    count, K = tokens.shape
    experts, _, N = weights.shape
    output = torch.empty((count, N), device=tokens.device, dtype=tokens.dtype)
    block_m, block_n, block_k = 32, 64, 32
    # One expert may have all tokens, so each gets the tiles for that; those it does not need end at once.
    expert_matmul_kernel[(triton.cdiv(count, block_m), triton.cdiv(N, block_n), experts)](
        tokens, weights, offsets, output, N, K, BLOCK_M=block_m, BLOCK_N=block_n, BLOCK_K=block_k
    )
    return output
