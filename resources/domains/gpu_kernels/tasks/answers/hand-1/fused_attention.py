import torch
import triton
import triton.language as tl


@triton.jit
def fused_attention_kernel(
    query_ptr,
    key_ptr,
    value_ptr,
    output_ptr,
    stride_qb,
    stride_qh,
    stride_qn,
    stride_kb,
    stride_kh,
    stride_ks,
    stride_vb,
    stride_vh,
    stride_vs,
    H,
    N,
    S,
    scale,
    query_tiles,
    HEAD_DIM: tl.constexpr,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
):
    program = tl.program_id(0).to(tl.int64)
    query_tile = program % query_tiles
    batch_head = program // query_tiles
    batch = batch_head // H
    head = batch_head % H

    queries = query_tile * BLOCK_M + tl.arange(0, BLOCK_M)
    dims = tl.arange(0, HEAD_DIM)
    query_mask = queries < N

    query_base = query_ptr + batch * stride_qb + head * stride_qh
    key_base = key_ptr + batch * stride_kb + head * stride_kh
    value_base = value_ptr + batch * stride_vb + head * stride_vh

    q = tl.load(
        query_base + queries[:, None] * stride_qn + dims[None, :],
        mask=query_mask[:, None],
        other=0.0,
    )

    running_max = tl.full((BLOCK_M,), -float("inf"), tl.float32)
    running_sum = tl.zeros((BLOCK_M,), dtype=tl.float32)
    accumulator = tl.zeros((BLOCK_M, HEAD_DIM), dtype=tl.float32)

    for key_start in range(0, S, BLOCK_N):
        keys = (key_start + tl.arange(0, BLOCK_N)).to(tl.int64)
        key_mask = keys < S
        # The keys are loaded transposed, as (HEAD_DIM, BLOCK_N).
        k = tl.load(
            key_base + keys[None, :] * stride_ks + dims[:, None],
            mask=key_mask[None, :],
            other=0.0,
        )
        scores = tl.dot(q, k) * scale
        scores = tl.where(key_mask[None, :], scores, -float("inf"))

        # Every block has at least one key, so the new maximum is finite.
        new_max = tl.maximum(running_max, tl.max(scores, axis=1))
        probabilities = tl.exp(scores - new_max[:, None])
        rescale = tl.exp(running_max - new_max)
        running_sum = running_sum * rescale + tl.sum(probabilities, axis=1)
        running_max = new_max

        v = tl.load(
            value_base + keys[:, None] * stride_vs + dims[None, :],
            mask=key_mask[:, None],
            other=0.0,
        )
        accumulator = accumulator * rescale[:, None]
        accumulator = tl.dot(probabilities.to(v.dtype), v, accumulator)

    output = accumulator / running_sum[:, None]
    output_ptrs = output_ptr + (batch_head * N + queries[:, None]) * HEAD_DIM + dims[None, :]
    tl.store(output_ptrs, output.to(output_ptr.dtype.element_ty), mask=query_mask[:, None])


def fused_attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, scale: float) -> torch.Tensor:
    B, H, N, D = query.shape
    S = key.shape[2]
    output = torch.empty((B, H, N, D), dtype=query.dtype, device=query.device)
    if output.numel() == 0:
        return output

    block_m, block_n = 64, 64
    query_tiles = triton.cdiv(N, block_m)
    fused_attention_kernel[(B * H * query_tiles,)](
        query,
        key,
        value,
        output,
        query.stride(0),
        query.stride(1),
        query.stride(2),
        key.stride(0),
        key.stride(1),
        key.stride(2),
        value.stride(0),
        value.stride(1),
        value.stride(2),
        H,
        N,
        S,
        scale,
        query_tiles,
        HEAD_DIM=D,
        BLOCK_M=block_m,
        BLOCK_N=block_n,
        num_warps=4,
        num_stages=2,
    )
    return output
