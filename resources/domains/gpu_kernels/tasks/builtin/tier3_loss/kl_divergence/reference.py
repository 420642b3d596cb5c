import torch
import triton
import triton.language as tl


@triton.jit
def kl_divergence_kernel(
    log_predictions_pointer, targets_pointer, divergence_pointer, columns, BLOCK: tl.constexpr
):
    row = tl.program_id(0).to(tl.int64)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < columns
        log_prediction = tl.load(log_predictions_pointer + row * columns + offsets, mask=mask, other=0.0)
        target = tl.load(targets_pointer + row * columns + offsets, mask=mask, other=0.0)
        is_positive = target > 0.0
        log_target = tl.log(tl.where(is_positive, target, 1.0))
        total += tl.where(is_positive, target * (log_target - log_prediction), 0.0)
    tl.store(divergence_pointer + row, tl.sum(total, axis=0))


def kl_divergence(log_predictions: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    rows, columns = targets.shape
    divergence = torch.empty(rows, device=targets.device, dtype=torch.float32)
    block = min(1024, triton.next_power_of_2(columns))
    kl_divergence_kernel[(rows,)](log_predictions, targets, divergence, columns, BLOCK=block)
    return divergence
