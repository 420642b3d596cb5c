"""Cases and expected values of stream_compaction; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, float, int]


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for length, threshold in ((1, -9.0), (100, 0.0), (700, 0.25), (700, 0.25), (300, 9.0), (257, -9.0), (0, 0.0), (20001, 0.5)):
        yield torch.randn(length, generator=random), threshold, length
    special = torch.randn(40, generator=random)
    special[3] = float("nan")
    special[10:14] = 0.5
    special[20:23] = torch.tensor([float("inf"), float("-inf"), 1e-45])
    yield special, 0.5, 40
    special[30:33] = torch.tensor([-0.0, 0.0, -1e-45])
    yield special, -1.0, 40
    tiny = torch.randn(300, generator=random) * 1e-40
    tiny[::5], tiny[1::5] = 0.0, -0.0
    for threshold in (-0.0, 3e-41):
        yield tiny, threshold, 300
    near = torch.full((90,), 0.25)
    near[::3] = torch.nextafter(near[::3], torch.tensor(1.0))
    near[1::3] = torch.nextafter(near[1::3], torch.tensor(0.0))
    yield near, 0.25, 90


def expected(x: torch.Tensor, threshold: float, n: int) -> tuple[torch.Tensor, torch.Tensor]:
    chosen = x[x > threshold]
    kept = torch.zeros(n)
    kept[: len(chosen)] = chosen
    return kept, torch.tensor([len(chosen)], dtype=torch.int32)


def timing(random: torch.Generator) -> Arguments:
    length = (1 << 22) + 13
    return torch.randn(length, generator=random), 0.5, length
