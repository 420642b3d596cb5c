import torch
import triton
import triton.language as tl


@triton.jit
def swiglu_kernel(projected_pointer, output_pointer, row_stride, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = columns < width
    gate_pointer = projected_pointer + row * row_stride + columns
    gate = tl.load(gate_pointer, mask=mask, other=0.0).to(tl.float32)
    value = tl.load(gate_pointer + width, mask=mask, other=0.0).to(tl.float32)
    result = gate / (1.0 + tl.exp(-gate)) * value
    tl.store(output_pointer + row * width + columns, result.to(output_pointer.dtype.element_ty), mask=mask)


def swiglu(projected: torch.Tensor) -> torch.Tensor:
    rows = projected.shape[0]
    width = projected.shape[1] // 2
    output = torch.empty((rows, width), device=projected.device, dtype=projected.dtype)
    block = 512
    swiglu_kernel[(rows, triton.cdiv(width, block))](projected, output, projected.stride(0), width, BLOCK=block)
    return output
