"""What a simulated script computes with: numbers, lists, parts as digests of how they were made, and what is unknown.

Which calls a script makes is `expressions`; nothing here reads its tree.
"""

import ast
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from resources.domains.cad_modeling.prediction.simulator.workplane_state import State
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted, UnsupportedConstruct

Value = Any
"""A number, text, None, list, tuple, dict, Part, Function, Module, Method, or UNKNOWN."""

LONGEST = 2000
"""Items of a list, or characters of a text, that are still simulated."""
DEEPEST = 12
"""Lists within lists."""


class Raises(ExecutionHalted):
    """The script raises this here. `why` is the exception's class as the checks count it.

    `kind`, `text` and `call` are the exception as Python shows it and the method it leaves; `text` is None where it is
    not known. `lines` are the script's, from the outermost call inwards.
    """

    def __init__(self, name: str, text: str | None = None, *, kind: str = "", call: str = "") -> None:
        super().__init__(HaltReason.IMPORTING if name == "ImportError" else HaltReason.RAISED, name)
        self.kind, self.text, self.call = kind or name, text, call
        self.lines: list[int] = []
        self._outside = True

    def at(self, line: int) -> None:
        """Passes a line of the script: it counts where the exception is raised, and where a function was called."""
        if self._outside:
            self.lines.insert(0, line)
            self._outside = False

    def leaves(self) -> None:
        """Passes the end of a function or comprehension: what is passed next is its caller."""
        self._outside = True


@dataclass(frozen=True)
class Unknown:
    """A value that is not computed; `key` says what it would be computed from."""

    key: str = ""


UNKNOWN = Unknown()


@dataclass(frozen=True)
class Making:
    """The last call that made a part: its arguments by the parameters' names, and the part that it was a method of."""

    name: str
    owner: "Part | None"
    arguments: Mapping[str, Value]


@dataclass(frozen=True)
class Part:
    """Something of CadQuery's. `digest` stands for all calls that made it; `kind` is Workplane, Assembly or object."""

    kind: str
    digest: str
    state: State = field(default_factory=State, compare=False)
    making: Making | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Module:
    name: str


@dataclass(frozen=True)
class Method:
    """A method of a part, list or module, or a built-in where the owner is None."""

    owner: Value
    name: str


@dataclass(frozen=True)
class Function:
    """A function of the script: parameters, defaults from the right, its body, and the names around it.

    `title` is what Python calls it, "" where that is not simulated.
    """

    names: tuple[str, ...]
    defaults: tuple[Value, ...]
    body: Any
    around: Mapping[str, Value] = field(compare=False, hash=False)
    title: str = field(default="", compare=False)


@dataclass(frozen=True)
class Template:
    """A function of the script, followed once: what it returns, and the part that stands for its argument."""

    stands_for: Part
    result: Value


def frozen(value: Value, depth: int = 0) -> Value:
    """A value as a hashable normal form: whole and fractional numbers alike to nine places, lists as tuples."""
    if depth > DEEPEST:
        raise UnsupportedConstruct("lists within lists")
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return rounded(value)
    if isinstance(value, list | tuple):
        return tuple(frozen(item, depth + 1) for item in value)
    if isinstance(value, dict):
        return tuple((key, frozen(item, depth + 1)) for key, item in value.items())
    if isinstance(value, Part):
        return ("part", value.digest)
    if isinstance(value, Template):
        return ("template", frozen(value.result, depth + 1))
    if isinstance(value, Function):
        return ("function", value.names, _dumped(value.body))
    return ("unknown", repr(value)[:3000] if isinstance(value, Module | Unknown) else type(value).__name__)


def _dumped(body: Any) -> str:
    return "".join(ast.dump(node) for node in (body if isinstance(body, list) else [body]))[:3000]


def rounded(value: float) -> float:
    try:
        number = float(value)
    except OverflowError:
        return math.inf
    return float(f"{number:.9g}") + 0.0 if math.isfinite(number) else number


def made(
    kind: str, name: str, owner: str, arguments: Value, state: State | None = None, making: Making | None = None
) -> Part:
    # Python's own hash will not do: those of -1 and -2 are one.
    text = repr((kind, name, owner, arguments)).encode("utf-8", "replace")
    return Part(kind, blake2b(text, digest_size=12).hexdigest(), state or State(), making)


def snapshot(value: Value, depth: int = 0) -> Value:
    """An argument as it is now: lists, which the script may still change, become tuples."""
    if not isinstance(value, list | tuple):
        return value
    if depth > DEEPEST:
        raise UnsupportedConstruct("lists within lists")
    return tuple(snapshot(item, depth + 1) for item in value)


def known(*values: Value) -> bool:
    return not any(isinstance(value, Unknown | Function | Method) for value in values)


def type_name(value: Value) -> str:
    """What Python calls the type of a known value."""
    return "module" if isinstance(value, Module) else type(value).__name__


def truth(value: Value) -> bool:
    """Raises UnsupportedConstruct where it depends on what is unknown."""
    if not known(value) or isinstance(value, Part):
        raise UnsupportedConstruct("a choice by what is not computed")
    return bool(value)


def is_number(value: Value) -> bool:
    return isinstance(value, int | float)
