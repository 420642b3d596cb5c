"""Cases and expected values of hinge_loss; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, float]


def _arguments(random: torch.Generator, rows: int, columns: int, dtype: torch.dtype, margin: float) -> Arguments:
    predictions = torch.randn(rows, columns, generator=random) * 2.0
    targets = torch.randint(0, 2, (rows,), generator=random) * 2.0 - 1.0
    return predictions.to(dtype), targets.to(dtype), margin


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for margin in (0.3, -0.7):
        yield _arguments(random, 67, 31, torch.float32, margin)
    yield _arguments(random, 1, 1, torch.float32, 1.0)
    yield _arguments(random, 0, 7, torch.float32, 1.0)
    yield _arguments(random, 700, 1, torch.float16, 1.0)
    yield _arguments(random, 3, 515, torch.float16, 2.5)
    predictions, targets, margin = _arguments(random, 9, 5, torch.float32, 1.0)
    predictions[2, 3] = float("nan")
    predictions[8, 4] = float("inf")
    yield predictions, targets, margin
    yield _arguments(random, 2111, 33, torch.float32, 1.0)


def expected(predictions: torch.Tensor, targets: torch.Tensor, margin: float) -> torch.Tensor:
    distance = margin - predictions.double() * targets.double()[:, None]
    return distance.clamp(min=0.0).to(predictions.dtype)


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, 32768, 512, torch.float32, 1.0)
