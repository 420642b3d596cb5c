import torch
import triton
import triton.language as tl


@triton.jit
def group_dequantize_int8_kernel(
    quantized_ptr,
    scales_ptr,
    zeros_ptr,
    output_ptr,
    N,
    stride_row,
    group,
    n_groups,
    column_blocks,
    BLOCK_SIZE: tl.constexpr,
):
    program = tl.program_id(0).to(tl.int64)
    row = program // column_blocks
    columns = (program % column_blocks) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = columns < N
    group_offsets = row * n_groups + columns // group

    quantized = tl.load(quantized_ptr + row * stride_row + columns, mask=mask, other=0).to(tl.float32)
    scale = tl.load(scales_ptr + group_offsets, mask=mask, other=0.0)
    zero = tl.load(zeros_ptr + group_offsets, mask=mask, other=0).to(tl.float32)

    # The difference of two int8 values is exact in float32.
    result = (quantized - zero) * scale
    tl.store(output_ptr + row * N + columns, result.to(output_ptr.dtype.element_ty), mask=mask)


def group_dequantize_int8(
    quantized: torch.Tensor, scales: torch.Tensor, zeros: torch.Tensor, group: int, dtype: str
) -> torch.Tensor:
    M, N = quantized.shape
    output_dtype = torch.float16 if dtype == "float16" else torch.float32
    output = torch.empty((M, N), dtype=output_dtype, device=quantized.device)
    if output.numel() == 0:
        return output
    n_groups = triton.cdiv(N, group)
    block_size = min(triton.next_power_of_2(N), 1024)
    column_blocks = triton.cdiv(N, block_size)
    group_dequantize_int8_kernel[(M * column_blocks,)](
        quantized,
        scales,
        zeros,
        output,
        N,
        quantized.stride(0),
        group,
        n_groups,
        column_blocks,
        BLOCK_SIZE=block_size,
    )
    return output
