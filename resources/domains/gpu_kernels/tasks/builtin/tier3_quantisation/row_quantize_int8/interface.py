"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def row_quantize_int8(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """round(x / scale) with scale = max(|x|) / 127, for each row.

    x: (M, N), float32 or float16, finite, strides (any, 1); M >= 0, 1 <= N <= 8192.
    Returns quantized (M, N) int8, contiguous, and scales (M,) float32.
    """
    ...
