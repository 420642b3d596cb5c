"""Cases and expected values of max_pool_2d; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int, int, int, int, int, int]


def _arguments(
    random: torch.Generator, shape: tuple[int, int, int], window: tuple[int, int, int], shift: float = 0.0
) -> Arguments:
    return torch.randn(*shape, generator=random) + shift, *shape, *window


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, (3, 13, 10), (3, 2, 1))
    yield _arguments(random, (1, 1, 1), (1, 1, 0), -4.0)
    yield _arguments(random, (2, 9, 17), (3, 1, 1), -6.0)
    yield _arguments(random, (1, 21, 7), (5, 3, 2), -5.0)
    yield _arguments(random, (2, 11, 6), (2, 3, 0))
    yield _arguments(random, (5, 40, 37), (3, 2, 1))
    # All below the least number that a maximum may begin with, if not -infinity: -1e31 to -1e38.
    low = -(10.0 ** (31 + 7 * torch.rand(2, 7, 6, generator=random)))
    yield low, 2, 7, 6, 3, 2, 1


def expected(
    x: torch.Tensor, planes: int, height: int, width: int, size: int, stride: int, padding: int
) -> torch.Tensor:
    return torch.nn.functional.max_pool2d(x[:, None], size, stride, padding)[:, 0]


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, (2048, 112, 112), (3, 2, 1))
