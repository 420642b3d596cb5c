"""Cases and expected values of saxpy; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[float, torch.Tensor, torch.Tensor, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for alpha, length in ((2.0, 1024), (-0.5, 1), (3.25, 1031), (3.25, 1031), (0.0, 6), (1.5, 3), (1.0, 0), (2.5, 70003)):
        yield alpha, torch.randn(length, generator=random), torch.randn(length, generator=random), length
    lost = torch.randn(300, generator=random)
    lost[7], lost[200] = float("inf"), float("nan")
    yield 0.0, lost, torch.randn(300, generator=random), 300


def expected(alpha: float, x: torch.Tensor, y: torch.Tensor, n: int) -> torch.Tensor:
    return (alpha * x.double() + y.double()).float()


def timing(random: torch.Generator) -> Arguments:
    length = (1 << 24) + 1
    return 2.5, torch.randn(length, generator=random), torch.randn(length, generator=random), length
