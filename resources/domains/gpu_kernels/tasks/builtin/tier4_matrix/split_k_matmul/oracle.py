"""Cases and expected values of split_k_matmul; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, int]


def _arguments(random: torch.Generator, rows: int, columns: int, depth: int, splits: int) -> Arguments:
    a = torch.randn(rows, depth, generator=random).half()
    return a, torch.randn(depth, columns, generator=random).half(), splits


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, 37, 21, 300, 3)
    yield _arguments(random, 1, 1, 1, 1)
    yield _arguments(random, 0, 4, 10, 2)
    yield _arguments(random, 5, 40, 450, 6)
    yield _arguments(random, 17, 33, 5, 7)
    yield _arguments(random, 33, 3, 257, 1)
    yield _arguments(random, 70, 75, 100, 4)


def expected(a: torch.Tensor, b: torch.Tensor, splits: int) -> torch.Tensor:
    return (a.double() @ b.double()).float()


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, 64, 512, 65536, 32)
