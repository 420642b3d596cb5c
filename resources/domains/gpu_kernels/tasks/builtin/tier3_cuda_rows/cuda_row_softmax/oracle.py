"""Cases and expected values of row_softmax; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for rows, columns in ((5, 300), (5, 300), (1, 1), (3, 31), (2, 129), (0, 7), (3, 2500), (401, 11)):
        yield torch.randn(rows, columns, generator=random) * 3.0, rows, columns
    yield torch.randn(3, 140, generator=random) * 1e4 - 2e4, 3, 140
    masked = torch.randn(3, 64, generator=random)
    masked[0, 5:] = float("-inf")
    masked[2, 7] = float("-inf")
    yield masked, 3, 64


def expected(x: torch.Tensor, rows: int, columns: int) -> torch.Tensor:
    return torch.softmax(x.double(), dim=1).float()


def timing(random: torch.Generator) -> Arguments:
    return torch.randn(8192, 4001, generator=random), 8192, 4001
