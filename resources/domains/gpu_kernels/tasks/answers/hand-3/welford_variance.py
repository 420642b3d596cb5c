import torch
import triton
import triton.language as tl


@triton.jit
def welford_kernel(x_ptr, var_ptr, mean_ptr, N, correction, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    count = 0.0
    mean = 0.0
    m2 = 0.0
    for start in range(0, N, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < N
        x = tl.load(x_ptr + row * N + cols, mask=mask, other=0.0)
        n_b = tl.minimum(N - start, BLOCK).to(tl.float32)
        mean_b = tl.sum(x, axis=0) / n_b
        d = tl.where(mask, x - mean_b, 0.0)
        m2_b = tl.sum(d * d, axis=0)
        delta = mean_b - mean
        total = count + n_b
        mean = mean + delta * n_b / total
        m2 = m2 + m2_b + delta * delta * count * n_b / total
        count = total
    tl.store(var_ptr + row, m2 / (N - correction))
    tl.store(mean_ptr + row, mean)


def welford_variance(x: torch.Tensor, correction: int) -> tuple[torch.Tensor, torch.Tensor]:
    M, N = x.shape
    variance = torch.empty((M,), dtype=torch.float32, device=x.device)
    mean = torch.empty((M,), dtype=torch.float32, device=x.device)
    if M == 0:
        return variance, mean
    BLOCK = min(1024, triton.next_power_of_2(N))
    welford_kernel[(M,)](x, variance, mean, N, correction, BLOCK=BLOCK)
    return variance, mean
