import torch
import triton
import triton.language as tl


@triton.jit
def rotary_embedding_kernel(
    x_ptr,
    positions_ptr,
    cosines_ptr,
    sines_ptr,
    output_ptr,
    H,
    half,
    stride_token,
    stride_head,
    head_blocks,
    BLOCK_H: tl.constexpr,
    BLOCK_HALF: tl.constexpr,
):
    # One program rotates some heads of one token; they share the token's angles.
    program = tl.program_id(0).to(tl.int64)
    token = program // head_blocks
    heads = (program % head_blocks) * BLOCK_H + tl.arange(0, BLOCK_H)
    columns = tl.arange(0, BLOCK_HALF)
    column_mask = columns < half
    mask = (heads[:, None] < H) & column_mask[None, :]

    position = tl.load(positions_ptr + token)
    cosine = tl.load(cosines_ptr + position * half + columns, mask=column_mask, other=0.0)[None, :]
    sine = tl.load(sines_ptr + position * half + columns, mask=column_mask, other=0.0)[None, :]

    x_ptrs = x_ptr + token * stride_token + heads[:, None] * stride_head + columns[None, :]
    first = tl.load(x_ptrs, mask=mask, other=0.0).to(tl.float32)
    second = tl.load(x_ptrs + half, mask=mask, other=0.0).to(tl.float32)
    rotated_first = first * cosine - second * sine
    rotated_second = second * cosine + first * sine

    output_ptrs = output_ptr + (token * H + heads[:, None]) * (2 * half) + columns[None, :]
    tl.store(output_ptrs, rotated_first.to(output_ptr.dtype.element_ty), mask=mask)
    tl.store(output_ptrs + half, rotated_second.to(output_ptr.dtype.element_ty), mask=mask)


def rotary_embedding(
    x: torch.Tensor, positions: torch.Tensor, cosines: torch.Tensor, sines: torch.Tensor
) -> torch.Tensor:
    T, H, D = x.shape
    output = torch.empty((T, H, D), dtype=x.dtype, device=x.device)
    if output.numel() == 0:
        return output
    half = D // 2
    block_half = triton.next_power_of_2(half)
    # About 1024 pairs for each program.
    block_h = max(1, min(triton.next_power_of_2(H), 1024 // block_half))
    head_blocks = triton.cdiv(H, block_h)
    rotary_embedding_kernel[(T * head_blocks,)](
        x,
        positions,
        cosines,
        sines,
        output,
        H,
        half,
        x.stride(0),
        x.stride(1),
        head_blocks,
        BLOCK_H=block_h,
        BLOCK_HALF=block_half,
    )
    return output
