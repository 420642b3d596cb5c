"""Cases and expected values of layer_norm; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor, int, int, float]


def _case(random: torch.Generator, rows: int, columns: int, mean: float, epsilon: float) -> Arguments:
    x = (torch.randn(rows, columns, generator=random) * 2.0 + mean).half()
    gamma = (torch.randn(columns, generator=random) + 1.0).half()
    return x, gamma, torch.randn(columns, generator=random).half(), rows, columns, epsilon


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for rows, columns, mean, epsilon in (
        (7, 100, 0.0, 1e-5),
        (7, 100, 0.0, 1e-5),
        (1, 1, 2.0, 1e-3),
        (5, 33, 900.0, 1e-5),
        (4, 257, -3.0, 0.5),
        (9, 31, 1.0, 1e-5),
        (3, 1021, 1.0, 1e-5),
        (401, 11, 1.0, 1e-5),
    ):
        yield _case(random, rows, columns, mean, epsilon)
    constant = torch.full((2, 40), 3.0).half()
    yield constant, torch.randn(40, generator=random).half(), torch.randn(40, generator=random).half(), 2, 40, 1e-2


def expected(
    x: torch.Tensor, gamma: torch.Tensor, beta: torch.Tensor, rows: int, columns: int, epsilon: float
) -> torch.Tensor:
    wide = torch.nn.functional.layer_norm(x.double(), (columns,), gamma.double(), beta.double(), epsilon)
    return wide.half()


def coarsest(
    x: torch.Tensor, gamma: torch.Tensor, beta: torch.Tensor, rows: int, columns: int, epsilon: float
) -> float | None:
    """Where the mean is near the deviation, float32 leaves one element in a thousand another one, 0.03, and squares
    that are summed in half precision one in fifty."""
    return 0.12 if abs(x.float().mean().item()) < 4 else None


def timing(random: torch.Generator) -> Arguments:
    return _case(random, 16384, 1000, 0.5, 1e-5)
