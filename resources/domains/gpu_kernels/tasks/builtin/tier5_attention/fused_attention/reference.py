import torch
import triton
import triton.language as tl


@triton.jit
def fused_attention_kernel(
    query_pointer, key_pointer, value_pointer, output_pointer, scale, heads, queries, keys,
    query_batch_stride, query_head_stride, query_row_stride, key_batch_stride, key_head_stride, key_row_stride,
    value_batch_stride, value_head_stride, value_row_stride,
    WIDTH: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
):
    batch_head = tl.program_id(1).to(tl.int64)
    batch = batch_head // heads
    head = batch_head % heads
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    row_mask = rows[:, None] < queries
    depth = tl.arange(0, WIDTH)
    query_base = query_pointer + batch * query_batch_stride + head * query_head_stride
    key_base = key_pointer + batch * key_batch_stride + head * key_head_stride
    value_base = value_pointer + batch * value_batch_stride + head * value_head_stride
    query = tl.load(query_base + rows[:, None] * query_row_stride + depth[None, :], mask=row_mask, other=0.0)

    maximum = tl.full((BLOCK_M,), -float("inf"), dtype=tl.float32)
    normaliser = tl.zeros((BLOCK_M,), dtype=tl.float32)
    accumulator = tl.zeros((BLOCK_M, WIDTH), dtype=tl.float32)
    for start in range(0, keys, BLOCK_N):
        columns = start + tl.arange(0, BLOCK_N)
        key = tl.load(
            key_base + columns[None, :] * key_row_stride + depth[:, None], mask=columns[None, :] < keys, other=0.0
        )
        scores = tl.dot(query, key) * scale
        scores = tl.where(columns[None, :] < keys, scores, -float("inf"))
        new_maximum = tl.maximum(maximum, tl.max(scores, axis=1))
        correction = tl.exp(maximum - new_maximum)
        probabilities = tl.exp(scores - new_maximum[:, None])
        normaliser = normaliser * correction + tl.sum(probabilities, axis=1)
        value = tl.load(
            value_base + columns[:, None] * value_row_stride + depth[None, :], mask=columns[:, None] < keys, other=0.0
        )
        accumulator = tl.dot(probabilities.to(tl.float16), value, accumulator * correction[:, None])
        maximum = new_maximum

    result = accumulator / normaliser[:, None]
    output = output_pointer + (batch_head * queries + rows[:, None]) * WIDTH + depth[None, :]
    tl.store(output, result.to(tl.float16), mask=row_mask)


def fused_attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, scale: float) -> torch.Tensor:
    batches, heads, queries, width = query.shape
    keys = key.shape[2]
    output = torch.empty((batches, heads, queries, width), device=query.device, dtype=query.dtype)
    BLOCK_M = 64
    BLOCK_N = 128
    fused_attention_kernel[(triton.cdiv(queries, BLOCK_M), batches * heads)](
        query, key, value, output, scale, heads, queries, keys,
        query.stride(0), query.stride(1), query.stride(2), key.stride(0), key.stride(1), key.stride(2),
        value.stride(0), value.stride(1), value.stride(2),
        WIDTH=width, BLOCK_M=BLOCK_M, BLOCK_N=BLOCK_N, num_warps=4, num_stages=3,
    )
    return output
