"""Cases and expected values of batched_matmul; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor]


def _tensor(random: torch.Generator, *shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=random)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _tensor(random, 2, 37, 41), _tensor(random, 2, 41, 67)
    yield _tensor(random, 1, 1, 1), _tensor(random, 1, 1, 1)
    yield _tensor(random, 0, 3, 4), _tensor(random, 1, 4, 5)
    yield _tensor(random, 3, 20, 35).half(), _tensor(random, 1, 35, 70).half()
    yield _tensor(random, 50, 2, 33).permute(1, 2, 0), _tensor(random, 2, 30, 50).transpose(1, 2)
    yield _tensor(random, 4, 10, 64).half()[::2, 1:8, 3:60], _tensor(random, 2, 114, 9).half()[:, ::2]
    yield _tensor(random, 5, 70, 33), _tensor(random, 5, 33, 140)


def expected(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.matmul(a.double(), b.double()).to(a.dtype)


def timing(random: torch.Generator) -> Arguments:
    return _tensor(random, 64, 512, 512).half(), _tensor(random, 64, 512, 512).half()
