"""Cases and expected values of single_pass_argmax; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for length in (1, 100, 1025, 3000, 70001):
        yield torch.randn(length, generator=random) - 5.0, length
    near = torch.randn(3000, generator=random) - 5.0  # the largest is one unit in the last place above another
    near[700], near[701], near[2000] = 8.0, 8.0, torch.nextafter(torch.tensor(8.0), torch.tensor(9.0))
    yield near, 3000
    equal = torch.randint(0, 3, (1500,), generator=random).float()
    yield equal, 1500
    yield torch.full((200,), float("-inf")), 200
    zeros = torch.full((1500,), -0.0)
    zeros[:300], zeros[300:400], zeros[700::3] = -1.0, float("-inf"), 0.0
    yield zeros, 1500


def expected(x: torch.Tensor, n: int) -> torch.Tensor:
    return (x == x.max()).nonzero()[0].int()


def timing(random: torch.Generator) -> Arguments:
    length = (1 << 24) + 1
    return torch.randn(length, generator=random), length
