import torch
import triton
import triton.language as tl


@triton.jit
def welford_variance_kernel(x_ptr, variance_ptr, mean_ptr, N, correction, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)

    count = tl.full((), 0.0, tl.float32)
    mean = tl.full((), 0.0, tl.float32)
    squares = tl.full((), 0.0, tl.float32)  # sum of squared deviations from the mean
    for start in range(0, N, BLOCK_SIZE):
        columns = start + tl.arange(0, BLOCK_SIZE)
        mask = columns < N
        x = tl.load(x_ptr + row * N + columns, mask=mask, other=0.0)

        block_count = tl.sum(tl.where(mask, 1.0, 0.0), axis=0)
        block_mean = tl.sum(x, axis=0) / block_count
        deviation = tl.where(mask, x - block_mean, 0.0)
        block_squares = tl.sum(deviation * deviation, axis=0)

        # Welford's parallel update merges the block with what came before.
        new_count = count + block_count
        delta = block_mean - mean
        mean += delta * (block_count / new_count)
        squares += block_squares + delta * delta * (count * block_count / new_count)
        count = new_count

    tl.store(variance_ptr + row, squares / (N - correction))
    tl.store(mean_ptr + row, mean)


def welford_variance(x: torch.Tensor, correction: int) -> tuple[torch.Tensor, torch.Tensor]:
    M, N = x.shape
    variance = torch.empty((M,), dtype=torch.float32, device=x.device)
    mean = torch.empty((M,), dtype=torch.float32, device=x.device)
    if M == 0:
        return variance, mean
    block_size = min(triton.next_power_of_2(N), 1024)
    welford_variance_kernel[(M,)](x, variance, mean, N, correction, BLOCK_SIZE=block_size)
    return variance, mean
