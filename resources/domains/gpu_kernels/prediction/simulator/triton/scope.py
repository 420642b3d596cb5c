"""What a name stands for: in the frames around it, as Python's own, or not at all."""

import ast
from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, refused
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Constant, Frame, Function, Named

BUILTINS = frozenset(
    "int float bool str min max len range abs tuple list dict set sum isinstance enumerate zip sorted any all round"
    " divmod print pow reversed map filter ValueError TypeError RuntimeError AssertionError NotImplementedError"
    " Exception slice getattr hasattr callable type object staticmethod classmethod property super id"
    " KeyError IndexError".split()
)


class Scope:
    """Finds the values of names. `module` holds those of the program's own."""

    def __init__(self) -> None:
        self.module = Frame({})

    def value_of(self, name: str, frame: Frame | None) -> Any:
        """Raises ExecutionHalted where it has none, or a kernel may not use it."""
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
        if name == "__name__":
            return "kernel"
        if name in BUILTINS:
            return Named(f"builtins.{name}")
        raise (refused if start is not None and start.in_kernel else raised)(f"no name {name}")

    def evaluate(self, node: ast.Name, frame: Frame) -> Any:
        names = frame.names
        if node.id in names:
            value = names[node.id]
            return value.value if isinstance(value, Constant) else value
        return self.value_of(node.id, frame)


def _usable(value: Any) -> bool:
    """Whether a kernel may use a global: what is no function, module or type, it may not."""
    return isinstance(value, Function | Named) or not isinstance(value, int | float | str | list | tuple | dict)
