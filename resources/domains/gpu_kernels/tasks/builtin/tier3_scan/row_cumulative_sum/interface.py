"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def row_cumulative_sum(x: torch.Tensor, exclusive: bool) -> torch.Tensor:
    """The running sum along each row, with or without the element itself.

    x: (M, N), contiguous, float32 or int32 (sums fit); M >= 0, N >= 1.
    Returns (M, N), contiguous, of the dtype of x.
    """
    ...
