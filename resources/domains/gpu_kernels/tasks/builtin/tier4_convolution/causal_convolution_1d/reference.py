import torch
import triton
import triton.language as tl


@triton.jit
def causal_convolution_kernel(
    x_pointer, weight_pointer, bias_pointer, output_pointer, batch_stride, time_stride, times, channels,
    WIDTH: tl.constexpr, BLOCK_T: tl.constexpr, BLOCK_C: tl.constexpr,
):
    batch = tl.program_id(2).to(tl.int64)
    time = tl.program_id(0) * BLOCK_T + tl.arange(0, BLOCK_T)
    channel = tl.program_id(1) * BLOCK_C + tl.arange(0, BLOCK_C)
    channel_mask = channel < channels
    bias = tl.load(bias_pointer + channel, mask=channel_mask, other=0.0).to(tl.float32)
    total = tl.zeros((BLOCK_T, BLOCK_C), dtype=tl.float32) + bias[None, :]
    for tap in range(WIDTH):
        source = time - (WIDTH - 1) + tap
        mask = (source[:, None] >= 0) & (source[:, None] < times) & channel_mask[None, :]
        address = x_pointer + batch * batch_stride + source[:, None] * time_stride + channel[None, :]
        x = tl.load(address, mask=mask, other=0.0).to(tl.float32)
        weight = tl.load(weight_pointer + channel * WIDTH + tap, mask=channel_mask, other=0.0).to(tl.float32)
        total += x * weight[None, :]
    output = output_pointer + batch * times * channels + time[:, None] * channels + channel[None, :]
    output_mask = (time[:, None] < times) & channel_mask[None, :]
    tl.store(output, total.to(output_pointer.dtype.element_ty), mask=output_mask)


def causal_convolution_1d(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    batches, times, channels = x.shape
    output = torch.empty((batches, times, channels), device=x.device, dtype=x.dtype)
    block_t, block_c = 32, 64
    causal_convolution_kernel[(triton.cdiv(times, block_t), triton.cdiv(channels, block_c), batches)](
        x, weight, bias, output, x.stride(0), x.stride(1), times, channels,
        WIDTH=weight.shape[1], BLOCK_T=block_t, BLOCK_C=block_c,
    )
    return output
