import torch
import triton
import triton.language as tl


@triton.jit
def row_softmax_kernel(x_pointer, output_pointer, x_row_stride, output_row_stride, columns, scale, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    scores = tl.load(x_pointer + row * x_row_stride + offsets, mask=mask, other=-float("inf")).to(tl.float32) * scale
    shifted = scores - tl.max(scores, axis=0)
    numerator = tl.exp(shifted)
    probabilities = numerator / tl.sum(numerator, axis=0)
    output = output_pointer + row * output_row_stride + offsets
    tl.store(output, probabilities.to(output_pointer.dtype.element_ty), mask=mask)


def row_softmax(x: torch.Tensor, scale: float) -> torch.Tensor:
    rows, columns = x.shape
    output = torch.empty((rows, columns), device=x.device, dtype=x.dtype)
    block = triton.next_power_of_2(columns)
    row_softmax_kernel[(rows,)](
        x, output, x.stride(0), output.stride(0), columns, scale, BLOCK=block, num_warps=8 if block >= 2048 else 4
    )
    return output
