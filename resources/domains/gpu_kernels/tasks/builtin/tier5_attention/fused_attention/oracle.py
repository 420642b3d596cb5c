"""Cases and expected values of fused_attention; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor, float]
LONG = 1030
"""Keys of the case in which the accumulator's precision shows."""


def _arguments(random: torch.Generator, batch: tuple[int, int], queries: int, keys: int, width: int) -> Arguments:
    query = torch.randn(*batch, queries, width, generator=random).half()
    key, value = (torch.randn(*batch, keys, width, generator=random).half() for _ in range(2))
    return query, key, value, width**-0.5


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, (1, 1), 70, 150, 128)
    yield _arguments(random, (1, 1), 1, 1, 64)
    yield _arguments(random, (0, 2), 5, 5, 64)
    query, key, value, scale = _arguments(random, (2, 1), 33, 20, 64)
    yield query, key, value, 0.5
    fused = torch.randn(2, 45, 3, 2, 64, generator=random).half()
    query, key, value = fused.permute(2, 0, 3, 1, 4).unbind(0)
    yield query, key, value, 0.125
    query, key, value, scale = _arguments(random, (1, 1), 9, 140, 128)
    key[:, :, 130:] = query[:, :, :1] * 1.2 - 0.1 * key[:, :, 130:]
    yield query, key, value + 3.0, 1.0
    yield _arguments(random, (1, 1), 140, 33, 64)
    query, key, value, scale = _arguments(random, (1, 1), 16, LONG, 64)
    yield query * 0.25, key, value * 0.25 + 3.0, scale


def coarsest(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, scale: float) -> float | None:
    """Probabilities rounded to float16 make 0.14 where values lie far from zero, a rounded accumulator 0.6 and more."""
    return 0.35 if key.shape[2] == LONG else None


def expected(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, scale: float) -> torch.Tensor:
    scores = query.double() @ key.double().transpose(2, 3) * scale
    return (torch.softmax(scores, dim=3) @ value.double()).half()


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, (4, 16), 2048, 2048, 128)
