"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def gated_recurrence(
    gates: torch.Tensor, inputs: torch.Tensor, initial: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """state[t] = gates[t] * state[t - 1] + inputs[t], starting from initial.

    gates, inputs: (B, T, C), initial: (B, C), float32, contiguous; B >= 0, T, C >= 1.
    Returns states (B, T, C) and the last state (B, C), float32, contiguous.
    """
    ...
