"""Cases and expected values of histogram; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int]


def _values(random: torch.Generator, length: int, low: int, high: int) -> torch.Tensor:
    return torch.randint(low, high, (length,), generator=random, dtype=torch.int32)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _values(random, 1500, 0, 37), 37
    yield torch.zeros(1, dtype=torch.int32), 1
    yield torch.zeros(0, dtype=torch.int32), 5
    yield _values(random, 1025, -20, 60), 33
    yield torch.full((700,), 2, dtype=torch.int32), 3
    wide = _values(random, 600, -(2**31), 2**31 - 1)
    wide[::29], wide[1::31], wide[2::37], wide[3::41] = -(2**31), 2**31 - 1, -1, 1000
    yield wide, 1000
    yield _values(random, 70001, 0, 4096), 4096


def expected(values: torch.Tensor, bins: int) -> torch.Tensor:
    counted = values[(values >= 0) & (values < bins)]
    return torch.bincount(counted.to(torch.int64), minlength=bins).to(torch.int32)


def timing(random: torch.Generator) -> Arguments:
    return _values(random, 1 << 24, 0, 256), 256
