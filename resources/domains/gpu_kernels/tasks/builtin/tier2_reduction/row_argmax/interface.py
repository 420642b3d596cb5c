"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def row_argmax(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The largest element of each row and the column of its first occurrence.

    x: (M, N), contiguous, float32 or int32, no NaN; M >= 0, N >= 1.
    Returns values (M,) of the dtype of x, and positions (M,) int64.
    """
    ...
