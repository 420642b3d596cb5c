"""Cases and expected values of embedding_lookup; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, int]


def _indices(random: torch.Generator, tokens: int, rows: int) -> torch.Tensor:
    return torch.randint(0, rows, (tokens,), generator=random)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _indices(random, 40, 13), torch.randn(13, 70, generator=random), 4
    yield _indices(random, 1, 1), torch.randn(1, 1, generator=random), -1
    yield _indices(random, 0, 5), torch.randn(5, 8, generator=random), -1
    yield _indices(random, 12, 30), torch.randn(30, 120, generator=random).half()[:, 7:58], 29
    yield _indices(random, 4, 6), torch.randn(6, 1029, generator=random), -1
    table = torch.randn(3, 9, generator=random)
    table[0] = float("nan")
    table[1, :4] = torch.tensor([-0.0, 1e-45, -float("nan"), -3e-39])
    yield torch.tensor([0, 2, 1, 0, 2]), table, 0
    yield _indices(random, 300, 19), torch.randn(19, 300, generator=random), 3


def expected(indices: torch.Tensor, table: torch.Tensor, padding_index: int) -> torch.Tensor:
    rows = table[indices]
    return torch.where((indices == padding_index)[:, None], torch.zeros_like(rows), rows)


def timing(random: torch.Generator) -> Arguments:
    return _indices(random, 16384, 50000), torch.randn(50000, 1024, generator=random).half(), 0
