"""What a name stands for: in the frames around it, as Python's own, or not at all."""

import ast
from typing import Any

from resources.domains.gpu_kernels.interpretation.endings import raised, refused
from resources.domains.gpu_kernels.interpretation.operators import Operators
from resources.domains.gpu_kernels.interpretation.values import Constant, Frame, Function, Named

BUILTINS = frozenset(
    "int float bool str min max len range abs tuple list dict set sum isinstance enumerate zip sorted any all round"
    " divmod print pow reversed map filter ValueError TypeError RuntimeError AssertionError NotImplementedError"
    " Exception slice getattr hasattr callable type object staticmethod classmethod property super id"
    " KeyError IndexError".split()
)


class Lookup(Operators):
    """Finds the values of names."""

    def found(self, name: str, frame: Frame | None) -> Any:
        """The value of a name. Raises PathEndedError where it has none, or a kernel may not use it."""
        start = frame
        while frame is not None:
            if name in frame.names:
                value = frame.names[name]
                if isinstance(value, Constant):
                    return value.value
                if start is not None and start.in_kernel and frame is not start and not _usable(value):
                    raise refused(f"a global variable, {name}")
                return value
            frame = frame.around
        if name in BUILTINS:
            return Named(f"builtins.{name}")
        raise (refused if start is not None and start.in_kernel else raised)(f"no name {name}")

    def name_value(self, node: ast.Name, frame: Frame) -> Any:
        names = frame.names
        if node.id in names:
            value = names[node.id]
            return value.value if isinstance(value, Constant) else value
        return self.found(node.id, frame)


def _usable(value: Any) -> bool:
    """Whether a kernel may use a global: what is no function, module or type, it may not."""
    return isinstance(value, Function | Named) or not isinstance(value, int | float | str | list | tuple | dict)
