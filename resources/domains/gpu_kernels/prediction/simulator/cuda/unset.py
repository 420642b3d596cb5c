"""What memory holds that nobody has written, and whether a program looks at a local variable in that state.

As in the emulator: bytes of 0xFE in a local variable, in a second run zeros; numbers of all sorts elsewhere.
"""

from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import BFLOAT16, BOOL, Array, Kind

_OF_FLOATS = (np.nan, 3.0, -1e4, 0.0, 6e4, -2.0, 0.5)
_OF_INTEGERS = (0x5A, 3, -100, 0, 0x7F, -2, 1)
"""Several, so that no program is right that takes one away."""


class Unset:
    """`with_zeros` is the second run. `is_read` says that a thread has read a local variable that it had not set."""

    def __init__(self, *, with_zeros: bool) -> None:
        self._with_zeros = with_zeros
        self.is_read = False

    def number(self, kind: Kind) -> Any:
        """Of a local variable."""
        if self._with_zeros or kind == BOOL:
            return kind.numpy(0)
        if kind == BFLOAT16:
            return np.array(0xFEFE0000, np.uint32).view(np.float32)[()]
        return np.frombuffer(b"\xfe" * np.dtype(kind.numpy).itemsize, kind.numpy)[0]

    def elements(self, kind: Kind, count: int, *, is_local: bool) -> Array:
        """Of an array or allocation."""
        if is_local:
            return np.full(count, self.number(kind), kind.numpy)
        numbers = _OF_FLOATS if kind.is_float else _OF_INTEGERS
        return np.resize(np.array(numbers).astype(kind.numpy), count)
