"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def causal_convolution_1d(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """bias[c] + sum of weight[c, w] * x[b, t - (W - 1) + w, c]; positions before 0 count as 0.

    x: (B, T, C), float32 or float16, strides (any, any, 1); weight: (C, W), bias: (C,), dtype of x, contiguous;
    B >= 0, T, C >= 1, 1 <= W <= 8.
    Returns (B, T, C), contiguous, of the dtype of x.
    """
    ...
