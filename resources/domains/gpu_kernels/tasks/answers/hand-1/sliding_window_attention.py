import math

import torch
import triton
import triton.language as tl


@triton.jit
def sliding_window_attention_kernel(
    query_ptr,
    key_ptr,
    value_ptr,
    output_ptr,
    log_sum_exp_ptr,
    N,
    window,
    scale,
    query_tiles,
    HEAD_DIM: tl.constexpr,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
):
    program = tl.program_id(0)
    tile_start = (program % query_tiles) * BLOCK_M
    batch = (program // query_tiles).to(tl.int64)
    base = batch * N * HEAD_DIM

    queries = tile_start + tl.arange(0, BLOCK_M)
    dims = tl.arange(0, HEAD_DIM)
    query_mask = queries < N
    q = tl.load(
        query_ptr + base + queries[:, None] * HEAD_DIM + dims[None, :],
        mask=query_mask[:, None],
        other=0.0,
    )

    running_max = tl.full((BLOCK_M,), -float("inf"), tl.float32)
    running_sum = tl.zeros((BLOCK_M,), dtype=tl.float32)
    accumulator = tl.zeros((BLOCK_M, HEAD_DIM), dtype=tl.float32)

    # Only the key blocks between the first query's oldest key and the last query's own key.
    first_key = tl.maximum(tile_start - window + 1, 0)
    last_key = tl.minimum(tile_start + BLOCK_M, N)
    for key_start in range(first_key, last_key, BLOCK_N):
        keys = key_start + tl.arange(0, BLOCK_N)
        key_mask = keys < N
        k = tl.load(
            key_ptr + base + keys[None, :] * HEAD_DIM + dims[:, None],
            mask=key_mask[None, :],
            other=0.0,
        )
        scores = tl.dot(q, k) * scale
        visible = (
            (keys[None, :] <= queries[:, None])
            & (keys[None, :] > queries[:, None] - window)
            & key_mask[None, :]
        )
        scores = tl.where(visible, scores, -float("inf"))

        new_max = tl.maximum(running_max, tl.max(scores, axis=1))
        # A row that has seen no key yet has maximum -inf; subtract 0 instead.
        safe_max = tl.where(new_max == -float("inf"), 0.0, new_max)
        probabilities = tl.exp(scores - safe_max[:, None])
        rescale = tl.exp(running_max - safe_max)
        running_sum = running_sum * rescale + tl.sum(probabilities, axis=1)
        running_max = new_max

        v = tl.load(
            value_ptr + base + keys[:, None] * HEAD_DIM + dims[None, :],
            mask=key_mask[:, None],
            other=0.0,
        )
        accumulator = accumulator * rescale[:, None]
        accumulator = tl.dot(probabilities.to(v.dtype), v, accumulator)

    # Rows beyond N may have seen no key; they are not stored, but must not divide by 0.
    denominator = tl.where(running_sum == 0.0, 1.0, running_sum)
    output = accumulator / denominator[:, None]
    log_sum_exp = running_max + tl.log(denominator)
    tl.store(
        output_ptr + base + queries[:, None] * HEAD_DIM + dims[None, :],
        output.to(output_ptr.dtype.element_ty),
        mask=query_mask[:, None],
    )
    tl.store(log_sum_exp_ptr + batch * N + queries, log_sum_exp, mask=query_mask)


def sliding_window_attention(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, window: int
) -> tuple[torch.Tensor, torch.Tensor]:
    B, N, D = query.shape
    output = torch.empty((B, N, D), dtype=query.dtype, device=query.device)
    log_sum_exp = torch.empty((B, N), dtype=torch.float32, device=query.device)
    if output.numel() == 0:
        return output, log_sum_exp

    block_m, block_n = 64, 64
    query_tiles = triton.cdiv(N, block_m)
    sliding_window_attention_kernel[(B * query_tiles,)](
        query,
        key,
        value,
        output,
        log_sum_exp,
        N,
        min(window, N),
        1.0 / math.sqrt(D),
        query_tiles,
        HEAD_DIM=D,
        BLOCK_M=block_m,
        BLOCK_N=block_n,
        num_warps=4,
        num_stages=2,
    )
    return output, log_sum_exp
