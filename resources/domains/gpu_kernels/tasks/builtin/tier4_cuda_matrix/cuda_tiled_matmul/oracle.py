"""Cases and expected values of tiled_matmul; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, int, int, int]


def _case(random: torch.Generator, m: int, n: int, k: int) -> Arguments:
    return torch.randn(m, k, generator=random), torch.randn(k, n, generator=random), m, n, k


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for m, n, k in ((1, 1, 1), (16, 16, 16), (17, 5, 33), (30, 41, 19), (30, 41, 19), (3, 50, 7), (4, 6, 0), (70, 75, 40)):
        yield _case(random, m, n, k)
    a, b, *sizes = _case(random, 20, 18, 17)
    a[3, 4], b[4, :6] = float("inf"), 0.0
    b[5, 7], a[:9, 5] = float("nan"), 0.0
    yield a, b, *sizes


def expected(a: torch.Tensor, b: torch.Tensor, m: int, n: int, k: int) -> torch.Tensor:
    return (a.double() @ b.double()).float()


def timing(random: torch.Generator) -> Arguments:
    return _case(random, 1025, 1000, 1030)
