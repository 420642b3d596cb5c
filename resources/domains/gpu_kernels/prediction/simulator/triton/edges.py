"""What a case's values have that few values have: programs that are right elsewhere are wrong there.

Two cases of one shape are alike only where these are.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import Array
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor

_WHOLE_IN_FLOAT32 = 1 << 24
"""Larger whole numbers have neighbours that float32 takes for them."""


_FEW = 0.02


def _has_neighbours(values: Array) -> bool:
    """The two largest differ in the last place, or many do: random numbers have a few that do."""
    distinct = np.unique(values[np.isfinite(values)])
    are_next = np.nextafter(distinct[:-1], distinct[1:]) == distinct[1:]
    return bool(are_next.size and (are_next[-1] or are_next.mean() > _FEW))


_HALF = 2
"""Bytes."""
_OF_FLOATS: Mapping[str, Callable[[Array], Any]] = {
    "NaN": lambda values: np.isnan(values).any(),
    "infinity": lambda values: np.isinf(values).any(),
    "negative zero": lambda values: ((values == 0) & np.signbit(values)).any(),
}
_OF_WIDE_FLOATS: Mapping[str, Callable[[Array], Any]] = {
    "denormal number": lambda values: ((values != 0) & (np.abs(values) < np.finfo(values.dtype).tiny)).any(),
    "neighbours": _has_neighbours,
}
"""In half precision random numbers have them, too."""
_OF_INTEGERS: Mapping[str, Callable[[Array], Any]] = {
    "least number": lambda values: values.dtype.kind == "i" and (values == np.iinfo(values.dtype).min).any(),
    "largest number": lambda values: (values == np.iinfo(values.dtype).max).any(),
    "wide number": lambda values: (np.abs(values.astype(np.float64)) > _WHOLE_IN_FLOAT32).any(),
}
_OF_ALL: Mapping[str, Callable[[Array], Any]] = {"ties": lambda values: 2 * np.unique(values).size <= values.size}


def edges_of(argument: Any) -> frozenset[str]:
    """Of a tensor's values, or of a number, which stands for float32 where it is a float."""
    if not isinstance(argument, Tensor | float) or (isinstance(argument, Tensor) and argument.view.size == 0):
        return frozenset()
    values = np.ravel(argument.view if isinstance(argument, Tensor) else np.float32(argument))
    with np.errstate(all="ignore"):
        return frozenset(name for name, has in _asked_of(values.dtype).items() if has(values))


def _asked_of(kind: Any) -> Mapping[str, Callable[[Array], Any]]:
    if kind.kind == "f":
        return {**_OF_FLOATS, **_OF_ALL, **(_OF_WIDE_FLOATS if kind.itemsize > _HALF else {})}
    return {**_OF_INTEGERS, **_OF_ALL} if kind.kind in "iu" else {}
