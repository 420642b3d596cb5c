"""Cases and expected values of transpose; never shown to a candidate."""

from collections.abc import Iterator

import torch


def cases(random: torch.Generator) -> Iterator[tuple[torch.Tensor]]:
    for _ in range(2):
        yield (torch.randn(2, 33, 70, generator=random),)
    yield (torch.randn(1, 1, 1, generator=random),)
    yield (torch.randn(0, 3, 4, generator=random),)
    yield (torch.randn(3, 100, 1, generator=random).half(),)
    yield (torch.randint(-128, 128, (1, 31, 65), generator=random, dtype=torch.int8),)
    special = torch.randn(1, 40, 3, generator=random)
    special[0, 39, 2] = float("nan")
    special[0, 30:34, 1] = torch.tensor([-0.0, 1e-45, -float("nan"), -3e-39])
    yield (special,)
    yield (special.half(),)
    yield (torch.randn(3, 257, 70, generator=random),)


def expected(x: torch.Tensor) -> torch.Tensor:
    return x.transpose(1, 2).contiguous()


def timing(random: torch.Generator) -> tuple[torch.Tensor]:
    return (torch.randn(4, 4096, 2048, generator=random),)
