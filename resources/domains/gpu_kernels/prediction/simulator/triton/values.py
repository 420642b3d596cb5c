"""What names of a simulated program stand for, beside blocks and tensors: its functions and frames, modules, and
Python's own values, none of which may grow without bound."""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import TORCH_NAMES, TRITON_NAMES
from resources.domains.toolkit.python_operators import ARITHMETIC


@dataclass(frozen=True)
class Named:
    """A module, or something of it, by its dotted name."""

    path: str


@dataclass(frozen=True)
class Constant:
    """A number that the module declares `tl.constexpr`, so that kernels may use it."""

    value: Any


@dataclass
class Frame:
    """The names of one call; `around` is where names that it does not bind are looked up."""

    names: dict[str, Any]
    around: "Frame | None" = None
    in_kernel: bool = False
    yielded: list[Any] | None = None


@dataclass(frozen=True, eq=False)
class Function:
    """`node` is a definition or a lambda. `defaults` are those of its parameters that have one, by name."""

    node: ast.FunctionDef | ast.Lambda
    around: Frame
    is_kernel: bool = False
    defaults: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Launcher:
    """A kernel with a grid in brackets."""

    kernel: Function
    grid: Any


@dataclass(frozen=True)
class Method:
    """An attribute that waits for being called."""

    receiver: Any
    name: str


MODULES = frozenset(
    "torch torch.cuda triton triton.language math typing dataclasses functools itertools collections collections.abc"
    " __future__ numpy torch.nn torch.nn.functional triton.language.extra operator enum warnings contextlib".split()
)
CONSTANTS: Mapping[str, Any] = {
    **{f"torch.{name}": kind for name, kind in TORCH_NAMES.items()},
    **{f"triton.language.{name}": kind for name, kind in TRITON_NAMES.items()},
    **{f"math.{name}": getattr(math, name) for name in ("pi", "e", "inf", "nan", "tau")},
    **{f"torch.{name}": getattr(math, name) for name in ("pi", "inf", "nan")},
    "numpy.pi": math.pi,
    "numpy.inf": math.inf,
    "triton.language.constexpr": Named("triton.language.constexpr"),
}


ARRAY = Named("numpy.ndarray")
"""A tensor that was made an array: what is no tensor is not compared."""
TEXT = ""
"""A text that nobody looks at, such as an exception's."""


@dataclass(frozen=True, eq=False)
class Tuned(Function):
    """A kernel with options that are looked for at a launch. `computed` are functions by the parameters they give;
    `cleared` and `restored` are parameters whose memory is cleared, or put back, between the runs of a search."""

    configs: tuple[Mapping[str, Any], ...] = ({},)
    keys: tuple[str, ...] = ()
    computed: Mapping[str, Any] = field(default_factory=dict)
    seen: set[Any] = field(default_factory=set)
    """Keys that it was tuned for."""
    cleared: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()


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


def bound_parameters(
    function: Function, arguments: list[Any], options: dict[str, Any], *, in_kernel: bool
) -> dict[str, Any]:
    """Values by name. Raises ExecutionHalted where the arguments do not fit."""
    given, wrong = function.node.args, refused if in_kernel else raised
    names = [item.arg for item in (*given.posonlyargs, *given.args)]
    bound: dict[str, Any] = dict(zip(names, arguments, strict=False))
    if given.vararg is not None:
        bound[given.vararg.arg] = tuple(arguments[len(names) :])
    elif len(arguments) > len(names):
        raise wrong("too many arguments")
    names += [item.arg for item in given.kwonlyargs]
    for name, value in options.items():
        if name in bound or (name not in names and given.kwarg is None):
            raise wrong(f"an unexpected argument {name}")
        bound[name] = value
    if given.kwarg is not None:
        bound[given.kwarg.arg] = {name: bound.pop(name) for name in options if name not in names}
    for name in names:
        if name not in bound:
            if name not in function.defaults:
                raise wrong(f"no argument {name}")
            bound[name] = function.defaults[name]
    return bound


_MOST_BITS, _MOST_ITEMS = 512, 20_000
_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    **ARITHMETIC,
    "Pow": operator.pow,
    "BitAnd": operator.and_,
    "BitOr": operator.or_,
    "BitXor": operator.xor,
    "LShift": operator.lshift,
    "RShift": operator.rshift,
}


def calculate(name: str, left: Any, right: Any) -> Any:
    """Raises what Python raises, and ExecutionHalted for what would be too large."""
    function = _OPERATORS.get(name)
    if function is None:
        raise TypeError(f"no operator {name}")
    if isinstance(left, int | float) and isinstance(right, int | float):
        return _number(name, function, left, right)
    for value in (left, right):
        if not isinstance(value, int | float | str | list | tuple | type(None)):
            raise unsupported("operands")
    if isinstance(left, str) and name == "Mod":
        raise unsupported("a format")
    if name in ("Add", "Mult") and _length(left, name) * _length(right, name) > _MOST_ITEMS:
        raise unsupported("a long list")
    return function(left, right)


def is_flat(value: Any) -> bool:
    """Whether a value holds no lists in lists: those may share their parts, so that a walk through them takes time
    without bound."""
    if not isinstance(value, list | tuple | dict | range):
        return True
    if len(value) > _MOST_ITEMS:
        return False
    return isinstance(value, range) or not any(isinstance(item, list | tuple | dict) for item in value)


def unpacked(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Sizes or axes, which may be given one by one or as a single list."""
    return tuple(given[0]) if len(given) == 1 and isinstance(given[0], list | tuple) else given


def _length(value: Any, name: str) -> int:
    if isinstance(value, int):
        return max(value, 1)
    most = 150 if name == "Add" else _MOST_ITEMS
    if hasattr(value, "__len__") and len(value) > most:
        raise unsupported("a long list")
    return max(len(value), 1) if hasattr(value, "__len__") else 1


def _number(name: str, function: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    if isinstance(left, int) and isinstance(right, int):
        grown = {"Pow": left.bit_length() * abs(right), "LShift": left.bit_length() + right}
        if grown.get(name, left.bit_length() + right.bit_length()) > _MOST_BITS:
            raise unsupported("a large number")
    result = function(left, right)
    if isinstance(result, complex):
        raise unsupported("a complex number")
    return result
