import math

import torch
import triton
import triton.language as tl


@triton.jit
def sliding_window_kernel(
    query_pointer, key_pointer, value_pointer, output_pointer, log_sum_exp_pointer, scale, length, window,
    WIDTH: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
):
    first_row = tl.program_id(0) * BLOCK_M
    batch = tl.program_id(1).to(tl.int64)
    rows = first_row + tl.arange(0, BLOCK_M)
    depth = tl.arange(0, WIDTH)
    row_mask = rows < length
    base = batch * length * WIDTH
    row_offsets = base + rows[:, None] * WIDTH + depth[None, :]
    query = tl.load(query_pointer + row_offsets, mask=row_mask[:, None], other=0.0)

    maximum = tl.full((BLOCK_M,), -float("inf"), dtype=tl.float32)
    normaliser = tl.zeros((BLOCK_M,), dtype=tl.float32)
    accumulator = tl.zeros((BLOCK_M, WIDTH), dtype=tl.float32)
    first_key = tl.maximum(first_row - window + 1, 0) // BLOCK_N * BLOCK_N
    end = tl.minimum(first_row + BLOCK_M, length)
    for start in range(first_key, end, BLOCK_N):
        columns = start + tl.arange(0, BLOCK_N)
        column_mask = columns < length
        key = tl.load(
            key_pointer + base + columns[None, :] * WIDTH + depth[:, None], mask=column_mask[None, :], other=0.0
        )
        distance = rows[:, None] - columns[None, :]
        visible = (distance >= 0) & (distance < window) & column_mask[None, :]
        scores = tl.where(visible, tl.dot(query, key) * scale, -float("inf"))
        new_maximum = tl.maximum(maximum, tl.max(scores, axis=1))
        safe_maximum = tl.where(new_maximum == -float("inf"), 0.0, new_maximum)
        correction = tl.exp(maximum - safe_maximum)
        probabilities = tl.exp(scores - safe_maximum[:, None])
        normaliser = normaliser * correction + tl.sum(probabilities, axis=1)
        value = tl.load(
            value_pointer + base + columns[:, None] * WIDTH + depth[None, :], mask=column_mask[:, None], other=0.0
        )
        accumulator = tl.dot(probabilities.to(tl.float16), value, accumulator * correction[:, None])
        maximum = new_maximum
    result = accumulator / normaliser[:, None]
    tl.store(output_pointer + row_offsets, result.to(tl.float16), mask=row_mask[:, None])
    tl.store(log_sum_exp_pointer + batch * length + rows, maximum + tl.log(normaliser), mask=row_mask)


def sliding_window_attention(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, window: int
) -> tuple[torch.Tensor, torch.Tensor]:
    batches, length, width = query.shape
    output = torch.empty_like(query)
    log_sum_exp = torch.empty((batches, length), device=query.device, dtype=torch.float32)
    block_m, block_n = 64, 32
    sliding_window_kernel[(triton.cdiv(length, block_m), batches)](
        query, key, value, output, log_sum_exp, 1.0 / math.sqrt(width), length, window,
        WIDTH=width, BLOCK_M=block_m, BLOCK_N=block_n, num_stages=2,
    )
    return output, log_sum_exp
