"""Cases and expected values of masked_dropout; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, float]


def _arguments(random: torch.Generator, shape: tuple[int, ...], dtype: torch.dtype, probability: float) -> Arguments:
    x = torch.randn(shape, generator=random).to(dtype)
    keep = (torch.rand(shape, generator=random) >= probability).to(torch.int8)
    return x, keep, probability


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for probability in (0.5, 0.1):
        yield _arguments(random, (37, 61), torch.float32, probability)
    yield torch.randn(1, generator=random), torch.ones(1, dtype=torch.int8), 0.5
    yield _arguments(random, (4, 0), torch.float32, 0.5)
    yield _arguments(random, (3, 5, 97), torch.bfloat16, 0.25)
    yield _arguments(random, (1030,), torch.float32, 0.0)
    x, keep, probability = _arguments(random, (300,), torch.float32, 0.75)
    keep[:4] = torch.tensor([-1, 2, 127, -128], dtype=torch.int8)
    x[10], x[11], x[1] = float("nan"), float("inf"), float("inf")
    keep[10], keep[11] = 0, 0
    yield x, keep, probability
    x, keep, probability = _arguments(random, (400,), torch.float32, 0.2)
    yield x * 1e-6, keep, probability
    yield _arguments(random, (70001,), torch.float32, 0.3)


def expected(x: torch.Tensor, keep: torch.Tensor, probability: float) -> torch.Tensor:
    return torch.where(keep != 0, x.double() / (1.0 - probability), 0.0).to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, (4096, 4096), torch.bfloat16, 0.1)
