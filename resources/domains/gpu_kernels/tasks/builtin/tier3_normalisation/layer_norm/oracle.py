"""Cases and expected values of layer_norm; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor, float]


def _parameters(random: torch.Generator, columns: int, dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
    weight = torch.rand(columns, generator=random) + 0.5
    return weight.to(dtype), torch.randn(columns, generator=random).to(dtype)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for epsilon in (1e-5, 0.5):
        yield torch.randn(6, 300, generator=random), *_parameters(random, 300, torch.float32), epsilon
    yield torch.randn(2, 1, generator=random), *_parameters(random, 1, torch.float32), 1e-5
    yield torch.randn(0, 9, generator=random), *_parameters(random, 9, torch.float32), 1e-5
    yield torch.randn(9, 100, generator=random).half()[::2, 8:85], *_parameters(random, 77, torch.float16), 1e-5
    yield torch.randn(4, 65, generator=random).bfloat16() * 3.0, *_parameters(random, 65, torch.bfloat16), 1e-6
    yield 1000.0 + torch.randn(3, 515, generator=random), *_parameters(random, 515, torch.float32), 1e-5
    quiet = torch.randn(3, 40, generator=random) * 1e-3
    quiet[1] = 4.0
    yield quiet, *_parameters(random, 40, torch.float32), 1e-5
    yield torch.randn(2, 8192, generator=random), *_parameters(random, 8192, torch.float32), 1e-5
    yield torch.randn(300, 11, generator=random), *_parameters(random, 11, torch.float32), 1e-5


def expected(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, epsilon: float) -> torch.Tensor:
    wide = x.double()
    centred = wide - wide.mean(dim=1, keepdim=True)
    variance = centred.square().mean(dim=1, keepdim=True)
    return (centred / torch.sqrt(variance + epsilon) * weight.double() + bias.double()).to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return torch.randn(8192, 4096, generator=random).half(), *_parameters(random, 4096, torch.float16), 1e-5
