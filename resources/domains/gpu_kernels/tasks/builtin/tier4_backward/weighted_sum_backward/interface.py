"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def weighted_sum_backward(
    x: torch.Tensor, weight: torch.Tensor, grad_y: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """The gradients of y[m] = sum_n x[m, n] * weight[n] for x and weight, given that of y.

    x: (M, N), float32 or float16, strides (any, 1); weight: (N,), contiguous; grad_y: (M,), any stride; same dtype;
    M >= 0, N >= 1.
    Returns grad_x (M, N) and grad_weight (N,), contiguous, of the dtype of x.
    """
    ...
