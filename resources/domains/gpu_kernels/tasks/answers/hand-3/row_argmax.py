import torch
import triton
import triton.language as tl


@triton.jit
def argmax_kernel(x_ptr, values_ptr, positions_ptr, N, LOWEST: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    base = x_ptr + row * N
    best = tl.load(base)
    best_pos = tl.program_id(0) * 0
    for start in range(0, N, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < N
        x = tl.load(base + cols, mask=mask, other=LOWEST)
        m = tl.max(x, axis=0)
        pos = tl.min(tl.where((x == m) & mask, cols, 2147483647), axis=0)
        better = m > best
        best = tl.where(better, m, best)
        best_pos = tl.where(better, pos, best_pos)
    tl.store(values_ptr + row, best)
    tl.store(positions_ptr + row, best_pos.to(tl.int64))


def row_argmax(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    M, N = x.shape
    values = torch.empty((M,), dtype=x.dtype, device=x.device)
    positions = torch.empty((M,), dtype=torch.int64, device=x.device)
    if M == 0:
        return values, positions
    lowest = -(2**31) if x.dtype == torch.int32 else -float("inf")
    BLOCK = min(1024, triton.next_power_of_2(N))
    argmax_kernel[(M,)](x, values, positions, N, LOWEST=lowest, BLOCK=BLOCK)
    return values, positions
