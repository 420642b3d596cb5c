import torch
import triton
import triton.language as tl


@triton.jit
def group_dequantize_kernel(
    quantized_pointer, scales_pointer, zeros_pointer, output_pointer, row_stride, columns, group, groups,
    BLOCK: tl.constexpr,
):
    row = tl.program_id(0).to(tl.int64)
    offsets = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < columns
    place = row * groups + offsets // group
    quantized = tl.load(quantized_pointer + row * row_stride + offsets, mask=mask, other=0).to(tl.float32)
    zero = tl.load(zeros_pointer + place, mask=mask, other=0).to(tl.float32)
    scale = tl.load(scales_pointer + place, mask=mask, other=0.0)
    value = (quantized - zero) * scale
    tl.store(output_pointer + row * columns + offsets, value.to(output_pointer.dtype.element_ty), mask=mask)


def group_dequantize_int8(
    quantized: torch.Tensor, scales: torch.Tensor, zeros: torch.Tensor, group: int, dtype: str
) -> torch.Tensor:
    rows, columns = quantized.shape
    kind = torch.float16 if dtype == "float16" else torch.float32
    output = torch.empty((rows, columns), device=quantized.device, dtype=kind)
    block = 256
    group_dequantize_kernel[(rows, triton.cdiv(columns, block))](
        quantized, scales, zeros, output, quantized.stride(0), columns, group, scales.shape[1], BLOCK=block,
    )
    return output
