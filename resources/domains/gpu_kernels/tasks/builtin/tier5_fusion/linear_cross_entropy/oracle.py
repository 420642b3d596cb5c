"""Cases and expected values of linear_cross_entropy; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def _arguments(random: torch.Generator, tokens: int, vocabulary: int, width: int, scale: float) -> Arguments:
    hidden = torch.randn(tokens, width, generator=random) * scale
    weight = torch.randn(vocabulary, width, generator=random) / width**0.5
    return hidden.half(), weight.half(), torch.randint(0, vocabulary, (tokens,), generator=random)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, 37, 150, 40, 1.0)
    yield _arguments(random, 1, 1, 1, 1.0)
    yield _arguments(random, 0, 5, 4, 1.0)
    yield _arguments(random, 5, 70, 130, 25.0)
    hidden, weight, labels = _arguments(random, 9, 65, 17, 0.1)
    yield hidden, weight - 3.0, labels
    hidden, weight, labels = _arguments(random, 4, 90, 33, 1.0)
    hidden[:, 0], weight[:, 0] = 8.0, -10.0
    yield hidden, weight, labels
    yield _arguments(random, 140, 140, 33, 1.0)


def expected(hidden: torch.Tensor, weight: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    logits = hidden.double() @ weight.double().t()
    return (torch.logsumexp(logits, dim=1) - logits.gather(1, labels[:, None])[:, 0]).float()


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, 4096, 32000, 1024, 1.0)
