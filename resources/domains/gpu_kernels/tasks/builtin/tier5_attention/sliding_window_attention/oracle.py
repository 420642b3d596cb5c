"""Cases and expected values of sliding_window_attention; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor, int]
LONG = 262
"""Length of the case in which the accumulator's precision shows."""


def _arguments(random: torch.Generator, batches: int, length: int, width: int, window: int) -> Arguments:
    query, key, value = (torch.randn(batches, length, width, generator=random).half() for _ in range(3))
    return query * 2.0, key, value, window


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, 1, 130, 32, 20)
    yield _arguments(random, 1, 1, 32, 1)
    yield _arguments(random, 0, 5, 32, 2)
    yield _arguments(random, 2, 70, 64, 1000)
    yield _arguments(random, 1, 75, 32, 1)
    yield _arguments(random, 1, 100, 64, 65)
    yield _arguments(random, 3, 150, 32, 40)
    query, key, value, window = _arguments(random, 1, LONG, 32, 1000)
    yield query * 0.125, key, value * 0.25 + 3.0, window


def coarsest(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, window: int) -> float | None:
    """Probabilities rounded to float16 make 0.17 where values lie far from zero, a rounded accumulator 0.5 and more."""
    return 0.35 if query.shape[1] == LONG else None


def expected(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, window: int
) -> tuple[torch.Tensor, torch.Tensor]:
    positions = torch.arange(query.shape[1])
    distance = positions[:, None] - positions[None, :]
    visible = (distance >= 0) & (distance < window)
    scores = query.double() @ key.double().transpose(1, 2) / query.shape[2] ** 0.5
    scores = scores.masked_fill(~visible, -float("inf"))
    output = torch.softmax(scores, dim=2) @ value.double()
    return output.half(), torch.logsumexp(scores, dim=2).float()


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, 32, 8192, 64, 512)
