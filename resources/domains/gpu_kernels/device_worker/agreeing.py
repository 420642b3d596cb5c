"""Whether outputs of a realistic size agree with what is expected: the rule of `gpu_kernels.comparing`, on the device.

Such outputs are too large to leave the sandbox, and nothing of a candidate's host code is in this process.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import torch

_EXACT = (0.0, 0.0)


def difference(got: Sequence[torch.Tensor], expected: Sequence[Any], tolerances: Mapping[str, Sequence[float]]) -> str:
    """What differs first, "" where nothing does. |got - expected| <= absolute + relative * |expected|."""
    if len(got) != len(expected):
        return f"returned {len(got)} tensor(s), expected {len(expected)}"
    for number, (one, other) in enumerate(zip(got, expected, strict=True)):
        other = torch.as_tensor(other)
        if (one.shape, one.dtype) != (other.shape, other.dtype):
            return f"output {number}: got {_described(one)}, expected {_described(other)}"
        relative, absolute = tolerances.get(str(other.dtype).removeprefix("torch."), _EXACT)
        wrong = int((~_near(one, other.to(one.device), relative, absolute)).sum())
        if wrong:
            return f"output {number}: {wrong}/{other.numel()} elements differ"
    return ""


def _near(one: torch.Tensor, other: torch.Tensor, relative: float, absolute: float) -> torch.Tensor:
    if not one.is_floating_point():
        return one == other
    same = (one == other) | (one.isnan() & other.isnan())
    wide = other.double()
    return same | (((one.double() - wide).abs() <= absolute + relative * wide.abs()) & wide.isfinite())


def _described(tensor: torch.Tensor) -> str:
    return f"{tuple(tensor.shape)} {str(tensor.dtype).removeprefix('torch.')}"
