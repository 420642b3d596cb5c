"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def fused_attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, scale: float) -> torch.Tensor:
    """softmax(scale * query @ key^T) @ value for each batch and head.

    query: (B, H, N, D); key, value: (B, H, S, D); float16, strides (any, any, any, 1); D is 64 or 128; S >= 1.
    Returns (B, H, N, D), float16, contiguous.
    """
    ...
