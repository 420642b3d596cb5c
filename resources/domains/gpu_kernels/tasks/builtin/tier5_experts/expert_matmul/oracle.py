"""Cases and expected values of expert_matmul; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def _arguments(random: torch.Generator, counts: list[int], depth: int, columns: int) -> Arguments:
    tokens = torch.randn(sum(counts), depth, generator=random).half()
    weights = torch.randn(len(counts), depth, columns, generator=random) / depth**0.5
    offsets = torch.cumsum(torch.tensor([0, *counts]), dim=0).to(torch.int32)
    return tokens, weights.half(), offsets


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, [7, 0, 45, 12], 37, 70)
    yield _arguments(random, [1], 1, 1)
    yield _arguments(random, [0, 0], 5, 3)
    yield _arguments(random, [0, 70, 0], 20, 9)
    yield _arguments(random, [1, 1, 1, 30], 65, 33)
    yield _arguments(random, [130, 3, 0, 40], 33, 30)


def expected(tokens: torch.Tensor, weights: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
    bounds = offsets.tolist()
    pieces = [
        tokens[begin:end].double() @ weights[expert].double()
        for expert, (begin, end) in enumerate(zip(bounds[:-1], bounds[1:], strict=True))
    ]
    return torch.cat(pieces).half()


def timing(random: torch.Generator) -> Arguments:
    counts = torch.randint(0, 1024, (8,), generator=random).tolist()
    return _arguments(random, counts, 1024, 2048)
