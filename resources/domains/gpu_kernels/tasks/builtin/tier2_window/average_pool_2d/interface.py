"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def average_pool_2d(x: torch.Tensor, kernel_size: int, stride: int, padding: int) -> torch.Tensor:
    """Mean of the positions inside the image, for each square window.

    x: (B, C, H, W), contiguous, float32 or float16; B >= 0.
    Returns (B, C, OH, OW), contiguous, same dtype, OH = (H + 2 * padding - kernel_size) // stride + 1.
    """
    ...
