"""Cases and expected values of rotary_embedding; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]


def _tables(random: torch.Generator, positions: int, half: int) -> tuple[torch.Tensor, torch.Tensor]:
    angles = torch.rand(positions, half, generator=random) * 6.28
    return torch.cos(angles), torch.sin(angles)


def _positions(random: torch.Generator, tokens: int, limit: int) -> torch.Tensor:
    return torch.randint(0, limit, (tokens,), generator=random)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield torch.randn(7, 3, 24, generator=random), _positions(random, 7, 11), *_tables(random, 11, 12)
    yield torch.randn(1, 1, 2, generator=random), _positions(random, 1, 3), *_tables(random, 3, 1)
    yield torch.randn(0, 2, 8, generator=random), _positions(random, 0, 3), *_tables(random, 3, 4)
    fused = torch.randn(4, 3, 9, 80, generator=random).half()
    yield fused[:, 1], _positions(random, 4, 40), *_tables(random, 40, 40)
    wide = torch.randn(5, 11, 40, generator=random).bfloat16()
    yield wide[:, :, 6:38], _positions(random, 5, 6), *_tables(random, 6, 16)
    yield torch.randn(130, 5, 48, generator=random), _positions(random, 130, 50), *_tables(random, 50, 24)


def expected(
    x: torch.Tensor, positions: torch.Tensor, cosines: torch.Tensor, sines: torch.Tensor
) -> torch.Tensor:
    first, second = x.double().chunk(2, dim=2)
    cosine, sine = cosines.double()[positions][:, None], sines.double()[positions][:, None]
    return torch.cat([first * cosine - second * sine, second * cosine + first * sine], dim=2).to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return (
        torch.randn(4096, 32, 128, generator=random).half(),
        _positions(random, 4096, 8192),
        *_tables(random, 8192, 64),
    )
