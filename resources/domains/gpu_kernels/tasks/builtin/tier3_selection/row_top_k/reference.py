import torch
import triton
import triton.language as tl


@triton.jit
def top_k_kernel(
    x_pointer, values_pointer, positions_pointer, row_stride, columns, K: tl.constexpr, BLOCK: tl.constexpr
):
    row = tl.program_id(0).to(tl.int64)
    offsets = tl.arange(0, BLOCK)
    remaining = tl.load(x_pointer + row * row_stride + offsets, mask=offsets < columns, other=-float("inf"))
    for rank in range(K):
        value, position = tl.max(remaining, axis=0, return_indices=True)
        tl.store(values_pointer + row * K + rank, value)
        tl.store(positions_pointer + row * K + rank, position.to(tl.int64))
        remaining = tl.where(offsets == position, -float("inf"), remaining)


def row_top_k(x: torch.Tensor, k: int) -> tuple[torch.Tensor, torch.Tensor]:
    rows, columns = x.shape
    values = torch.empty((rows, k), device=x.device, dtype=torch.float32)
    positions = torch.empty((rows, k), device=x.device, dtype=torch.int64)
    top_k_kernel[(rows,)](
        x, values, positions, x.stride(0), columns, K=k, BLOCK=triton.next_power_of_2(columns)
    )
    return values, positions
