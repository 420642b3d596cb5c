import torch
import triton
import triton.language as tl


@triton.jit
def cumsum_kernel(x_ptr, out_ptr, N, EXCLUSIVE: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    base = x_ptr + row * N
    carry = tl.zeros((1,), dtype=x_ptr.dtype.element_ty)
    for start in range(0, N, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < N
        if EXCLUSIVE:
            x = tl.load(base + cols - 1, mask=mask & (cols > 0), other=0)
        else:
            x = tl.load(base + cols, mask=mask, other=0)
        y = tl.cumsum(x, axis=0) + carry
        tl.store(out_ptr + row * N + cols, y, mask=mask)
        carry += tl.sum(x, axis=0)


def row_cumulative_sum(x: torch.Tensor, exclusive: bool) -> torch.Tensor:
    M, N = x.shape
    out = torch.empty((M, N), dtype=x.dtype, device=x.device)
    if M == 0:
        return out
    BLOCK = min(1024, triton.next_power_of_2(N))
    cumsum_kernel[(M,)](x, out, N, EXCLUSIVE=bool(exclusive), BLOCK=BLOCK)
    return out
