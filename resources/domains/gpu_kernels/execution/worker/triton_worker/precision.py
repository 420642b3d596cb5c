"""What float32 arithmetic makes of a task's module, whatever the order of its sums: inputs on which less shows, and how
far a result may be from the exact one.

Half precision, bfloat16 and TF32 keep the tolerance that a task gives each element. They do not keep the root of the
mean square of the error, which is measured here against the module in double precision.
"""

import copy
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from . import exchange

BOUNDS = "bounds.json"
UNIT = 2.0**-24
"""Half a unit in the last place of float32, relative."""
_ORDERS = 128.0
"""What changing all inputs by UNIT does, times this: sums of a hundred thousand terms one after the other make 100 of
it, inputs rounded to 11 bits 2,000 and more."""
_OWN = 32.0
"""The error of torch's own float32 result, times this: it sums in blocks, which keeps errors small."""
_LAST = 8.0
"""Roundings of each element at the end."""
_NOTHING = 1e-5
"""A result of this size is what rounding leaves of a zero."""
_AGREES = 1e-4
"""How near float32 and double must be, or the task has a choice in it that rounding decides."""

Case = tuple[Any, ...]
Bounds = list[list[float | None]]


def telling(cases: Sequence[Case], module: torch.nn.Module) -> list[Case]:
    """The cases with values that rounding to 8 or 11 bits moves one way; those of the last case have both signs, where
    the module makes numbers of them."""
    made = [tuple(_moved(value) for value in case) for case in cases]
    signed = [*made[:-1], tuple(_signed(value) for value in made[-1])]
    return signed if _makes_numbers(module, signed) else made


def _moved(value: Any) -> Any:
    """Rounded to 11 bits a value moves away from zero, to 8 bits towards it. What has 8 bits stays: masks, labels."""
    if not _is_float(value):
        return value
    bits = value.contiguous().view(torch.int32)
    changed = (bits & ~0xFFFF) | 0x7000 | (bits & 0xFFF)
    return torch.where(_is_short(value), value, changed.view(torch.float32))


def _is_short(value: torch.Tensor) -> torch.Tensor:
    return value.contiguous().view(torch.int32) & 0xFFFF == 0


def _signed(value: Any) -> Any:
    if not _is_float(value) or bool(_is_short(value).all()):
        return value
    return value * _signs(value)


def _signs(value: torch.Tensor) -> torch.Tensor:
    return torch.randint(2, value.shape).to(value.dtype) * 2 - 1


def _is_float(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.dtype == torch.float32


def _makes_numbers(module: torch.nn.Module, cases: Sequence[Case]) -> bool:
    try:
        single, double = _results(copy.deepcopy(module), cases), _results_in_double(module, cases)
    except Exception:
        return False
    pairs = [pair for one, other in zip(single, double, strict=True) for pair in zip(one, other, strict=True)]
    return all(_agree(one, other) and bool(torch.isfinite(other).all()) for one, other in pairs)


def bounds(module: torch.nn.Module, cases: Sequence[Case], results: list[list[Any]]) -> tuple[list[list[Any]], Bounds]:
    """The results, exact ones in the place of float32's own, and the most that the error of each may be; None where
    nothing can be said: integers, random numbers, choices."""
    try:
        exact, *changed = [
            _results_in_double(module, made)
            for made in (cases, _changed(cases, alike=True), _changed(cases, alike=False))
        ]
    except Exception:  # a module that is float32 by its own words
        return results, [[None] * len(case) for case in results]
    better, limits = [], []
    for number, case in enumerate(results):
        others = [[run[number][part] for run in changed] for part in range(len(case))]
        parts = [_bound(one, true, near) for one, true, near in zip(case, exact[number], others, strict=True)]
        limits.append(parts)
        better.append(
            [
                one if bound is None else true.float()
                for one, true, bound in zip(case, exact[number], parts, strict=True)
            ]
        )
    return better, limits


def _changed(cases: Sequence[Case], *, alike: bool) -> list[Case]:
    """Inputs a UNIT away: all in the same sense, as one scale would, or each in its own."""

    def change(value: Any) -> Any:
        if not _is_float(value):
            return value
        wide = value.double()
        return torch.where(_is_short(value), wide, wide * (1 + UNIT * (1.0 if alike else _signs(wide))))

    return [tuple(change(value) for value in case) for case in cases]


def _bound(result: Any, exact: Any, changed: Sequence[Any]) -> float | None:
    if not _is_float(result) or not _agree(result, exact) or _size(exact) < _NOTHING:
        return None
    moved = max(_size(other - exact) for other in changed)
    return _ORDERS * moved + _OWN * _size(result.double() - exact) + _LAST * UNIT * _size(exact)


def _agree(result: Any, exact: Any) -> bool:
    if not isinstance(result, torch.Tensor) or not isinstance(exact, torch.Tensor) or result.shape != exact.shape:
        return False
    return bool(torch.allclose(result.double(), exact.double(), rtol=_AGREES, atol=_AGREES, equal_nan=True))


def _size(values: torch.Tensor) -> float:
    """The root of the mean square of those that are finite."""
    finite = values[torch.isfinite(values)]
    return float(finite.square().mean().sqrt()) if finite.numel() else 0.0


def _results_in_double(module: torch.nn.Module, cases: Sequence[Case]) -> list[list[Any]]:
    wide = [tuple(value.double() if _is_float(value) else value for value in case) for case in cases]
    torch.set_default_dtype(torch.float64)
    try:
        return _results(copy.deepcopy(module).double(), wide)
    finally:
        torch.set_default_dtype(torch.float32)


def _results(module: torch.nn.Module, cases: Sequence[Case]) -> list[list[Any]]:
    results = []
    for number, case in enumerate(cases):
        torch.manual_seed(number)
        with torch.no_grad():
            results.append(exchange.flattened(module(*copy.deepcopy(case))))
    return results


def budgets(results: Sequence[torch.Tensor], units: float | None) -> list[float | None]:
    """The most that the root of the mean square of the error of each 16-bit result may be, where the task says how many
    units in the last place that is; None for the others."""
    return [None if units is None or part.itemsize != 2 else units * _unit(part) for part in results]


def _unit(values: torch.Tensor) -> float:
    """The root of the mean square of the units in the last place."""
    size = values.double().abs().clamp_min(torch.finfo(values.dtype).tiny)
    return _size(torch.exp2(torch.floor(torch.log2(size))) * torch.finfo(values.dtype).eps)


def save(limits: Bounds) -> None:
    Path(BOUNDS).write_text(json.dumps(limits))
