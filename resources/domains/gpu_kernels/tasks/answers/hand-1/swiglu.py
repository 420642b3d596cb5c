import torch
import triton
import triton.language as tl


@triton.jit
def swiglu_kernel(projected_ptr, output_ptr, N, stride_row, column_blocks, BLOCK_SIZE: tl.constexpr):
    program = tl.program_id(0).to(tl.int64)
    row = program // column_blocks
    columns = (program % column_blocks) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = columns < N

    gate_ptrs = projected_ptr + row * stride_row + columns
    gate = tl.load(gate_ptrs, mask=mask, other=0.0).to(tl.float32)
    value = tl.load(gate_ptrs + N, mask=mask, other=0.0).to(tl.float32)
    # For a very negative gate exp overflows to inf, and gate / inf is 0.
    result = gate / (1.0 + tl.exp(-gate)) * value
    tl.store(output_ptr + row * N + columns, result.to(output_ptr.dtype.element_ty), mask=mask)


def swiglu(projected: torch.Tensor) -> torch.Tensor:
    M = projected.shape[0]
    N = projected.shape[1] // 2
    output = torch.empty((M, N), dtype=projected.dtype, device=projected.device)
    if output.numel() == 0:
        return output
    block_size = min(triton.next_power_of_2(N), 1024)
    column_blocks = triton.cdiv(N, block_size)
    swiglu_kernel[(M * column_blocks,)](
        projected, output, N, projected.stride(0), column_blocks, BLOCK_SIZE=block_size
    )
    return output
