"""Cases and expected values of clamped_relu6; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for length in (1, 255, 256, 700, 700, 0):
        yield torch.randn(length, generator=random) * 4.0 + 2.0, length
    special = torch.rand(19, generator=random) * 6.0
    special[:5] = torch.tensor([float("nan"), float("inf"), float("-inf"), 6.0, -0.0])
    special[5:8] = torch.tensor([1.0, 3.0, 5.0]) / 85.0
    yield special, 19
    yield (torch.arange(255) + 0.5) / 42.5, 255
    yield torch.randn(70001, generator=random) * 4.0 + 2.0, 70001


def expected(x: torch.Tensor, n: int) -> torch.Tensor:
    clamped = torch.nan_to_num(x, nan=0.0).clamp(0.0, 6.0)
    return (clamped * 42.5).round().to(torch.uint8)


def timing(random: torch.Generator) -> Arguments:
    length = (1 << 24) + 5
    return torch.randn(length, generator=random) * 4.0, length
