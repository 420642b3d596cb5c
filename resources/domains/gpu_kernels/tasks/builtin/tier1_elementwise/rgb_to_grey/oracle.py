"""Cases and expected values of rgb_to_grey; never shown to a candidate."""

from collections.abc import Iterator

import torch


def _image(random: torch.Generator, height: int, width: int) -> tuple[torch.Tensor]:
    return (torch.randint(0, 256, (height, width, 3), generator=random, dtype=torch.uint8),)


def cases(random: torch.Generator) -> Iterator[tuple[torch.Tensor]]:
    for height, width in ((31, 33), (31, 33), (1, 1), (0, 4), (1, 513), (600, 2)):
        yield _image(random, height, width)
    yield (torch.full((3, 5, 3), 255, dtype=torch.uint8),)
    yield _image(random, 223, 227)


def expected(image: torch.Tensor) -> torch.Tensor:
    red, green, blue = image.to(torch.int64).unbind(dim=2)
    return ((77 * red + 150 * green + 29 * blue + 128) >> 8).to(torch.uint8)


def timing(random: torch.Generator) -> tuple[torch.Tensor]:
    return _image(random, 2160, 3840)
