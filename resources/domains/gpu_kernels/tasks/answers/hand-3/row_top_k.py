import torch
import triton
import triton.language as tl


@triton.jit
def top_k_kernel(x_ptr, values_ptr, positions_ptr, N, stride, K: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride + cols, mask=cols < N, other=-float("inf"))
    for i in range(K):
        m = tl.max(x, axis=0)
        pos = tl.min(tl.where(x == m, cols, BLOCK), axis=0)
        tl.store(values_ptr + row * K + i, m)
        tl.store(positions_ptr + row * K + i, pos.to(tl.int64))
        x = tl.where(cols == pos, -float("inf"), x)


def row_top_k(x: torch.Tensor, k: int) -> tuple[torch.Tensor, torch.Tensor]:
    M, N = x.shape
    values = torch.empty((M, k), dtype=torch.float32, device=x.device)
    positions = torch.empty((M, k), dtype=torch.int64, device=x.device)
    if M == 0:
        return values, positions
    BLOCK = triton.next_power_of_2(N)
    top_k_kernel[(M,)](x, values, positions, N, x.stride(0), K=k, BLOCK=BLOCK)
    return values, positions
