"""Cases and expected values of layer_norm_backward; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]


def _arguments(random: torch.Generator, rows: int, columns: int, dtype: torch.dtype) -> Arguments:
    grad_output = torch.randn(rows, columns, generator=random).to(dtype)
    x = (torch.randn(rows, columns, generator=random) * 1.5 + 0.7).to(dtype)
    weight = (torch.rand(columns, generator=random) + 0.5).to(dtype)
    mean = x.float().mean(dim=1)
    variance = (x.float() - mean[:, None]).square().mean(dim=1)
    return grad_output, x, weight, mean, torch.rsqrt(variance + 1e-2)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, 7, 70, torch.float32)
    yield _arguments(random, 1, 1, torch.float32)
    yield _arguments(random, 0, 9, torch.float32)
    yield _arguments(random, 67, 5, torch.float32)
    yield _arguments(random, 9, 130, torch.float16)
    yield _arguments(random, 3, 4096, torch.float32)
    yield _arguments(random, 300, 11, torch.float32)


def expected(
    grad_output: torch.Tensor,
    x: torch.Tensor,
    weight: torch.Tensor,
    mean: torch.Tensor,
    inverse_deviation: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    normalised = (x.double() - mean.double()[:, None]) * inverse_deviation.double()[:, None]
    weighted = grad_output.double() * weight.double()
    projection = (weighted * normalised).mean(dim=1, keepdim=True)
    centred = weighted - weighted.mean(dim=1, keepdim=True) - normalised * projection
    grad_x = inverse_deviation.double()[:, None] * centred
    grad_weight = (grad_output.double() * normalised).sum(dim=0)
    return grad_x.to(x.dtype), grad_weight.to(x.dtype), grad_output.double().sum(dim=0).to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, 8192, 2048, torch.float16)
