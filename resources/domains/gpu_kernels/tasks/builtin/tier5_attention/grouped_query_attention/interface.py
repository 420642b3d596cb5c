"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def grouped_query_attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    """Causal softmax(query @ key^T / sqrt(D)) @ value; query i sees key j where j <= i + (S - N).

    query: (B, HQ, N, D); key, value: (B, HK, S, D); bfloat16, contiguous; HQ % HK == 0; S >= N >= 1; 8 <= D <= 128.
    Returns (B, HQ, N, D), bfloat16, contiguous.
    """
    ...
