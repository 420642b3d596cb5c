import torch
import triton
import triton.language as tl


@triton.jit
def kl_kernel(lp_ptr, t_ptr, out_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, N, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < N
        lp = tl.load(lp_ptr + row * N + cols, mask=mask, other=0.0)
        t = tl.load(t_ptr + row * N + cols, mask=mask, other=0.0)
        positive = t > 0.0
        safe = tl.where(positive, t, 1.0)
        term = safe * (tl.log(safe) - lp)
        acc += tl.where(positive, term, 0.0)
    tl.store(out_ptr + row, tl.sum(acc, axis=0))


def kl_divergence(log_predictions: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    M, N = log_predictions.shape
    out = torch.empty((M,), dtype=torch.float32, device=log_predictions.device)
    if M == 0:
        return out
    BLOCK = min(1024, triton.next_power_of_2(N))
    kl_kernel[(M,)](log_predictions, targets, out, N, BLOCK=BLOCK)
    return out
