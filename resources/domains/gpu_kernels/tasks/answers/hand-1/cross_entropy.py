import torch
import triton
import triton.language as tl


@triton.jit
def cross_entropy_kernel(
    logits_ptr,
    labels_ptr,
    loss_ptr,
    ignore_index,
    vocabulary,
    stride_row,
    BLOCK_SIZE: tl.constexpr,
):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = logits_ptr + row * stride_row
    label = tl.load(labels_ptr + row)

    # Online log-sum-exp: running maximum and running sum relative to it.
    running_max = tl.full((), -float("inf"), tl.float32)
    running_sum = tl.full((), 0.0, tl.float32)
    for start in range(0, vocabulary, BLOCK_SIZE):
        columns = start + tl.arange(0, BLOCK_SIZE)
        logits = tl.load(row_ptr + columns, mask=columns < vocabulary, other=-float("inf")).to(tl.float32)
        new_max = tl.maximum(running_max, tl.max(logits, axis=0))
        # While only -inf has been seen, subtract 0 so that no NaN arises.
        safe_max = tl.where(new_max == -float("inf"), 0.0, new_max)
        running_sum = running_sum * tl.exp(running_max - safe_max) + tl.sum(tl.exp(logits - safe_max), axis=0)
        running_max = new_max

    keep = label != ignore_index
    label_logit = tl.load(row_ptr + label, mask=keep, other=0.0).to(tl.float32)
    loss = tl.log(running_sum) + (running_max - label_logit)
    tl.store(loss_ptr + row, tl.where(keep, loss, 0.0))


def cross_entropy(logits: torch.Tensor, labels: torch.Tensor, ignore_index: int) -> torch.Tensor:
    M, V = logits.shape
    loss = torch.empty((M,), dtype=torch.float32, device=logits.device)
    if M == 0:
        return loss
    block_size = min(triton.next_power_of_2(V), 4096)
    cross_entropy_kernel[(M,)](
        logits, labels, loss, ignore_index, V, logits.stride(0), BLOCK_SIZE=block_size, num_warps=8
    )
    return loss
