"""What a kernel promises to the compiler, held to it, and what the compiler may do with a block that says it may.

The compiler believes `tl.max_contiguous`, `tl.multiple_of` and `tl.max_constancy`: it reads several elements at once
from the address of the first. The stock interpreter ignores them, and so would pass a kernel that is wrong on every
device. A tile that wraps around (`% M`) breaks its promise in few places, whose lanes nobody keeps: what counts is
whether most of a block is as promised, in parts as small as a device reads.
"""

from typing import Any

import numpy as np
from triton.runtime.interpreter import InterpreterBuilder, TensorHandle

_PART = 4
"""Elements of 32 bits that a thread reads at once."""
_FEW = 0.5


class FalseHint(Exception):
    """Most of a block is not what the kernel promises of it."""


def install() -> None:
    keep = TensorHandle.set_attr

    def checked(self: Any, name: str, promised: Any) -> None:
        check = _CHECKS.get(name)
        if check is not None:
            for axis, count in enumerate(promised):
                if check(np.atleast_1d(self.data), axis, min(int(count), _PART)) > _FEW:
                    raise FalseHint(f"{_NAMES[name]} promises {count} on axis {axis}, and most values are otherwise")
        keep(self, name, promised)

    TensorHandle.set_attr = checked
    _reorder(InterpreterBuilder)


def _steps(values: Any, axis: int) -> Any:
    return np.diff(values.astype(np.int64), axis=axis)


def _broken_runs(values: Any, axis: int, count: int) -> float:
    """The share of neighbours, in parts of `count`, that do not follow each other."""
    return _share_inside(_steps(values, axis) != 1, axis, count)


def _changes(values: Any, axis: int, count: int) -> float:
    return _share_inside(_steps(values, axis) != 0, axis, count)


def _share_inside(broken: Any, axis: int, count: int) -> float:
    if count < 2 or not broken.size:
        return 0.0
    inside = np.arange(broken.shape[axis]) % count != count - 1
    return float(np.compress(inside, broken, axis).mean())


def _odd_starts(values: Any, axis: int, count: int) -> float:
    """The share of runs whose first value is no multiple."""
    first = np.ones(values.shape, bool)
    rest = (slice(None),) * axis + (slice(1, None),)
    first[rest] = _steps(values, axis) != 1
    return float((values.astype(np.int64)[first] % count != 0).mean()) if count > 1 and values.size else 0.0


_CHECKS = {"tt.contiguity": _broken_runs, "tt.divisibility": _odd_starts, "tt.constancy": _changes}
_NAMES = {
    "tt.contiguity": "tl.max_contiguous",
    "tt.divisibility": "tl.multiple_of",
    "tt.constancy": "tl.max_constancy",
}


def _reorder(builder: Any) -> None:
    """`tl.cat` puts each thread's registers together, and a reshape that may reorder does as it likes."""
    join, reshape = builder.create_cat, builder.create_reshape

    def cat(self: Any, left: Any, right: Any) -> Any:
        both = join(self, left, right)
        return TensorHandle(both.data.reshape(2, -1).T.ravel(), both.dtype)

    def reshaped(self: Any, value: Any, shape: Any, may_reorder: bool) -> Any:
        if may_reorder and _proper(value.data.shape) != _proper(shape):
            value = TensorHandle(value.data.ravel()[::-1].reshape(value.data.shape), value.dtype)
        return reshape(self, value, shape, may_reorder)

    builder.create_cat, builder.create_reshape = cat, reshaped


def _proper(shape: Any) -> list[int]:
    """Without dimensions of one element, which change no order."""
    return [int(size) for size in shape if int(size) != 1]
