"""Cases and expected values of weighted_sum_backward; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def _vector(random: torch.Generator, length: int) -> torch.Tensor:
    return torch.randn(length, generator=random)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield torch.randn(45, 70, generator=random), _vector(random, 70), _vector(random, 45)
    yield torch.randn(1, 1, generator=random), _vector(random, 1), _vector(random, 1)
    yield torch.randn(0, 6, generator=random), _vector(random, 6), _vector(random, 0)
    yield torch.randn(70, 9, generator=random).half(), _vector(random, 9).half(), _vector(random, 70).half()
    yield torch.randn(66, 90, generator=random)[::2, 11:80], _vector(random, 69), _vector(random, 99)[::3]
    yield torch.randn(20, 130, generator=random), _vector(random, 130), _vector(random, 1).expand(20)
    yield torch.randn(300, 140, generator=random), _vector(random, 140), _vector(random, 300)


def expected(
    x: torch.Tensor, weight: torch.Tensor, grad_y: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    wide = grad_y.double()
    return (wide[:, None] * weight.double()).to(x.dtype), (wide @ x.double()).to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return torch.randn(16384, 2048, generator=random), _vector(random, 2048), _vector(random, 16384)
