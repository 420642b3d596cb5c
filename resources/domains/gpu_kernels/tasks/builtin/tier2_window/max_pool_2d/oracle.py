"""Cases and expected values of max_pool_2d; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int, int, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield torch.randn(2, 3, 13, 10, generator=random), 3, 2, 1
    yield torch.randn(1, 1, 1, 1, generator=random) - 4.0, 1, 1, 0
    yield torch.randn(0, 2, 5, 5, generator=random), 2, 2, 0
    yield torch.randn(1, 2, 9, 17, generator=random).half() - 6.0, 3, 1, 1
    yield torch.randint(0, 3, (1, 2, 21, 7), generator=random).float() - 5.0, 5, 3, 2
    yield torch.randn(1, 2, 11, 6, generator=random), 2, 3, 0
    yield torch.randn(3, 5, 31, 33, generator=random), 3, 2, 1


def expected(x: torch.Tensor, kernel_size: int, stride: int, padding: int) -> tuple[torch.Tensor, torch.Tensor]:
    values, places = torch.nn.functional.max_pool2d(x, kernel_size, stride, padding, return_indices=True)
    return values, places


def timing(random: torch.Generator) -> Arguments:
    return torch.randn(32, 64, 112, 112, generator=random).half(), 3, 2, 1
