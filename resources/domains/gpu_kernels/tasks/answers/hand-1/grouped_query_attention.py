import math

import torch
import triton
import triton.language as tl


@triton.jit
def grouped_query_attention_kernel(
    query_ptr,
    key_ptr,
    value_ptr,
    output_ptr,
    query_heads,
    key_heads,
    group_size,
    N,
    S,
    D,
    scale,
    query_tiles,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_D: tl.constexpr,
):
    program = tl.program_id(0)
    tile_start = (program % query_tiles) * BLOCK_M
    batch_head = program // query_tiles
    batch = batch_head // query_heads
    head = batch_head % query_heads
    key_batch_head = batch * key_heads + head // group_size

    query_base = query_ptr + batch_head.to(tl.int64) * N * D
    output_base = output_ptr + batch_head.to(tl.int64) * N * D
    key_base = key_ptr + key_batch_head.to(tl.int64) * S * D
    value_base = value_ptr + key_batch_head.to(tl.int64) * S * D

    queries = tile_start + tl.arange(0, BLOCK_M)
    dims = tl.arange(0, BLOCK_D)
    query_mask = (queries[:, None] < N) & (dims[None, :] < D)
    q = tl.load(query_base + queries[:, None] * D + dims[None, :], mask=query_mask, other=0.0)

    running_max = tl.full((BLOCK_M,), -float("inf"), tl.float32)
    running_sum = tl.zeros((BLOCK_M,), dtype=tl.float32)
    accumulator = tl.zeros((BLOCK_M, BLOCK_D), dtype=tl.float32)

    # The last query of the tile sees the keys up to its own index plus the length of the cache.
    cached = S - N
    key_end = tl.minimum(tile_start + BLOCK_M + cached, S)
    for key_start in range(0, key_end, BLOCK_N):
        keys = key_start + tl.arange(0, BLOCK_N)
        k = tl.load(
            key_base + keys[None, :] * D + dims[:, None],
            mask=(keys[None, :] < S) & (dims[:, None] < D),
            other=0.0,
        )
        scores = tl.dot(q, k) * scale
        visible = (keys[None, :] <= queries[:, None] + cached) & (keys[None, :] < S)
        scores = tl.where(visible, scores, -float("inf"))

        # Every query sees key 0, so the maximum is finite from the first block on.
        new_max = tl.maximum(running_max, tl.max(scores, axis=1))
        probabilities = tl.exp(scores - new_max[:, None])
        rescale = tl.exp(running_max - new_max)
        running_sum = running_sum * rescale + tl.sum(probabilities, axis=1)
        running_max = new_max

        v = tl.load(
            value_base + keys[:, None] * D + dims[None, :],
            mask=(keys[:, None] < S) & (dims[None, :] < D),
            other=0.0,
        )
        accumulator = accumulator * rescale[:, None]
        accumulator = tl.dot(probabilities.to(v.dtype), v, accumulator)

    output = accumulator / running_sum[:, None]
    tl.store(
        output_base + queries[:, None] * D + dims[None, :],
        output.to(output_ptr.dtype.element_ty),
        mask=query_mask,
    )


def grouped_query_attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    B, query_heads, N, D = query.shape
    key_heads, S = key.shape[1], key.shape[2]
    output = torch.empty((B, query_heads, N, D), dtype=query.dtype, device=query.device)
    if output.numel() == 0:
        return output

    block_m, block_n = 64, 64
    block_d = max(16, triton.next_power_of_2(D))
    query_tiles = triton.cdiv(N, block_m)
    grouped_query_attention_kernel[(B * query_heads * query_tiles,)](
        query,
        key,
        value,
        output,
        query_heads,
        key_heads,
        query_heads // key_heads,
        N,
        S,
        D,
        1.0 / math.sqrt(D),
        query_tiles,
        BLOCK_M=block_m,
        BLOCK_N=block_n,
        BLOCK_D=block_d,
        num_warps=4,
        num_stages=2,
    )
    return output
