"""Cases and expected values of row_top_k; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield torch.randn(7, 100, generator=random) - 5.0, 4
    yield torch.randn(1, 1, generator=random), 1
    yield torch.randn(0, 9, generator=random), 3
    yield torch.randint(-2, 3, (9, 35), generator=random).float(), 8
    yield torch.randn(10, 90, generator=random)[::3, 20:77], 3
    yield torch.randn(4, 5, generator=random) * 1e30, 5
    yield torch.randn(4, 5, generator=random) * 1e38, 5
    yield torch.randn(2, 1500, generator=random), 2
    yield torch.randn(2, 4096, generator=random), 3
    yield torch.randn(300, 11, generator=random), 2
    zeros = -torch.randint(0, 2, (6, 70), generator=random).float()  # -0.0 and -1.0
    zeros[:, 5::7] = 0.0
    yield zeros, 8


def expected(x: torch.Tensor, k: int) -> tuple[torch.Tensor, torch.Tensor]:
    values, positions = torch.sort(x, dim=1, descending=True, stable=True)
    return values[:, :k].contiguous(), positions[:, :k].contiguous()


def timing(random: torch.Generator) -> Arguments:
    return torch.randn(16384, 4096, generator=random), 8
