"""Cases and expected values of row_quantize_int8; never shown to a candidate."""

from collections.abc import Iterator

import torch


def _rows(random: torch.Generator, rows: int, columns: int, dtype: torch.dtype) -> torch.Tensor:
    """Values at most 0.35 steps away from an integer step, so that rounding modes and float32 agree on all."""
    steps = torch.randint(-126, 127, (rows, columns), generator=random).float()
    steps += (torch.rand(rows, columns, generator=random) - 0.5) * 0.7
    peaks = torch.randint(0, columns, (rows, 1), generator=random)
    signs = torch.randint(0, 2, (rows, 1), generator=random) * 2.0 - 1.0
    steps.scatter_(1, peaks, 127.0 * signs)
    return (steps * (torch.rand(rows, 1, generator=random) + 0.05)).to(dtype)


def cases(random: torch.Generator) -> Iterator[tuple[torch.Tensor]]:
    for _ in range(2):
        yield (_rows(random, 6, 201, torch.float32),)
    yield (_rows(random, 1, 1, torch.float32),)
    yield (_rows(random, 0, 8, torch.float32),)
    yield (_rows(random, 8, 65, torch.float16)[::3],)
    yield (_rows(random, 2, 1030, torch.float32) * 1e-8,)
    yield (_rows(random, 3, 70, torch.float32) * 1e-13,)
    yield (_rows(random, 3, 70, torch.float32) * 1e-39,)
    yield (_rows(random, 3, 70, torch.float32) * 1e25,)
    zeros = _rows(random, 3, 33, torch.float32)
    zeros[1] = 0.0
    yield (zeros,)
    yield (_rows(random, 2, 8192, torch.float32),)
    yield (_rows(random, 300, 11, torch.float32),)


def expected(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    wide = x.double()
    scales = wide.abs().amax(dim=1) / 127.0
    quantized = torch.round(wide / torch.where(scales > 0, scales, 1.0)[:, None])
    return quantized.to(torch.int8), scales.float()


def timing(random: torch.Generator) -> tuple[torch.Tensor]:
    return (torch.randn(8192, 4096, generator=random).half(),)
