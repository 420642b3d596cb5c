import torch
import triton
import triton.language as tl


@triton.jit
def rotary_kernel(
    x_pointer, positions_pointer, cosines_pointer, sines_pointer, output_pointer,
    token_stride, head_stride, heads, half, BLOCK_HEADS: tl.constexpr, BLOCK_HALF: tl.constexpr,
):
    token = tl.program_id(0).to(tl.int64)
    head = tl.program_id(1) * BLOCK_HEADS + tl.arange(0, BLOCK_HEADS)
    index = tl.arange(0, BLOCK_HALF)
    index_mask = index < half
    mask = (head[:, None] < heads) & index_mask[None, :]
    position = tl.load(positions_pointer + token)
    cosine = tl.load(cosines_pointer + position * half + index, mask=index_mask, other=0.0)
    sine = tl.load(sines_pointer + position * half + index, mask=index_mask, other=0.0)
    source = x_pointer + token * token_stride + head[:, None] * head_stride + index[None, :]
    first = tl.load(source, mask=mask, other=0.0).to(tl.float32)
    second = tl.load(source + half, mask=mask, other=0.0).to(tl.float32)
    rotated_first = first * cosine[None, :] - second * sine[None, :]
    rotated_second = second * cosine[None, :] + first * sine[None, :]
    target = output_pointer + token * heads * half * 2 + head[:, None] * half * 2 + index[None, :]
    tl.store(target, rotated_first.to(output_pointer.dtype.element_ty), mask=mask)
    tl.store(target + half, rotated_second.to(output_pointer.dtype.element_ty), mask=mask)


def rotary_embedding(
    x: torch.Tensor, positions: torch.Tensor, cosines: torch.Tensor, sines: torch.Tensor
) -> torch.Tensor:
    tokens, heads, width = x.shape
    output = torch.empty((tokens, heads, width), device=x.device, dtype=x.dtype)
    half = width // 2
    block_heads = 8
    rotary_kernel[(tokens, triton.cdiv(heads, block_heads))](
        x, positions, cosines, sines, output, x.stride(0), x.stride(1), heads, half,
        BLOCK_HEADS=block_heads, BLOCK_HALF=triton.next_power_of_2(half),
    )
    return output
