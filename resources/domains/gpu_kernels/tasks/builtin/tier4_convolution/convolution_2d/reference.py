import torch
import triton
import triton.language as tl


@triton.jit
def convolution_kernel(
    x_pointer, weight_pointer, output_pointer, positions, channels, height, width, filters,
    output_height, output_width, stride, padding, FILTER_HEIGHT: tl.constexpr, FILTER_WIDTH: tl.constexpr,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):
    position = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    filter_index = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    output_column = position % output_width
    output_row = position // output_width % output_height
    image = (position // (output_width * output_height)).to(tl.int64)
    taps = channels * FILTER_HEIGHT * FILTER_WIDTH
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, taps, BLOCK_K):
        tap = start + tl.arange(0, BLOCK_K)
        filter_column = tap % FILTER_WIDTH
        filter_row = tap // FILTER_WIDTH % FILTER_HEIGHT
        channel = tap // (FILTER_WIDTH * FILTER_HEIGHT)
        row = output_row[:, None] * stride - padding + filter_row[None, :]
        column = output_column[:, None] * stride - padding + filter_column[None, :]
        inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
        address = ((image[:, None] * channels + channel[None, :]) * height + row) * width + column
        x_mask = inside & (position[:, None] < positions) & (tap[None, :] < taps)
        x = tl.load(x_pointer + address, mask=x_mask, other=0.0)
        weight = tl.load(
            weight_pointer + filter_index[None, :] * taps + tap[:, None],
            mask=(filter_index[None, :] < filters) & (tap[:, None] < taps),
            other=0.0,
        )
        accumulator = tl.dot(x, weight, accumulator)
    plane = output_height * output_width
    pixel = output_row * output_width + output_column
    output = output_pointer + (image[:, None] * filters + filter_index[None, :]) * plane + pixel[:, None]
    output_mask = (position[:, None] < positions) & (filter_index[None, :] < filters)
    tl.store(output, accumulator.to(tl.float16), mask=output_mask)


def convolution_2d(x: torch.Tensor, weight: torch.Tensor, stride: int, padding: int) -> torch.Tensor:
    batches, channels, height, width = x.shape
    filters, _, filter_height, filter_width = weight.shape
    output_height = (height + 2 * padding - filter_height) // stride + 1
    output_width = (width + 2 * padding - filter_width) // stride + 1
    output = torch.empty((batches, filters, output_height, output_width), device=x.device, dtype=torch.float16)
    positions = batches * output_height * output_width
    block_m, block_n, block_k = 64, 32, 32
    convolution_kernel[(triton.cdiv(positions, block_m), triton.cdiv(filters, block_n))](
        x, weight, output, positions, channels, height, width, filters, output_height, output_width, stride, padding,
        FILTER_HEIGHT=filter_height, FILTER_WIDTH=filter_width, BLOCK_M=block_m, BLOCK_N=block_n, BLOCK_K=block_k,
    )
    return output
