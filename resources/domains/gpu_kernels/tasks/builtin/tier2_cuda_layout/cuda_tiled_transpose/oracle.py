"""Cases and expected values of tiled_transpose; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for rows, columns in ((1, 1), (32, 32), (33, 5), (7, 70), (7, 70), (65, 40), (130, 257)):
        yield torch.randn(rows, columns, generator=random), rows, columns


def expected(x: torch.Tensor, rows: int, columns: int) -> torch.Tensor:
    return x.t().contiguous()


def timing(random: torch.Generator) -> Arguments:
    return torch.randn(4097, 4099, generator=random), 4097, 4099
