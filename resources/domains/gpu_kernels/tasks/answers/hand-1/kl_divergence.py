import torch
import triton
import triton.language as tl


@triton.jit
def kl_divergence_kernel(log_predictions_ptr, targets_ptr, divergence_ptr, N, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_start = row * N

    partial_sums = tl.zeros((BLOCK_SIZE,), dtype=tl.float32)
    for start in range(0, N, BLOCK_SIZE):
        columns = start + tl.arange(0, BLOCK_SIZE)
        mask = columns < N
        log_prediction = tl.load(log_predictions_ptr + row_start + columns, mask=mask, other=0.0)
        target = tl.load(targets_ptr + row_start + columns, mask=mask, other=0.0)
        is_zero = target == 0.0
        log_target = tl.log(tl.where(is_zero, 1.0, target))
        partial_sums += tl.where(is_zero, 0.0, target * (log_target - log_prediction))

    tl.store(divergence_ptr + row, tl.sum(partial_sums, axis=0))


def kl_divergence(log_predictions: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    M, N = log_predictions.shape
    divergence = torch.empty((M,), dtype=torch.float32, device=log_predictions.device)
    if M == 0:
        return divergence
    block_size = min(triton.next_power_of_2(N), 1024)
    kl_divergence_kernel[(M,)](log_predictions, targets, divergence, N, BLOCK_SIZE=block_size)
    return divergence
