"""Cases and expected values of row_quantize_int8; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, int, int]


def _arguments(random: torch.Generator, rows: int, columns: int, size: float = 1.0) -> Arguments:
    """Values at most 0.35 steps away from an integer step, so that rounding modes and float32 agree on all."""
    steps = torch.randint(-126, 127, (rows, columns), generator=random).float()
    steps += (torch.rand(rows, columns, generator=random) - 0.5) * 0.7
    peaks = torch.randint(0, columns, (rows, 1), generator=random)
    steps.scatter_(1, peaks, 127.0 * (torch.randint(0, 2, (rows, 1), generator=random) * 2.0 - 1.0))
    return steps * (torch.rand(rows, 1, generator=random) + 0.05) * size, rows, columns


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, 5, 201)
    yield _arguments(random, 1, 1)
    yield _arguments(random, 3, 33, 1e-8)
    yield _arguments(random, 2, 300)
    yield _arguments(random, 3, 70, 1e-13)
    yield _arguments(random, 3, 70, 1e-39)
    yield _arguments(random, 3, 70, 1e25)
    x, rows, columns = _arguments(random, 4, 70)
    x[1] = 0.0
    yield x, rows, columns
    yield _arguments(random, 2, 1300)
    yield _arguments(random, 401, 11)


def expected(x: torch.Tensor, rows: int, columns: int) -> tuple[torch.Tensor, torch.Tensor]:
    wide = x.double()
    scales = wide.abs().amax(dim=1) / 127.0
    quantized = torch.round(wide / torch.where(scales > 0, scales, 1.0)[:, None])
    return quantized.to(torch.int8), scales.float()


def timing(random: torch.Generator) -> Arguments:
    return torch.randn(8192, 4096, generator=random), 8192, 4096
