import torch
import triton
import triton.language as tl


@triton.jit
def causal_convolution_1d_kernel(
    x_ptr,
    weight_ptr,
    bias_ptr,
    output_ptr,
    T,
    C,
    stride_x_batch,
    stride_x_time,
    time_tiles,
    channel_tiles,
    W: tl.constexpr,
    BLOCK_T: tl.constexpr,
    BLOCK_C: tl.constexpr,
):
    program = tl.program_id(0).to(tl.int64)
    channel_tile = program % channel_tiles
    time_tile = (program // channel_tiles) % time_tiles
    batch = program // channel_tiles // time_tiles

    times = time_tile * BLOCK_T + tl.arange(0, BLOCK_T)
    channels = channel_tile * BLOCK_C + tl.arange(0, BLOCK_C)
    channel_mask = channels < C
    tile_mask = (times[:, None] < T) & channel_mask[None, :]

    bias = tl.load(bias_ptr + channels, mask=channel_mask, other=0.0).to(tl.float32)
    accumulator = tl.zeros((BLOCK_T, BLOCK_C), dtype=tl.float32) + bias[None, :]

    x_batch = x_ptr + batch * stride_x_batch
    for w in range(W):
        source_times = times - (W - 1) + w
        weight = tl.load(weight_ptr + channels * W + w, mask=channel_mask, other=0.0).to(tl.float32)
        # Positions before the start of this sequence count as 0.
        x = tl.load(
            x_batch + source_times[:, None] * stride_x_time + channels[None, :],
            mask=tile_mask & (source_times[:, None] >= 0),
            other=0.0,
        ).to(tl.float32)
        accumulator += x * weight[None, :]

    output_ptrs = output_ptr + (batch * T + times[:, None]) * C + channels[None, :]
    tl.store(output_ptrs, accumulator.to(output_ptr.dtype.element_ty), mask=tile_mask)


def causal_convolution_1d(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    B, T, C = x.shape
    W = weight.shape[1]
    output = torch.empty((B, T, C), dtype=x.dtype, device=x.device)
    if output.numel() == 0:
        return output

    block_t, block_c = 32, 64
    time_tiles = triton.cdiv(T, block_t)
    channel_tiles = triton.cdiv(C, block_c)
    causal_convolution_1d_kernel[(B * time_tiles * channel_tiles,)](
        x,
        weight,
        bias,
        output,
        T,
        C,
        x.stride(0),
        x.stride(1),
        time_tiles,
        channel_tiles,
        W=W,
        BLOCK_T=block_t,
        BLOCK_C=block_c,
    )
    return output
