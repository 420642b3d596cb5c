"""Cases and expected values of causal_convolution_1d; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def _arguments(random: torch.Generator, x: torch.Tensor, width: int) -> Arguments:
    channels = x.shape[2]
    weight = torch.randn(channels, width, generator=random).to(x.dtype)
    return x, weight, torch.randn(channels, generator=random).to(x.dtype)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, torch.randn(2, 45, 37, generator=random), 4)
    yield _arguments(random, torch.randn(1, 1, 1, generator=random), 1)
    yield _arguments(random, torch.randn(0, 5, 3, generator=random), 2)
    yield _arguments(random, torch.randn(2, 3, 70, generator=random).half(), 8)
    yield _arguments(random, torch.randn(4, 66, 100, generator=random)[::2, ::2, 5:70], 3)
    yield _arguments(random, torch.randn(40, 2, 9, generator=random).half().transpose(0, 1), 2)
    yield _arguments(random, torch.randn(2, 300, 70, generator=random), 4)


def expected(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    times, width = x.shape[1], weight.shape[1]
    padded = torch.nn.functional.pad(x.double(), (0, 0, width - 1, 0))
    result = bias.double() + sum(padded[:, tap : tap + times] * weight[:, tap].double() for tap in range(width))
    return result.to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, torch.randn(8, 2048, 2048, generator=random).half(), 4)
