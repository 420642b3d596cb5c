import torch
import triton
import triton.language as tl


@triton.jit
def welford_kernel(x_pointer, variance_pointer, mean_pointer, columns, correction, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    count = 0.0
    mean = 0.0
    squares = 0.0
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < columns
        x = tl.load(x_pointer + row * columns + offsets, mask=mask, other=0.0)
        block_count = tl.sum(mask.to(tl.float32), axis=0)
        block_mean = tl.sum(x, axis=0) / block_count
        deviation = tl.where(mask, x - block_mean, 0.0)
        block_squares = tl.sum(deviation * deviation, axis=0)
        merged_count = count + block_count
        difference = block_mean - mean
        mean += difference * (block_count / merged_count)
        squares += block_squares + difference * difference * (count * block_count / merged_count)
        count = merged_count
    tl.store(variance_pointer + row, squares / (count - correction))
    tl.store(mean_pointer + row, mean)


def welford_variance(x: torch.Tensor, correction: int) -> tuple[torch.Tensor, torch.Tensor]:
    rows, columns = x.shape
    variance = torch.empty(rows, device=x.device, dtype=torch.float32)
    mean = torch.empty(rows, device=x.device, dtype=torch.float32)
    block = min(512, triton.next_power_of_2(columns))
    welford_kernel[(rows,)](x, variance, mean, columns, correction, BLOCK=block)
    return variance, mean
