"""Cases and expected values of row_softmax; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, float]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for scale in (1.0, 0.125):
        yield torch.randn(7, 300, generator=random) * 3.0, scale
    yield torch.randn(1, 1, generator=random), 1.0
    yield torch.randn(0, 5, generator=random), 1.0
    yield torch.randn(5, 130, generator=random).half()[:, 20:97], 0.5
    yield (torch.randn(4, 1025, generator=random) * 4.0).bfloat16(), 1.0
    yield torch.randn(3, 64, generator=random) * 1e4 - 2e4, 2.0
    masked = torch.randn(4, 33, generator=random)
    masked[0, 5:] = float("-inf")
    masked[1, :] = float("-inf")
    masked[2, 7] = float("nan")
    yield masked, 1.5
    yield torch.randn(2, 4096, generator=random), 1.0
    yield torch.randn(300, 11, generator=random), 0.5


def expected(x: torch.Tensor, scale: float) -> torch.Tensor:
    return torch.softmax(x.double() * scale, dim=1).to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return torch.randn(8192, 4096, generator=random).half(), 0.125
