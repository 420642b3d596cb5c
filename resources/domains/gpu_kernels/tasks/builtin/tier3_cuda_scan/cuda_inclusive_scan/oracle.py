"""Cases and expected values of inclusive_scan; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for length in (1, 33, 128, 1025, 1025, 2049, 0):
        yield torch.randint(-50, 100, (length,), generator=random, dtype=torch.int32), length
    for length in (65521, 65536):
        yield torch.randint(1, 5, (length,), generator=random, dtype=torch.int32), length


def expected(x: torch.Tensor, n: int) -> torch.Tensor:
    return torch.cumsum(x.long(), dim=0).int()


def timing(random: torch.Generator) -> Arguments:
    return torch.randint(-50, 100, (65536,), generator=random, dtype=torch.int32), 65536
