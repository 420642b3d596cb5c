"""Cases and expected values of average_pool_2d; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int, int, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield torch.randn(2, 3, 13, 10, generator=random), 3, 2, 1
    yield torch.randn(1, 1, 1, 1, generator=random), 1, 1, 0
    yield torch.randn(0, 2, 5, 5, generator=random), 2, 2, 0
    yield torch.randn(1, 2, 9, 17, generator=random).half(), 2, 1, 1
    yield torch.randn(2, 2, 19, 27, generator=random).half(), 3, 1, 1
    yield torch.randn(1, 1, 21, 7, generator=random) + 5.0, 5, 3, 2
    yield torch.randn(1, 2, 11, 6, generator=random), 2, 3, 0
    yield torch.randn(3, 5, 31, 33, generator=random), 3, 2, 1


def expected(x: torch.Tensor, kernel_size: int, stride: int, padding: int) -> torch.Tensor:
    pooled = torch.nn.functional.avg_pool2d(x.double(), kernel_size, stride, padding, count_include_pad=False)
    return pooled.to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return torch.randn(32, 64, 112, 112, generator=random).half(), 3, 2, 1
