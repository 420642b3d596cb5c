"""Minimum and maximum in Triton's interpreter: the stock one lets a NaN win, the hardware drops it unless asked not to.

`tl.maximum` without `propagate_nan` becomes PTX's max, which returns the other operand (PTX ISA, "max").
"""

from typing import Any

import numpy as np
from triton.runtime import interpreter


def install() -> None:
    builder = interpreter.InterpreterBuilder

    def minimum(self: Any, left: Any, right: Any) -> Any:
        return self.binary_op(left, right, np.fmin)

    def maximum(self: Any, left: Any, right: Any) -> Any:
        return self.binary_op(left, right, np.fmax)

    builder.create_minnumf, builder.create_maxnumf = minimum, maximum
