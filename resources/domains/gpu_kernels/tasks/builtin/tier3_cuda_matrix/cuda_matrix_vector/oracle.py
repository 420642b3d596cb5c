"""Cases and expected values of matrix_vector; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor, int, int]


def _case(random: torch.Generator, rows: int, columns: int) -> Arguments:
    matrix = torch.randn(rows, columns, generator=random).bfloat16()
    return matrix, torch.randn(columns, generator=random), torch.randn(rows, generator=random), rows, columns


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for rows, columns in ((1, 1), (6, 100), (6, 100), (4, 32), (9, 5), (13, 257), (3, 2500), (401, 11)):
        yield _case(random, rows, columns)


def expected(matrix: torch.Tensor, x: torch.Tensor, bias: torch.Tensor, rows: int, columns: int) -> torch.Tensor:
    return (matrix.double() @ x.double() + bias.double()).float()


def timing(random: torch.Generator) -> Arguments:
    return _case(random, 8191, 4095)
