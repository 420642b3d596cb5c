"""Cases and expected values of swiglu; never shown to a candidate."""

from collections.abc import Iterator

import torch


def _projected(random: torch.Generator, rows: int, width: int, dtype: torch.dtype) -> torch.Tensor:
    return (torch.randn(rows, 2 * width, generator=random) * 2.0).to(dtype)


def cases(random: torch.Generator) -> Iterator[tuple[torch.Tensor]]:
    for _ in range(2):
        yield (_projected(random, 5, 601, torch.float32),)
    yield (_projected(random, 1, 1, torch.float32),)
    yield (_projected(random, 0, 8, torch.float16),)
    yield (_projected(random, 9, 77, torch.float16)[::2],)
    yield (_projected(random, 3, 130, torch.bfloat16)[:, 30:230],)
    extreme = _projected(random, 2, 40, torch.float32)
    extreme[:, :20] = -1000.0
    extreme[:, 20:30] = 90.0
    extreme[:, 30:40] = torch.arange(10) - 18.0
    yield (extreme,)
    yield (_projected(random, 3, 16384, torch.float16),)
    yield (_projected(random, 300, 33, torch.float32),)


def expected(projected: torch.Tensor) -> torch.Tensor:
    gate, value = projected.double().chunk(2, dim=1)
    return (gate * torch.sigmoid(gate) * value).to(projected.dtype)


def timing(random: torch.Generator) -> tuple[torch.Tensor]:
    return (_projected(random, 4096, 8192, torch.float16),)
