"""Cases and expected values of kl_divergence; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor]


def _arguments(random: torch.Generator, rows: int, columns: int) -> Arguments:
    predictions = torch.log_softmax(torch.randn(rows, columns, generator=random) * 2.0, dim=1)
    targets = torch.softmax(torch.randn(rows, columns, generator=random) * 2.0, dim=1)
    return predictions, targets


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, 7, 130)
    yield torch.full((1, 1), -0.7), torch.full((1, 1), 0.3)
    yield _arguments(random, 0, 5)
    yield _arguments(random, 2, 2500)
    log_predictions, targets = _arguments(random, 5, 40)
    targets[0, 3], targets[1, :] = 0.0, 0.0
    targets[2, 39], log_predictions[2, 39] = 0.0, -float("inf")
    log_predictions[3, 10] = -float("inf")
    targets[4, 0], log_predictions[4, 0] = 1e-30, -float("inf")
    yield log_predictions, targets * 2.0
    yield _arguments(random, 2, 20001)
    yield _arguments(random, 300, 11)


def expected(log_predictions: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    wide = targets.double()
    terms = wide * (torch.log(wide.clamp(min=1e-300)) - log_predictions.double())
    return torch.where(wide > 0, terms, 0.0).sum(dim=1).float()


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, 4096, 8192)
