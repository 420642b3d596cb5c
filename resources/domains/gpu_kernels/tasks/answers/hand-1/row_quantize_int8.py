import torch
import triton
import triton.language as tl


@triton.jit
def row_quantize_int8_kernel(x_ptr, quantized_ptr, scales_ptr, N, stride_row, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK_SIZE)
    mask = columns < N
    x = tl.load(x_ptr + row * stride_row + columns, mask=mask, other=0.0).to(tl.float32)

    scale = tl.max(tl.abs(x), axis=0) / 127.0
    # A row of zeros is divided by 1 and stays 0.
    divisor = tl.where(scale == 0.0, 1.0, scale)
    rounded = tl.floor(x / divisor + 0.5)
    rounded = tl.minimum(tl.maximum(rounded, -127.0), 127.0)

    tl.store(quantized_ptr + row * N + columns, rounded.to(tl.int8), mask=mask)
    tl.store(scales_ptr + row, scale)


def row_quantize_int8(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    M, N = x.shape
    quantized = torch.empty((M, N), dtype=torch.int8, device=x.device)
    scales = torch.empty((M,), dtype=torch.float32, device=x.device)
    if M == 0:
        return quantized, scales
    block_size = triton.next_power_of_2(N)
    num_warps = 4 if block_size <= 2048 else 8
    row_quantize_int8_kernel[(M,)](
        x, quantized, scales, N, x.stride(0), BLOCK_SIZE=block_size, num_warps=num_warps
    )
    return quantized, scales
