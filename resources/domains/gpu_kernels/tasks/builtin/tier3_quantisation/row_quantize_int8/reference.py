import torch
import triton
import triton.language as tl


@triton.jit
def row_quantize_kernel(x_pointer, quantized_pointer, scales_pointer, row_stride, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    x = tl.load(x_pointer + row * row_stride + offsets, mask=mask, other=0.0).to(tl.float32)
    largest = tl.max(tl.abs(x), axis=0)
    scale = largest / 127.0
    quantized = tl.floor(x / tl.where(scale > 0.0, scale, 1.0) + 0.5)
    tl.store(quantized_pointer + row * columns + offsets, quantized.to(tl.int8), mask=mask)
    tl.store(scales_pointer + row, scale)


def row_quantize_int8(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    rows, columns = x.shape
    quantized = torch.empty((rows, columns), device=x.device, dtype=torch.int8)
    scales = torch.empty(rows, device=x.device, dtype=torch.float32)
    block = triton.next_power_of_2(columns)
    row_quantize_kernel[(rows,)](x, quantized, scales, x.stride(0), columns, BLOCK=block)
    return quantized, scales
