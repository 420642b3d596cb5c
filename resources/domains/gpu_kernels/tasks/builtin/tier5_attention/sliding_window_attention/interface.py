"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def sliding_window_attention(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, window: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Attention of query i to the keys j with i - window < j <= i, scaled by 1 / sqrt(D).

    query, key, value: (B, N, D), float16, contiguous; D is 32 or 64; N >= 1, window >= 1, B >= 0.
    Returns output (B, N, D) float16, and the log-sum-exp of the scaled scores (B, N) float32, contiguous.
    """
    ...
