import torch
import triton
import triton.language as tl


@triton.jit
def dequantize_kernel(q_ptr, s_ptr, z_ptr, out_ptr, N, G, group, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = cols < N
    g = cols // group
    q = tl.load(q_ptr + row * stride + cols, mask=mask, other=0).to(tl.float32)
    s = tl.load(s_ptr + row * G + g, mask=mask, other=0.0)
    z = tl.load(z_ptr + row * G + g, mask=mask, other=0).to(tl.float32)
    y = (q - z) * s
    tl.store(out_ptr + row * N + cols, y.to(out_ptr.dtype.element_ty), mask=mask)


def group_dequantize_int8(
    quantized: torch.Tensor, scales: torch.Tensor, zeros: torch.Tensor, group: int, dtype: str
) -> torch.Tensor:
    M, N = quantized.shape
    out_dtype = torch.float32 if dtype == "float32" else torch.float16
    out = torch.empty((M, N), dtype=out_dtype, device=quantized.device)
    if M == 0:
        return out
    G = triton.cdiv(N, group)
    BLOCK = min(1024, triton.next_power_of_2(N))
    dequantize_kernel[(M, triton.cdiv(N, BLOCK))](
        quantized, scales, zeros, out, N, G, group, quantized.stride(0), BLOCK=BLOCK
    )
    return out
