"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def rgb_to_grey(image: torch.Tensor) -> torch.Tensor:
    """(77 * red + 150 * green + 29 * blue + 128) >> 8 for each pixel.

    image: (H, W, 3), uint8, contiguous; H >= 0, W >= 1.
    Returns (H, W), uint8, contiguous.
    """
    ...
