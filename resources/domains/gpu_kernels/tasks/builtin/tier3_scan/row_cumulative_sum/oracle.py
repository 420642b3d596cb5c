"""Cases and expected values of row_cumulative_sum; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, bool]


def _integers(random: torch.Generator, rows: int, columns: int, bound: int) -> torch.Tensor:
    return torch.randint(-bound, bound, (rows, columns), generator=random, dtype=torch.int32)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for exclusive in (False, True):
        yield torch.randn(3, 1300, generator=random), exclusive
    for exclusive in (False, True):
        yield torch.randn(2, 1, generator=random), exclusive
    yield torch.randn(0, 9, generator=random), False
    yield _integers(random, 5, 77, 1000), True
    yield _integers(random, 2, 600, 2**20), False
    special = torch.randn(3, 40, generator=random)
    special[0, 11], special[2, 39] = float("inf"), float("nan")
    yield special, True
    yield torch.randn(2, 9001, generator=random), False
    yield torch.randn(300, 11, generator=random), True


def expected(x: torch.Tensor, exclusive: bool) -> torch.Tensor:
    wide = x.to(torch.float64 if x.is_floating_point() else torch.int64)
    running = torch.cumsum(wide, dim=1)
    if exclusive:
        running = torch.cat([torch.zeros_like(running[:, :1]), running[:, :-1]], dim=1)
    return running.to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return torch.randn(8192, 4096, generator=random), False
