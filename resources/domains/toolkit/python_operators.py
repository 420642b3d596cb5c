"""Python's operators by the names of their classes in `ast`, for whoever follows Python.

What may grow without bound, such as powers and shifts, is the follower's own to add.
"""

import operator
from collections.abc import Callable, Mapping
from typing import Any

Operator = Callable[[Any, Any], Any]

ARITHMETIC: Mapping[str, Operator] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": operator.mul,
    "Div": operator.truediv,
    "FloorDiv": operator.floordiv,
    "Mod": operator.mod,
}
COMPARISONS: Mapping[str, Operator] = {
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
}
