import torch
import triton
import triton.language as tl


@triton.jit
def quantize_kernel(x_ptr, q_ptr, s_ptr, N, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK)
    mask = cols < N
    x = tl.load(x_ptr + row * stride + cols, mask=mask, other=0.0).to(tl.float32)
    scale = tl.max(tl.abs(x), axis=0) / 127.0
    safe = tl.where(scale > 0.0, scale, 1.0)
    y = x / safe
    y = tl.where(y >= 0.0, tl.floor(y + 0.5), tl.ceil(y - 0.5))
    y = tl.minimum(tl.maximum(y, -127.0), 127.0)
    tl.store(q_ptr + row * N + cols, y.to(tl.int8), mask=mask)
    tl.store(s_ptr + row, scale)


def row_quantize_int8(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    M, N = x.shape
    quantized = torch.empty((M, N), dtype=torch.int8, device=x.device)
    scales = torch.empty((M,), dtype=torch.float32, device=x.device)
    if M == 0:
        return quantized, scales
    BLOCK = triton.next_power_of_2(N)
    quantize_kernel[(M,)](x, quantized, scales, N, x.stride(0), BLOCK=BLOCK)
    return quantized, scales
