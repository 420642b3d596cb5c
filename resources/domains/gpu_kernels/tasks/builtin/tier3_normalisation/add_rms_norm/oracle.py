"""Cases and expected values of add_rms_norm; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor, float]


def _arguments(random: torch.Generator, rows: int, columns: int, dtype: torch.dtype, epsilon: float) -> Arguments:
    x, residual = (torch.randn(rows, columns, generator=random).to(dtype) for _ in range(2))
    return x, residual, (torch.rand(columns, generator=random) + 0.5).to(dtype), epsilon


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for epsilon in (1e-6, 0.3):
        yield _arguments(random, 5, 201, torch.float32, epsilon)
    yield _arguments(random, 1, 1, torch.float32, 1e-6)
    yield _arguments(random, 0, 12, torch.bfloat16, 1e-6)
    yield _arguments(random, 7, 130, torch.bfloat16, 1e-5)
    yield _arguments(random, 2, 1027, torch.bfloat16, 1e-5)
    x, residual, weight, epsilon = _arguments(random, 4, 50, torch.float32, 1e-6)
    x[1], residual[1] = 0.0, 0.0
    x[2] *= 1e-4
    residual[2] *= 1e-4
    yield x, residual, weight, epsilon
    yield _arguments(random, 2, 8192, torch.float32, 1e-5)
    yield _arguments(random, 300, 11, torch.float32, 1e-5)


def expected(
    x: torch.Tensor, residual: torch.Tensor, weight: torch.Tensor, epsilon: float
) -> tuple[torch.Tensor, torch.Tensor]:
    total = x.double() + residual.double()
    scale = torch.rsqrt(total.square().mean(dim=1, keepdim=True) + epsilon)
    return (total * scale * weight.double()).to(x.dtype), total.to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, 8192, 4096, torch.bfloat16, 1e-6)
