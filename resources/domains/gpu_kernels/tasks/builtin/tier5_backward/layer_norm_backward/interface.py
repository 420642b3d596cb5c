"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def layer_norm_backward(
    grad_output: torch.Tensor,
    x: torch.Tensor,
    weight: torch.Tensor,
    mean: torch.Tensor,
    inverse_deviation: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The gradients of layer normalisation for x, weight and bias.

    grad_output, x: (M, N); weight: (N,); all float32 or all float16; mean, inverse_deviation: (M,), float32;
    all contiguous; M >= 0, 1 <= N <= 4096.
    Returns grad_x (M, N), grad_weight (N,) and grad_bias (N,), contiguous, of the dtype of x.
    """
    ...
