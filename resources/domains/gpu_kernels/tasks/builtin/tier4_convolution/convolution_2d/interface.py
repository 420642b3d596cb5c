"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def convolution_2d(x: torch.Tensor, weight: torch.Tensor, stride: int, padding: int) -> torch.Tensor:
    """The cross-correlation of x and weight, as torch.nn.functional.conv2d without bias.

    x: (B, C, H, W), weight: (O, C, R, S), float16, contiguous; B >= 0; 1 <= stride <= 4; 0 <= padding <= 3.
    Returns (B, O, P, Q), float16, contiguous, P = (H + 2 * padding - R) // stride + 1, Q likewise.
    """
    ...
