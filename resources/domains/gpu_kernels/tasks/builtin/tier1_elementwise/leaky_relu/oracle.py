"""Cases and expected values of leaky_relu; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, float]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for slope, rows in ((0.01, 45), (1.5, 1501)):
        yield torch.randn(rows, 67, generator=random), slope
    yield torch.randn(1, 1, generator=random) - 3.0, 0.1
    yield torch.randn(0, 6, generator=random), 0.1
    yield torch.randn(130, 9, generator=random).half().t(), 0.2
    yield torch.randn(40, 90, generator=random)[:, 3:70], 0.3
    yield torch.randn(41, 91, generator=random)[:, 1:64], 0.7
    yield torch.randn(33, 50, generator=random)[3:, 1::3], 0.5
    special = torch.randn(5, 7, generator=random)
    special[0, 1], special[4, 6], special[2, 2] = float("nan"), float("nan"), -float("inf")
    yield special, 0.3
    plain = torch.randn(5, 7, generator=random)
    plain[1, 1], plain[3, 4] = float("nan"), -float("inf")
    yield plain, 0.0


def expected(x: torch.Tensor, negative_slope: float) -> torch.Tensor:
    wide = x.double()
    return torch.where(wide > 0, wide, wide * negative_slope).to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return torch.randn(4096, 8192, generator=random), 0.01
