"""Cases and expected values of fused_attention; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor, int, int, int, int, float]


def _case(
    random: torch.Generator, heads: int, queries: int, keys: int, depth: int, spread: float, scale: float
) -> Arguments:
    q = torch.randn(heads, queries, depth, generator=random) * spread
    k = torch.randn(heads, keys, depth, generator=random)
    v = torch.randn(heads, keys, depth, generator=random)
    return q, k, v, heads, queries, keys, depth, scale


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for sizes in ((1, 1, 1, 1), (2, 9, 40, 16), (2, 9, 40, 16), (1, 3, 70, 33), (3, 5, 31, 8), (1, 2, 33, 128), (3, 70, 20, 16)):
        yield _case(random, *sizes, 1.0, sizes[3] ** -0.5)
    yield _case(random, 1, 4, 50, 20, 1e3, 0.5)


def expected(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    heads: int,
    queries: int,
    keys: int,
    depth: int,
    scale: float,
) -> torch.Tensor:
    weights = torch.softmax(q.double() @ k.double().transpose(1, 2) * scale, dim=2)
    return (weights @ v.double()).float()


def timing(random: torch.Generator) -> Arguments:
    return _case(random, 16, 1021, 1024, 64, 1.0, 0.125)
