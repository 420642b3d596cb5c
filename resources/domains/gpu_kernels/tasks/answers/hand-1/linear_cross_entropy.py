import torch
import triton
import triton.language as tl


@triton.jit
def linear_cross_entropy_kernel(
    hidden_ptr,
    weight_ptr,
    labels_ptr,
    loss_ptr,
    M,
    V,
    D,
    BLOCK_M: tl.constexpr,
    BLOCK_V: tl.constexpr,
    BLOCK_D: tl.constexpr,
):
    # One program handles a block of rows and walks over the whole vocabulary.
    program = tl.program_id(0).to(tl.int64)
    rows = program * BLOCK_M + tl.arange(0, BLOCK_M)
    row_mask = rows < M
    labels = tl.load(labels_ptr + rows, mask=row_mask, other=0)

    running_max = tl.full((BLOCK_M,), -float("inf"), tl.float32)
    running_sum = tl.zeros((BLOCK_M,), dtype=tl.float32)
    label_logit = tl.zeros((BLOCK_M,), dtype=tl.float32)

    for v_start in range(0, V, BLOCK_V):
        columns = (v_start + tl.arange(0, BLOCK_V)).to(tl.int64)
        column_mask = columns < V

        logits = tl.zeros((BLOCK_M, BLOCK_V), dtype=tl.float32)
        for d_start in range(0, D, BLOCK_D):
            d = d_start + tl.arange(0, BLOCK_D)
            d_mask = d < D
            hidden = tl.load(
                hidden_ptr + rows[:, None] * D + d[None, :],
                mask=row_mask[:, None] & d_mask[None, :],
                other=0.0,
            )
            weight = tl.load(
                weight_ptr + columns[None, :] * D + d[:, None],
                mask=d_mask[:, None] & column_mask[None, :],
                other=0.0,
            )
            logits = tl.dot(hidden, weight, logits)

        # The label's column lies in exactly one tile.
        is_label = columns[None, :] == labels[:, None]
        label_logit += tl.sum(tl.where(is_label, logits, 0.0), axis=1)

        logits = tl.where(column_mask[None, :], logits, -float("inf"))
        new_max = tl.maximum(running_max, tl.max(logits, axis=1))
        tile_sum = tl.sum(tl.exp(logits - new_max[:, None]), axis=1)
        running_sum = running_sum * tl.exp(running_max - new_max) + tile_sum
        running_max = new_max

    loss = tl.log(running_sum) + (running_max - label_logit)
    tl.store(loss_ptr + rows, loss, mask=row_mask)


def linear_cross_entropy(hidden: torch.Tensor, weight: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    M, D = hidden.shape
    V = weight.shape[0]
    loss = torch.empty((M,), dtype=torch.float32, device=hidden.device)
    if M == 0:
        return loss
    block_m, block_v, block_d = 32, 128, 64
    linear_cross_entropy_kernel[(triton.cdiv(M, block_m),)](
        hidden,
        weight,
        labels,
        loss,
        M,
        V,
        D,
        BLOCK_M=block_m,
        BLOCK_V=block_v,
        BLOCK_D=block_d,
        num_warps=4,
    )
    return loss
