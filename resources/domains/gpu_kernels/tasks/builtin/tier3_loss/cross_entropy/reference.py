import torch
import triton
import triton.language as tl


@triton.jit
def cross_entropy_kernel(
    logits_pointer, labels_pointer, loss_pointer, row_stride, vocabulary, ignore_index, BLOCK: tl.constexpr
):
    row = tl.program_id(0).to(tl.int64)
    start_of_row = logits_pointer + row * row_stride
    running_maximum = -float("inf")
    running_sum = 0.0
    for start in range(0, vocabulary, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        logits = tl.load(start_of_row + offsets, mask=offsets < vocabulary, other=-float("inf")).to(tl.float32)
        maximum = tl.maximum(running_maximum, tl.max(logits, axis=0))
        # While every logit so far is -inf, the difference to the maximum would be NaN.
        safe_maximum = tl.where(maximum == -float("inf"), 0.0, maximum)
        running_sum = running_sum * tl.exp(running_maximum - safe_maximum)
        running_sum += tl.sum(tl.exp(logits - safe_maximum), axis=0)
        running_maximum = maximum
    label = tl.load(labels_pointer + row)
    is_counted = label != ignore_index
    label_logit = tl.load(start_of_row + label, mask=is_counted, other=0.0).to(tl.float32)
    # The two large terms first: their difference is exact enough, a sum with the logarithm in between is not.
    loss = tl.log(running_sum) + (running_maximum - label_logit)
    tl.store(loss_pointer + row, tl.where(is_counted, loss, 0.0))


def cross_entropy(logits: torch.Tensor, labels: torch.Tensor, ignore_index: int) -> torch.Tensor:
    rows, vocabulary = logits.shape
    loss = torch.empty(rows, device=logits.device, dtype=torch.float32)
    block = min(2048, triton.next_power_of_2(vocabulary))
    cross_entropy_kernel[(rows,)](
        logits, labels, loss, logits.stride(0), vocabulary, ignore_index, BLOCK=block, num_warps=8
    )
    return loss
