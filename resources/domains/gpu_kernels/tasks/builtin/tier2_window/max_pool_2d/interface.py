"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def max_pool_2d(
    x: torch.Tensor, kernel_size: int, stride: int, padding: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Maximum of each square window, and its first place in the image as row * W + column.

    x: (B, C, H, W), contiguous, float32 or float16, finite; B >= 0.
    Returns values (B, C, OH, OW), same dtype, and places (B, C, OH, OW) int64, both contiguous,
    OH = (H + 2 * padding - kernel_size) // stride + 1.
    """
    ...
