"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def seeded_dropout(x: torch.Tensor, probability: float, seed: int) -> torch.Tensor:
    """x / (1 - probability) where tl.rand(seed, flat index) >= probability, else 0.

    x: contiguous, any shape, float32 or float16; 0 <= probability < 1; 0 <= seed < 2^63.
    Returns a contiguous tensor of the shape and dtype of x.
    """
    ...
