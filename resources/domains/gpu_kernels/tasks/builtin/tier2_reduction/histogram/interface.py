"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def histogram(values: torch.Tensor, bins: int) -> torch.Tensor:
    """How often each of 0 … bins - 1 occurs; other values are ignored.

    values: (n,), int32, contiguous, any values; n >= 0; 1 <= bins <= 4096.
    Returns counts (bins,), int32, contiguous.
    """
    ...
