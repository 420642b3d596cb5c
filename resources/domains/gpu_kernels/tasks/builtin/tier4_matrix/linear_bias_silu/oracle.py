"""Cases and expected values of linear_bias_silu; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def _arguments(random: torch.Generator, rows: int, columns: int, depth: int, dtype: torch.dtype) -> Arguments:
    x = torch.randn(rows, depth, generator=random).to(dtype)
    weight = (torch.randn(columns, depth, generator=random) / depth**0.5).to(dtype)
    return x, weight, torch.randn(columns, generator=random)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, 70, 83, 101, torch.float16)
    yield _arguments(random, 1, 1, 1, torch.float16)
    yield _arguments(random, 0, 5, 20, torch.float16)
    yield _arguments(random, 33, 130, 47, torch.bfloat16)
    x, weight, bias = _arguments(random, 65, 9, 200, torch.float16)
    yield x * 10.0, weight, bias * 5.0
    x, weight, bias = _arguments(random, 9, 66, 40, torch.float16)
    yield x, weight * 8.0, bias - 30.0
    yield _arguments(random, 140, 150, 40, torch.float16)


def expected(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    y = x.double() @ weight.double().t() + bias.double()
    return (y * torch.sigmoid(y)).to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, 4096, 4096, 2048, torch.float16)
