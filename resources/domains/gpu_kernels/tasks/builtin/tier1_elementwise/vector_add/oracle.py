"""Cases and expected values of vector_add; never shown to a candidate."""

from collections.abc import Iterator

import torch


def cases(random: torch.Generator) -> Iterator[tuple[torch.Tensor, ...]]:
    for _ in range(2):
        yield tuple(torch.randn(3073, generator=random) for _ in range(2))
    for length, dtype in ((2500, torch.bfloat16), (1023, torch.float16), (1, torch.float32), (0, torch.float32)):
        yield tuple(torch.randn(length, generator=random).to(dtype) for _ in range(2))
    yield tuple(torch.randint(-(2**30), 2**30, (1300,), generator=random, dtype=torch.int32) for _ in range(2))
    special = torch.randn(70, generator=random)
    special[3], special[4], special[69] = float("nan"), float("inf"), float("-inf")
    yield special, torch.randn(70, generator=random)
    yield tuple(torch.randn(66049, generator=random) for _ in range(2))


def expected(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    wide = torch.float64 if x.is_floating_point() else torch.int64
    return (x.to(wide) + y.to(wide)).to(x.dtype)


def timing(random: torch.Generator) -> tuple[torch.Tensor, ...]:
    return tuple(torch.randn(1 << 24, generator=random) for _ in range(2))
