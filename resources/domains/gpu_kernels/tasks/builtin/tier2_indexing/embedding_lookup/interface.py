"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def embedding_lookup(indices: torch.Tensor, table: torch.Tensor, padding_index: int) -> torch.Tensor:
    """Rows of table by index; zeros where the index is padding_index.

    indices: (T,), int64, contiguous, in [0, V); table: (V, D), float32 or float16, strides (any, 1); D >= 1, T >= 0.
    Returns (T, D), contiguous, of the table's dtype.
    """
    ...
