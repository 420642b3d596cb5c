"""Cases and expected values of vector_add; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for length in (1, 127, 128, 300, 300, 0, 5000, 300_001):
        yield torch.randn(length, generator=random), torch.randn(length, generator=random), length


def expected(a: torch.Tensor, b: torch.Tensor, n: int) -> torch.Tensor:
    return a + b


def timing(random: torch.Generator) -> Arguments:
    length = (1 << 24) + 3
    return torch.randn(length, generator=random), torch.randn(length, generator=random), length
