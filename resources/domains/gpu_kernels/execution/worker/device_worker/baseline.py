"""What a candidate is held against on a device: the baseline that it is timed beside, and outputs of a realistic size.

The baseline is the oracle's formula as PyTorch would be asked for it, in the arguments' own precision. Oracles compute
in double precision, to be right. Timed like that they would be no yardstick, so conversions to double are left out, and
tensors that a formula makes as doubles are made as float32. Outputs of a realistic size are too large to leave the
sandbox, and nothing of a candidate's host code is in this process: whether they agree is said here, by the rule of
`execution.comparison`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

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


_CONVERSIONS = frozenset({"to", "type", "double"})


class WorkingPrecision(TorchFunctionMode):
    """Takes float64 out of every call of torch."""

    def __torch_function__(self, function: Any, types: Any, arguments: Any = (), options: Any = None) -> Any:
        options, name = dict(options or {}), getattr(function, "__name__", "")
        double = options.get("dtype") is torch.float64 or any(item is torch.float64 for item in arguments)
        if name == "double" or (name in _CONVERSIONS and double):
            return arguments[0]
        if options.get("dtype") is torch.float64:
            tensors = [item for item in arguments if isinstance(item, torch.Tensor) and item.is_floating_point()]
            options["dtype"] = tensors[0].dtype if tensors else torch.float32
        return function(*arguments, **options)
