"""Where a training is, and what it leaves: shared by both routes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Progress:
    """Where a run is: optimiser steps done and now planned, seconds since its start, losses by kind."""

    step: int
    steps: int
    seconds: float
    losses: Mapping[str, float]


@dataclass(frozen=True)
class Fitted:
    """What the optimiser leaves: a model, and what it took."""

    model: Any
    steps: int
    steps_planned: int
    tokens: int
    losses: Mapping[str, float]


def smoothed(mean: float, value: float, step: int) -> float:
    """Running mean over about the last 50 steps."""
    share = max(1 / step, 0.02)
    return mean + share * (value - mean)
