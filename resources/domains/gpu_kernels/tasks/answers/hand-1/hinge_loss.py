import torch
import triton
import triton.language as tl


@triton.jit
def hinge_loss_kernel(predictions_ptr, targets_ptr, loss_ptr, n_elements, C, margin, BLOCK_SIZE: tl.constexpr):
    program = tl.program_id(0).to(tl.int64)
    offsets = program * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    rows = offsets // C  # one target for a whole row

    prediction = tl.load(predictions_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    target = tl.load(targets_ptr + rows, mask=mask, other=0.0).to(tl.float32)
    value = margin - prediction * target
    # The comparison is false for NaN, which is therefore kept.
    loss = tl.where(value < 0.0, 0.0, value)
    tl.store(loss_ptr + offsets, loss.to(loss_ptr.dtype.element_ty), mask=mask)


def hinge_loss(predictions: torch.Tensor, targets: torch.Tensor, margin: float) -> torch.Tensor:
    N, C = predictions.shape
    loss = torch.empty((N, C), dtype=predictions.dtype, device=predictions.device)
    n_elements = N * C
    if n_elements == 0:
        return loss
    block_size = 1024
    hinge_loss_kernel[(triton.cdiv(n_elements, block_size),)](
        predictions, targets, loss, n_elements, C, margin, BLOCK_SIZE=block_size
    )
    return loss
