"""Cases and expected values of row_argmax; never shown to a candidate."""

from collections.abc import Iterator

import torch


def cases(random: torch.Generator) -> Iterator[tuple[torch.Tensor]]:
    yield (torch.randn(9, 100, generator=random) - 4.0,)
    near = torch.randn(9, 100, generator=random) - 4.0
    near[::2, 40], near[::2, 60] = 8.0, torch.nextafter(torch.tensor(8.0), torch.tensor(9.0))
    yield (near,)
    yield (torch.randn(1, 1, generator=random),)
    yield (torch.randn(0, 5, generator=random),)
    yield (torch.randn(3, 2500, generator=random),)
    yield (torch.randint(-3, 3, (12, 67), generator=random, dtype=torch.int32),)
    lowest = torch.full((5, 130), -(2**31), dtype=torch.int32)
    lowest[1, 129], lowest[2, 64], lowest[2, 100] = -7, -(2**31) + 1, -(2**31) + 1
    yield (lowest,)
    ties = torch.full((4, 1500), float("-inf"))
    ties[1, 700], ties[1, 1400], ties[2, 1025:] = 3.0, 3.0, -1e30
    yield (ties,)
    yield (torch.randn(300, 11, generator=random),)
    zeros = -torch.randint(0, 2, (6, 1100), generator=random).float()  # -0.0 and -1.0
    zeros[:, 300::7] = 0.0
    yield (zeros,)


def expected(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    values = x.amax(dim=1)
    columns = torch.arange(x.shape[1]).expand(x.shape)
    positions = torch.where(x == values[:, None], columns, x.shape[1]).amin(dim=1)
    return values, positions


def timing(random: torch.Generator) -> tuple[torch.Tensor]:
    return (torch.randn(8192, 8192, generator=random),)
