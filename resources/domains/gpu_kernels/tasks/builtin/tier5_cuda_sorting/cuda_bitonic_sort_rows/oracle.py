"""Cases and expected values of bitonic_sort_rows; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for rows, columns in ((1, 1), (3, 100), (3, 100), (2, 129), (4, 7), (2, 511), (401, 11)):
        yield torch.randint(-1000, 1000, (rows, columns), generator=random, dtype=torch.int32), rows, columns
    yield torch.randint(0, 5, (2, 200), generator=random, dtype=torch.int32), 2, 200
    largest = torch.randint(-5, 5, (2, 50), generator=random, dtype=torch.int32)
    largest[:, ::7] = 2147483647
    yield largest, 2, 50
    wide = torch.randint(-(2**31), 2**31 - 1, (2, 120), generator=random, dtype=torch.int32)
    wide[0, 5], wide[1, 50] = -(2**31), 2**31 - 1
    wide[:, 60:] = wide[:, :60] ^ 1
    yield wide, 2, 120


def expected(x: torch.Tensor, rows: int, columns: int) -> tuple[torch.Tensor, torch.Tensor]:
    values, order = torch.sort(x, dim=1, stable=True)
    return values, order.int()


def timing(random: torch.Generator) -> Arguments:
    return torch.randint(-(1 << 30), 1 << 30, (4096, 500), generator=random, dtype=torch.int32), 4096, 500
