"""Cases and expected values of group_norm; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int, torch.Tensor, torch.Tensor, float]


def _arguments(random: torch.Generator, x: torch.Tensor, groups: int, epsilon: float) -> Arguments:
    channels = x.shape[1]
    weight = torch.rand(channels, generator=random) + 0.5
    return x, groups, weight.to(x.dtype), torch.randn(channels, generator=random).to(x.dtype), epsilon


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for epsilon in (1e-5, 0.5):
        yield _arguments(random, torch.randn(2, 6, 5, 7, generator=random), 3, epsilon)
    yield _arguments(random, torch.randn(1, 2, 1, 1, generator=random), 2, 1e-5)
    yield _arguments(random, torch.randn(0, 4, 3, 3, generator=random), 2, 1e-5)
    yield _arguments(random, torch.randn(1, 4, 20, 33, generator=random) + 100.0, 2, 1e-5)
    yield _arguments(random, torch.randn(2, 5, 4, 9, generator=random).half(), 1, 1e-5)
    yield _arguments(random, torch.randn(3, 4, 3, 2, generator=random) * 0.01, 4, 1e-5)
    yield _arguments(random, torch.randn(3, 6, 40, 41, generator=random), 3, 1e-5)


def expected(
    x: torch.Tensor, groups: int, weight: torch.Tensor, bias: torch.Tensor, epsilon: float
) -> torch.Tensor:
    grouped = x.double().reshape(x.shape[0], groups, (x.shape[1] // groups) * x.shape[2] * x.shape[3])
    centred = grouped - grouped.mean(dim=2, keepdim=True)
    variance = centred.square().mean(dim=2, keepdim=True)
    normalised = (centred / torch.sqrt(variance + epsilon)).reshape(x.shape)
    return (normalised * weight.double()[:, None, None] + bias.double()[:, None, None]).to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, torch.randn(16, 256, 64, 64, generator=random).half(), 32, 1e-5)
