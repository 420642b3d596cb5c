"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def rotary_embedding(
    x: torch.Tensor, positions: torch.Tensor, cosines: torch.Tensor, sines: torch.Tensor
) -> torch.Tensor:
    """The two halves of each head's vector, rotated by the angles of the token's position.

    x: (T, H, D), D even, float32, float16 or bfloat16, strides (any, any, 1); positions: (T,), int64, in [0, P);
    cosines, sines: (P, D / 2), float32, contiguous; T >= 0.
    Returns (T, H, D), contiguous, of the dtype of x.
    """
    ...
