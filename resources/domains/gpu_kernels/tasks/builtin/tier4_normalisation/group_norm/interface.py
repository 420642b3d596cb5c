"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def group_norm(
    x: torch.Tensor, groups: int, weight: torch.Tensor, bias: torch.Tensor, epsilon: float
) -> torch.Tensor:
    """Each group of channels of each image, normalised; then scaled and shifted per channel.

    x: (B, C, H, W), contiguous, float32 or float16; groups divides C; weight, bias: (C,), dtype of x; B >= 0.
    Returns a contiguous tensor of the shape and dtype of x.
    """
    ...
