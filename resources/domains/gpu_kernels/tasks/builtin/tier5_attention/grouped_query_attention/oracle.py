"""Cases and expected values of grouped_query_attention; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
LONG = 1030
"""Keys of the case in which the accumulator's precision shows."""
SCORED = 170
"""Keys of the case in which the scores' precision shows."""


def _arguments(
    random: torch.Generator, batches: int, heads: tuple[int, int], lengths: tuple[int, int], width: int
) -> Arguments:
    query = torch.randn(batches, heads[0], lengths[0], width, generator=random)
    key, value = (torch.randn(batches, heads[1], lengths[1], width, generator=random) for _ in range(2))
    return (query * 2.0).bfloat16(), key.bfloat16(), value.bfloat16()


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, 1, (2, 1), (70, 150), 40)
    yield _arguments(random, 1, (1, 1), (1, 1), 8)
    yield _arguments(random, 0, (2, 1), (3, 3), 16)
    yield _arguments(random, 2, (4, 2), (5, 40), 16)
    yield _arguments(random, 1, (2, 2), (33, 40), 80)
    # Later keys score higher, up to some hundreds: the running maximum grows from block to block.
    query, key, value = _arguments(random, 1, (1, 1), (3, 150), 128)
    growing = torch.linspace(0.5, 40.0, 150)[:, None]
    yield query, (key * growing).bfloat16(), value
    yield _arguments(random, 1, (6, 2), (140, 150), 16)
    query, key, value = _arguments(random, 1, (1, 1), (24, LONG), 40)
    yield query * 0.125, key, value * 0.25 + 3.0
    query, key, value = _arguments(random, 1, (2, 1), (140, SCORED), 72)
    yield query * 3.0, key, value


def coarsest(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> float | None:
    """Probabilities rounded to bfloat16 make 0.13 where values lie far from zero, an accumulator rounded to float16
    0.25, to bfloat16 0.6. Where scores are large, they make 0.2 at most, a rounded scale 0.29 and more, rounded queries
    0.7, rounded scores 1.3."""
    return {LONG: 0.2, SCORED: 0.25}.get(key.shape[2])


def expected(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    group = query.shape[1] // key.shape[1]
    wide_key, wide_value = (tensor.double().repeat_interleave(group, dim=1) for tensor in (key, value))
    queries, keys = query.shape[2], key.shape[2]
    visible = torch.arange(keys)[None, :] <= torch.arange(queries)[:, None] + (keys - queries)
    scores = query.double() @ wide_key.transpose(2, 3) / query.shape[3] ** 0.5
    return (torch.softmax(scores.masked_fill(~visible, -float("inf")), dim=3) @ wide_value).bfloat16()


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, 2, (32, 8), (2048, 2048), 128)
