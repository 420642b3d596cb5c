import torch
import triton
import triton.language as tl


@triton.jit
def row_softmax_kernel(x_ptr, output_ptr, stride_row, N, scale, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK_SIZE)
    mask = columns < N
    scores = tl.load(x_ptr + row * stride_row + columns, mask=mask, other=-float("inf")).to(tl.float32) * scale
    # In a row of only -inf the difference is NaN, and so is the whole result.
    shifted = scores - tl.max(scores, axis=0)
    numerator = tl.exp(shifted)
    result = numerator / tl.sum(numerator, axis=0)
    tl.store(output_ptr + row * N + columns, result.to(output_ptr.dtype.element_ty), mask=mask)


def row_softmax(x: torch.Tensor, scale: float) -> torch.Tensor:
    M, N = x.shape
    output = torch.empty((M, N), dtype=x.dtype, device=x.device)
    if M == 0:
        return output
    block_size = triton.next_power_of_2(N)
    num_warps = 4 if block_size <= 2048 else 8
    row_softmax_kernel[(M,)](x, output, x.stride(0), N, scale, BLOCK_SIZE=block_size, num_warps=num_warps)
    return output
