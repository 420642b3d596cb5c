"""Cases and expected values of matmul; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor]


def _matrix(random: torch.Generator, rows: int, columns: int, dtype: torch.dtype) -> torch.Tensor:
    return torch.randn(rows, columns, generator=random).to(dtype)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _matrix(random, 70, 45, torch.float16), _matrix(random, 45, 97, torch.float16)
    yield _matrix(random, 1, 1, torch.float32), _matrix(random, 1, 1, torch.float32)
    yield _matrix(random, 0, 9, torch.float16), _matrix(random, 9, 4, torch.float16)
    yield _matrix(random, 33, 100, torch.bfloat16), _matrix(random, 51, 100, torch.bfloat16).t()
    yield _matrix(random, 80, 65, torch.float32).t(), _matrix(random, 80, 60, torch.float32)[:, 1::3]
    a, b = _matrix(random, 66, 37, torch.float32), _matrix(random, 37, 5, torch.float32)
    a[65, 36], b[2, 4] = float("inf"), float("nan")
    yield a, b
    yield _matrix(random, 140, 40, torch.float16), _matrix(random, 40, 150, torch.float16)


def expected(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return (a.double() @ b.double()).to(a.dtype)


def timing(random: torch.Generator) -> Arguments:
    return _matrix(random, 4096, 4096, torch.float16), _matrix(random, 4096, 4096, torch.float16)
