import math

import torch
import triton
import triton.language as tl


@triton.jit
def grouped_query_attention_kernel(
    query_pointer, key_pointer, value_pointer, output_pointer, scale_log2, query_heads, group, queries, keys, width,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_D: tl.constexpr,
):
    tile = tl.program_id(0)
    batch_head = tl.program_id(1).to(tl.int64)
    batch = batch_head // query_heads
    key_head = (batch_head % query_heads) // group
    key_heads = query_heads // group
    rows = tile * BLOCK_M + tl.arange(0, BLOCK_M)
    depth = tl.arange(0, BLOCK_D)
    depth_mask = depth < width
    query_mask = (rows[:, None] < queries) & depth_mask[None, :]
    query_offsets = (batch_head * queries + rows[:, None]) * width + depth[None, :]
    query = tl.load(query_pointer + query_offsets, mask=query_mask, other=0.0)
    key_base = (batch * key_heads + key_head) * keys * width

    maximum = tl.full((BLOCK_M,), -float("inf"), dtype=tl.float32)
    normaliser = tl.zeros((BLOCK_M,), dtype=tl.float32)
    accumulator = tl.zeros((BLOCK_M, BLOCK_D), dtype=tl.float32)
    last_visible = rows + (keys - queries)
    end = tl.minimum(keys, (tile + 1) * BLOCK_M + (keys - queries))
    for start in range(0, end, BLOCK_N):
        columns = start + tl.arange(0, BLOCK_N)
        column_mask = columns < keys
        key = tl.load(
            key_pointer + key_base + columns[None, :] * width + depth[:, None],
            mask=column_mask[None, :] & depth_mask[:, None],
            other=0.0,
        )
        visible = column_mask[None, :] & (columns[None, :] <= last_visible[:, None])
        scores = tl.where(visible, tl.dot(query, key) * scale_log2, -float("inf"))
        new_maximum = tl.maximum(maximum, tl.max(scores, axis=1))
        correction = tl.exp2(maximum - new_maximum)
        probabilities = tl.exp2(scores - new_maximum[:, None])
        normaliser = normaliser * correction + tl.sum(probabilities, axis=1)
        value = tl.load(
            value_pointer + key_base + columns[:, None] * width + depth[None, :],
            mask=column_mask[:, None] & depth_mask[None, :],
            other=0.0,
        )
        accumulator = tl.dot(probabilities.to(value.dtype), value, accumulator * correction[:, None])
        maximum = new_maximum
    result = accumulator / normaliser[:, None]
    tl.store(output_pointer + query_offsets, result.to(output_pointer.dtype.element_ty), mask=query_mask)


def grouped_query_attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    batches, query_heads, queries, width = query.shape
    key_heads, keys = key.shape[1], key.shape[2]
    output = torch.empty_like(query)
    scale_log2 = 1.0 / math.sqrt(width) * math.log2(math.e)
    block_m, block_n = 64, 64
    grouped_query_attention_kernel[(triton.cdiv(queries, block_m), batches * query_heads)](
        query, key, value, output, scale_log2, query_heads, query_heads // key_heads, queries, keys, width,
        BLOCK_M=block_m, BLOCK_N=block_n, BLOCK_D=max(16, triton.next_power_of_2(width)), num_stages=2,
    )
    return output
