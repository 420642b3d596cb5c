"""Cases and expected values of int8_weight_matmul; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]


def _arguments(random: torch.Generator, rows: int, columns: int, depth: int) -> Arguments:
    x = torch.randn(rows, depth, generator=random).half()
    weight = torch.randint(-128, 128, (depth, columns), generator=random, dtype=torch.int8)
    scales = (torch.rand(columns, generator=random) + 0.5) / (75.0 * depth**0.5)
    return x, weight, scales, torch.randint(-128, 128, (columns,), generator=random, dtype=torch.int8)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, 35, 70, 99)
    yield _arguments(random, 1, 1, 1)
    yield _arguments(random, 0, 3, 7)
    yield _arguments(random, 3, 130, 65)
    yield _arguments(random, 65, 9, 140)
    x, weight, scales, zero_points = _arguments(random, 8, 20, 30)
    weight[:, :10], zero_points[:10] = 127, -128
    yield x, weight, scales, zero_points
    yield _arguments(random, 140, 150, 40)


def expected(
    x: torch.Tensor, weight: torch.Tensor, scales: torch.Tensor, zero_points: torch.Tensor
) -> torch.Tensor:
    real = (weight.double() - zero_points.double()) * scales.double()
    return (x.double() @ real).half()


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, 256, 4096, 4096)
