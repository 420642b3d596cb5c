import torch
import triton
import triton.language as tl


@triton.jit
def hinge_loss_kernel(
    predictions_pointer, targets_pointer, loss_pointer, margin, number_of_elements, columns, BLOCK: tl.constexpr
):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < number_of_elements
    rows = offsets // columns
    prediction = tl.load(predictions_pointer + offsets, mask=mask, other=0.0).to(tl.float32)
    target = tl.load(targets_pointer + rows, mask=mask, other=0.0).to(tl.float32)
    distance = margin - prediction * target
    # A comparison with NaN is false, so the second branch keeps it; tl.maximum would drop it.
    loss = tl.where(distance < 0.0, 0.0, distance)
    tl.store(loss_pointer + offsets, loss.to(loss_pointer.dtype.element_ty), mask=mask)


def hinge_loss(predictions: torch.Tensor, targets: torch.Tensor, margin: float) -> torch.Tensor:
    loss = torch.empty_like(predictions)
    number_of_elements = predictions.numel()
    block = 512
    hinge_loss_kernel[(triton.cdiv(number_of_elements, block),)](
        predictions, targets, loss, margin, number_of_elements, predictions.shape[1], BLOCK=block
    )
    return loss
