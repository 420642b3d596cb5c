"""Cases and expected values of block_sum; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for length in (1, 31, 256, 257, 1000, 1000, 0, 70001):
        yield torch.rand(length, generator=random) + 0.5, length
    yield torch.randn(777, generator=random) * 3.0 + 1.0, 777


def expected(x: torch.Tensor, n: int) -> torch.Tensor:
    return x.double().sum().float().reshape(1)


def timing(random: torch.Generator) -> Arguments:
    length = (1 << 24) + 7
    return torch.rand(length, generator=random), length
