"""Cases and expected values of gelu; never shown to a candidate."""

from collections.abc import Iterator

import torch
import math


def cases(random: torch.Generator) -> Iterator[tuple[torch.Tensor]]:
    for _ in range(2):
        yield (torch.randn(2, 3, 301, generator=random) * 2.0,)
    yield (torch.randn((), generator=random),)
    yield (torch.randn(3, 0, 5, generator=random),)
    yield (torch.randn(1025, generator=random).half(),)
    yield ((torch.randn(7, 200, generator=random) * 3.0).bfloat16(),)
    yield (torch.tensor([0.0, 50.0, -50.0, 5.0, -5.0, 2.7, -2.7, math.inf, math.nan]),)
    yield (torch.randn(7, 10001, generator=random) * 2.0,)


def expected(x: torch.Tensor) -> torch.Tensor:
    wide = x.double()
    return (0.5 * wide * (1.0 + torch.erf(wide / math.sqrt(2.0)))).to(x.dtype)


def timing(random: torch.Generator) -> tuple[torch.Tensor]:
    return (torch.randn(4096, 4096, generator=random).half(),)
