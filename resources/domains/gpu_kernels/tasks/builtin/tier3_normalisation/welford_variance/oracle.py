"""Cases and expected values of welford_variance; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for correction in (0, 1):
        yield torch.randn(5, 77, generator=random) * 3.0, correction
    yield torch.randn(1, 1, generator=random), 0
    yield torch.randn(0, 4, generator=random), 1
    yield torch.randn(3, 1300, generator=random) + 1000.0, 1
    drift = torch.randn(3, 1025, generator=random) + torch.linspace(10.0, 1000.0, 1025)
    yield drift, 0
    yield torch.randn(2, 2, generator=random), 1
    yield torch.randn(2, 20011, generator=random), 0
    yield torch.randn(300, 11, generator=random), 1


def expected(x: torch.Tensor, correction: int) -> tuple[torch.Tensor, torch.Tensor]:
    wide = x.double()
    mean = wide.mean(dim=1)
    variance = (wide - mean[:, None]).square().sum(dim=1) / (x.shape[1] - correction)
    return variance.float(), mean.float()


def timing(random: torch.Generator) -> Arguments:
    return torch.randn(4096, 16384, generator=random), 1
