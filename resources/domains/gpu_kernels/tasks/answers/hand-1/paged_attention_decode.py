import math

import torch
import triton
import triton.language as tl


@triton.jit
def paged_attention_decode_kernel(
    query_ptr,
    key_cache_ptr,
    value_cache_ptr,
    page_table_ptr,
    lengths_ptr,
    output_ptr,
    query_heads,
    key_heads,
    group_size,
    page_size,
    max_pages,
    scale,
    HEAD_DIM: tl.constexpr,
    BLOCK_T: tl.constexpr,
):
    # One program handles one query head of one sequence.
    program = tl.program_id(0).to(tl.int64)
    batch = program // query_heads
    key_head = (program % query_heads) // group_size
    dims = tl.arange(0, HEAD_DIM)

    query = tl.load(query_ptr + program * HEAD_DIM + dims).to(tl.float32)
    length = tl.load(lengths_ptr + batch)

    running_max = tl.full((), -float("inf"), tl.float32)
    running_sum = tl.full((), 0.0, tl.float32)
    accumulator = tl.zeros((HEAD_DIM,), dtype=tl.float32)
    for start in range(0, length, BLOCK_T):
        positions = start + tl.arange(0, BLOCK_T)
        mask = positions < length
        # Table entries beyond the pages in use are not read.
        pages = tl.load(
            page_table_ptr + batch * max_pages + positions // page_size, mask=mask, other=0
        ).to(tl.int64)
        slots = pages * page_size + positions % page_size
        offsets = (slots[:, None] * key_heads + key_head) * HEAD_DIM + dims[None, :]

        keys = tl.load(key_cache_ptr + offsets, mask=mask[:, None], other=0.0).to(tl.float32)
        scores = tl.sum(keys * query[None, :], axis=1) * scale
        scores = tl.where(mask, scores, -float("inf"))

        new_max = tl.maximum(running_max, tl.max(scores, axis=0))
        probabilities = tl.exp(scores - new_max)
        rescale = tl.exp(running_max - new_max)
        values = tl.load(value_cache_ptr + offsets, mask=mask[:, None], other=0.0).to(tl.float32)
        accumulator = accumulator * rescale + tl.sum(probabilities[:, None] * values, axis=0)
        running_sum = running_sum * rescale + tl.sum(probabilities, axis=0)
        running_max = new_max

    # An empty sequence has sum 0 and an accumulator of zeros.
    denominator = tl.where(running_sum == 0.0, 1.0, running_sum)
    output = accumulator / denominator
    tl.store(output_ptr + program * HEAD_DIM + dims, output.to(output_ptr.dtype.element_ty))


def paged_attention_decode(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    page_table: torch.Tensor,
    lengths: torch.Tensor,
) -> torch.Tensor:
    B, query_heads, D = query.shape
    page_size, key_heads = key_cache.shape[1], key_cache.shape[2]
    max_pages = page_table.shape[1]
    output = torch.empty((B, query_heads, D), dtype=query.dtype, device=query.device)
    if output.numel() == 0:
        return output
    paged_attention_decode_kernel[(B * query_heads,)](
        query,
        key_cache,
        value_cache,
        page_table,
        lengths,
        output,
        query_heads,
        key_heads,
        query_heads // key_heads,
        page_size,
        max_pages,
        1.0 / math.sqrt(D),
        HEAD_DIM=D,
        BLOCK_T=64,
        num_warps=4,
    )
    return output
