"""Cases and expected values of column_mean; never shown to a candidate."""

from collections.abc import Iterator

import torch


def cases(random: torch.Generator) -> Iterator[tuple[torch.Tensor]]:
    for _ in range(2):
        yield (torch.randn(75, 130, generator=random),)
    yield (torch.randn(1, 1, generator=random),)
    yield (torch.randn(1, 65, generator=random),)
    near = torch.rand(1003, 3, generator=random).half() + 100.0
    near[1002] = 1000.0  # one row that outweighs the others: a mean of the rest is another one
    yield (near,)
    heavy = torch.randn(301, 21, generator=random)
    heavy[137], heavy[300] = 500.0, -900.0
    yield (heavy,)
    yield (torch.randn(50, 200, generator=random).bfloat16()[::2, 10:100],)
    special = torch.randn(40, 5, generator=random)
    special[39, 4] = float("inf")
    yield (special,)
    yield (torch.randn(60, 1100, generator=random),)


def expected(x: torch.Tensor) -> torch.Tensor:
    return x.double().mean(dim=0).to(x.dtype)


def timing(random: torch.Generator) -> tuple[torch.Tensor]:
    return (torch.randn(8192, 4096, generator=random).half(),)
