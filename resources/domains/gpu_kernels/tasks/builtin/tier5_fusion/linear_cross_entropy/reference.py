import torch
import triton
import triton.language as tl


@triton.jit
def linear_cross_entropy_kernel(
    hidden_pointer, weight_pointer, labels_pointer, loss_pointer, tokens, vocabulary, width,
    BLOCK_M: tl.constexpr, BLOCK_V: tl.constexpr, BLOCK_D: tl.constexpr,
):
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    row_mask = rows < tokens
    labels = tl.load(labels_pointer + rows, mask=row_mask, other=-1)
    maximum = tl.full((BLOCK_M,), -float("inf"), dtype=tl.float32)
    normaliser = tl.zeros((BLOCK_M,), dtype=tl.float32)
    label_logit = tl.zeros((BLOCK_M,), dtype=tl.float32)
    for first_word in range(0, vocabulary, BLOCK_V):
        words = first_word + tl.arange(0, BLOCK_V)
        word_mask = words < vocabulary
        logits = tl.zeros((BLOCK_M, BLOCK_V), dtype=tl.float32)
        for first_depth in range(0, width, BLOCK_D):
            depth = first_depth + tl.arange(0, BLOCK_D)
            depth_mask = depth < width
            hidden = tl.load(
                hidden_pointer + rows[:, None].to(tl.int64) * width + depth[None, :],
                mask=row_mask[:, None] & depth_mask[None, :],
                other=0.0,
            )
            weight = tl.load(
                weight_pointer + words[None, :].to(tl.int64) * width + depth[:, None],
                mask=word_mask[None, :] & depth_mask[:, None],
                other=0.0,
            )
            logits = tl.dot(hidden, weight, logits)
        logits = tl.where(word_mask[None, :], logits, -float("inf"))
        new_maximum = tl.maximum(maximum, tl.max(logits, axis=1))
        normaliser = normaliser * tl.exp(maximum - new_maximum)
        normaliser += tl.sum(tl.exp(logits - new_maximum[:, None]), axis=1)
        label_logit += tl.sum(tl.where(words[None, :] == labels[:, None], logits, 0.0), axis=1)
        maximum = new_maximum
    loss = tl.log(normaliser) + (maximum - label_logit)
    tl.store(loss_pointer + rows, loss, mask=row_mask)


def linear_cross_entropy(hidden: torch.Tensor, weight: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    tokens, width = hidden.shape
    loss = torch.empty(tokens, device=hidden.device, dtype=torch.float32)
    block_m, block_v, block_d = 32, 64, 64
    linear_cross_entropy_kernel[(triton.cdiv(tokens, block_m),)](
        hidden, weight, labels, loss, tokens, weight.shape[0], width,
        BLOCK_M=block_m, BLOCK_V=block_v, BLOCK_D=block_d,
    )
    return loss
