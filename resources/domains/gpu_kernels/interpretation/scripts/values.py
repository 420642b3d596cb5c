"""What names of a public program stand for, beside what those of a built-in one do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from resources.domains.gpu_kernels.interpretation.values import Function, Named

ARRAY = Named("numpy.ndarray")
"""A tensor that was made an array: what is no tensor is not compared."""
TEXT = ""
"""A text that nobody looks at, such as an exception's."""


@dataclass(frozen=True, eq=False)
class Tuned(Function):
    """A kernel with options that are looked for at a launch. `computed` are functions by the parameters they give."""

    configs: tuple[Mapping[str, Any], ...] = ({},)
    keys: tuple[str, ...] = ()
    computed: Mapping[str, Any] = field(default_factory=dict)
    seen: set[Any] = field(default_factory=set)
    """Keys that it was tuned for."""


@dataclass(frozen=True, eq=False)
class Decorator:
    """`triton.autotune` or `triton.heuristics`, called and waiting for its kernel."""

    options: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Class:
    """A class of the program's. Of torch's own among its bases two are modelled: modules and functions with a
    derivative."""

    name: str
    names: Mapping[str, Any]
    bases: tuple[Any, ...] = ()

    def found(self, name: str) -> Any:
        """None where neither it nor the program's classes below it have the name."""
        if name in self.names:
            return self.names[name]
        return next((item for base in self.bases if isinstance(base, Class) if (item := base.found(name))), None)

    def is_a(self, path: str) -> bool:
        return any(base.is_a(path) if isinstance(base, Class) else base == Named(path) for base in self.bases)


@dataclass(frozen=True, eq=False)
class Object:
    """An object of a class, or what torch hands to a function with a derivative (`of` is None)."""

    of: Class | None
    names: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Bound:
    """A method of an object or class: a function of the program's, or the name of one of torch's."""

    receiver: Any
    function: Function | str
