"""Cases and expected values of group_dequantize_int8; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor, int, str]


def _arguments(random: torch.Generator, rows: int, columns: int, group: int, dtype: str) -> Arguments:
    groups = -(-columns // group)
    quantized = torch.randint(-128, 128, (rows, columns), generator=random, dtype=torch.int8)
    scales = torch.rand(rows, groups, generator=random) * 0.1 + 0.001
    zeros = torch.randint(-128, 128, (rows, groups), generator=random, dtype=torch.int8)
    return quantized, scales, zeros, group, dtype


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, 3, 530, 48, "float32")
    yield _arguments(random, 1, 1, 1, "float32")
    yield _arguments(random, 0, 16, 8, "float32")
    yield _arguments(random, 3, 130, 64, "float16")
    wide, *rest = _arguments(random, 9, 70, 7, "float32")
    yield wide[::3], *(part[::3].contiguous() for part in rest[:2]), 7, "float32"
    low, scales, zeros, group, dtype = _arguments(random, 2, 33, 100, "float32")
    yield torch.full_like(low, -128), scales, torch.full_like(zeros, 127), group, dtype
    yield _arguments(random, 260, 270, 33, "float32")


def expected(
    quantized: torch.Tensor, scales: torch.Tensor, zeros: torch.Tensor, group: int, dtype: str
) -> torch.Tensor:
    columns = quantized.shape[1]
    wide_scales, wide_zeros = (part.repeat_interleave(group, dim=1)[:, :columns].double() for part in (scales, zeros))
    return ((quantized.double() - wide_zeros) * wide_scales).to(torch.float16 if dtype == "float16" else torch.float32)


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, 8192, 4096, 128, "float16")
