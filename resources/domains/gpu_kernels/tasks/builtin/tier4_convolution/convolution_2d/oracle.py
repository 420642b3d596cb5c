"""Cases and expected values of convolution_2d; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, int, int]


def _pair(
    random: torch.Generator, image: tuple[int, int, int, int], filters: int, window: tuple[int, int]
) -> tuple[torch.Tensor, torch.Tensor]:
    x = torch.randn(image, generator=random).half()
    weight = torch.randn(filters, image[1], *window, generator=random) / (image[1] * window[0] * window[1]) ** 0.5
    return x, weight.half()


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield *_pair(random, (2, 5, 9, 11), 35, (3, 3)), 1, 1
    yield *_pair(random, (1, 1, 1, 1), 1, (1, 1)), 1, 0
    yield *_pair(random, (0, 2, 4, 5), 3, (2, 2)), 1, 0
    yield *_pair(random, (1, 7, 14, 6), 4, (5, 2)), 2, 2
    yield *_pair(random, (3, 33, 4, 5), 6, (1, 1)), 1, 0
    yield *_pair(random, (1, 3, 7, 16), 9, (2, 5)), 3, 3
    yield *_pair(random, (1, 3, 40, 41), 5, (3, 3)), 1, 1


def expected(x: torch.Tensor, weight: torch.Tensor, stride: int, padding: int) -> torch.Tensor:
    return torch.nn.functional.conv2d(x.double(), weight.double(), stride=stride, padding=padding).half()


def timing(random: torch.Generator) -> Arguments:
    return *_pair(random, (32, 64, 56, 56), 64, (3, 3)), 1, 1
