"""Cases and expected values of stencil_1d; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for length in (1, 2, 5, 128, 131, 300, 300, 70001):
        yield torch.randn(length, generator=random), torch.randn(7, generator=random), length


def expected(x: torch.Tensor, weights: torch.Tensor, n: int) -> torch.Tensor:
    padded = torch.nn.functional.pad(x.double(), (3, 3))
    return (padded.unfold(0, 7, 1) * weights.double()).sum(dim=1).float()


def timing(random: torch.Generator) -> Arguments:
    length = (1 << 23) + 9
    return torch.randn(length, generator=random), torch.randn(7, generator=random), length
