"""Cases and expected values of cross_entropy; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, int]


def _labels(random: torch.Generator, rows: int, vocabulary: int) -> torch.Tensor:
    return torch.randint(0, vocabulary, (rows,), generator=random)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield torch.randn(9, 150, generator=random) * 3.0, _labels(random, 9, 150), 5
    yield torch.randn(1, 1, generator=random), torch.zeros(1, dtype=torch.int64), -100
    yield torch.randn(0, 7, generator=random), torch.zeros(0, dtype=torch.int64), -100
    ignored = _labels(random, 6, 99)
    ignored[1], ignored[5] = -100, -100
    yield torch.randn(6, 200, generator=random).half()[:, 50:149], ignored, -100
    yield torch.randn(2, 5000, generator=random).bfloat16() * 4.0, _labels(random, 2, 5000), -1
    first_ignored = _labels(random, 4, 77)
    first_ignored[0] = -100
    yield torch.randn(4, 77, generator=random) * 3e3 + 1e4, first_ignored, -100
    forbidden = torch.randn(3, 4500, generator=random)
    forbidden[0, :4200], forbidden[1, 2000:] = -float("inf"), -float("inf")
    yield forbidden, torch.tensor([4400, 3, 4499]), -100
    yield torch.randn(3, 33001, generator=random), _labels(random, 3, 33001), -1
    yield torch.randn(300, 11, generator=random), _labels(random, 300, 11), -1
    yield torch.randn(60, 4, generator=random), _labels(random, 60, 4), 2
    beyond = _labels(random, 5, 30)
    beyond[2] = 37
    yield torch.randn(5, 30, generator=random), beyond, 37
    yield torch.randn(1, 150_001, generator=random), torch.tensor([149_999]), 0


def expected(logits: torch.Tensor, labels: torch.Tensor, ignore_index: int) -> torch.Tensor:
    wide = logits.double()
    counted = labels != ignore_index
    label_logit = wide.gather(1, torch.where(counted, labels, 0)[:, None])[:, 0]
    return torch.where(counted, torch.logsumexp(wide, dim=1) - label_logit, 0.0).float()


def timing(random: torch.Generator) -> Arguments:
    return torch.randn(2048, 50257, generator=random).half(), _labels(random, 2048, 50257), -100
