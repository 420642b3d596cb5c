import math

import torch
import triton
import triton.language as tl


@triton.jit
def paged_attention_kernel(
    query_pointer, key_cache_pointer, value_cache_pointer, page_table_pointer, lengths_pointer, output_pointer,
    scale, query_heads, key_heads, maximum_pages, PAGE_SIZE: tl.constexpr, WIDTH: tl.constexpr,
):
    batch = tl.program_id(0).to(tl.int64)
    query_head = tl.program_id(1)
    key_head = query_head // (query_heads // key_heads)
    depth = tl.arange(0, WIDTH)
    slots = tl.arange(0, PAGE_SIZE)
    query_offsets = (batch * query_heads + query_head) * WIDTH + depth
    query = tl.load(query_pointer + query_offsets).to(tl.float32) * scale
    length = tl.load(lengths_pointer + batch)

    maximum = -float("inf")
    normaliser = 0.0
    accumulator = tl.zeros((WIDTH,), dtype=tl.float32)
    for page_index in range(0, tl.cdiv(length, PAGE_SIZE)):
        page = tl.load(page_table_pointer + batch * maximum_pages + page_index).to(tl.int64)
        slot_mask = page_index * PAGE_SIZE + slots < length
        offsets = ((page * PAGE_SIZE + slots[:, None]) * key_heads + key_head) * WIDTH + depth[None, :]
        key = tl.load(key_cache_pointer + offsets, mask=slot_mask[:, None], other=0.0).to(tl.float32)
        scores = tl.where(slot_mask, tl.sum(key * query[None, :], axis=1), -float("inf"))
        new_maximum = tl.maximum(maximum, tl.max(scores, axis=0))
        correction = tl.exp(maximum - new_maximum)
        probabilities = tl.exp(scores - new_maximum)
        normaliser = normaliser * correction + tl.sum(probabilities, axis=0)
        value = tl.load(value_cache_pointer + offsets, mask=slot_mask[:, None], other=0.0).to(tl.float32)
        accumulator = accumulator * correction + tl.sum(probabilities[:, None] * value, axis=0)
        maximum = new_maximum
    result = accumulator / tl.where(length > 0, normaliser, 1.0)
    tl.store(output_pointer + query_offsets, result.to(tl.float16))


def paged_attention_decode(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    page_table: torch.Tensor,
    lengths: torch.Tensor,
) -> torch.Tensor:
    batches, query_heads, width = query.shape
    page_size, key_heads = key_cache.shape[1], key_cache.shape[2]
    output = torch.empty_like(query)
    paged_attention_kernel[(batches, query_heads)](
        query, key_cache, value_cache, page_table, lengths, output, 1.0 / math.sqrt(width), query_heads, key_heads,
        page_table.shape[1], PAGE_SIZE=page_size, WIDTH=width,
    )
    return output
