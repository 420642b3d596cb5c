"""Cases and expected values of axpy; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[float, torch.Tensor, torch.Tensor]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for alpha in (-1.75, 0.6):
        yield alpha, torch.randn(1000, generator=random), torch.randn(1000, generator=random)
    yield 2.5, torch.randn(1, generator=random), torch.randn(1, generator=random)
    grid = torch.randn(515, 3, generator=random)
    yield 0.5, grid[:, 1], torch.randn(1030, generator=random)[1::2]
    yield 3.0, torch.randn(777, generator=random).half(), torch.randn(777 * 4, generator=random).half()[2::4]
    yield 0.0, torch.randn(2048 * 2, generator=random).half()[::2], torch.randn(2048, generator=random).half()
    lost = torch.randn(300, generator=random)
    lost[7], lost[200] = float("inf"), float("nan")
    yield 0.0, lost, torch.randn(300, generator=random)
    yield -0.5, torch.randn(70001, generator=random), torch.randn(70001, generator=random)


def expected(alpha: float, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return (alpha * x.double() + y.double()).to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return 1.5, torch.randn(1 << 24, generator=random), torch.randn(1 << 24, generator=random)
