"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def kl_divergence(log_predictions: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """sum of targets * (log(targets) - log_predictions) along each row; 0 for zero targets.

    log_predictions, targets: (M, N), float32, contiguous; M >= 0, N >= 1.
    Returns (M,), float32.
    """
    ...
