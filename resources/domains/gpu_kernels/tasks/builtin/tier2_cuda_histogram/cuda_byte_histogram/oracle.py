"""Cases and expected values of byte_histogram; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for length in (1, 512, 1500, 1500, 0, 70001):
        yield torch.randint(0, 256, (length,), generator=random, dtype=torch.uint8), length
    yield torch.full((70_003,), 200, dtype=torch.uint8), 70_003
    yield torch.randint(250, 256, (700,), generator=random, dtype=torch.uint8), 700


def expected(x: torch.Tensor, n: int) -> torch.Tensor:
    return torch.bincount(x.long(), minlength=256).int()


def timing(random: torch.Generator) -> Arguments:
    length = (1 << 25) + 11
    return torch.randint(0, 256, (length,), generator=random, dtype=torch.uint8), length
