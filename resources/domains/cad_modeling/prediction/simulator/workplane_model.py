"""Calls on parts: arguments bound to parameters as CadQuery has them, what follows from a call, and its note.

How the arguments are computed is `expressions`; which calls are impossible is `workplane_state`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from resources.domains.cad_modeling.language.workplane_interface import ASSEMBLY, MEMBERS, PROPERTIES, signatures
from resources.domains.cad_modeling.prediction.simulator import builtin_functions as known_functions
from resources.domains.cad_modeling.prediction.simulator.diagnostic_templates import Message, message, refused_solid
from resources.domains.cad_modeling.prediction.simulator.values import (
    UNKNOWN,
    Making,
    Method,
    Module,
    Part,
    Raises,
    Value,
    frozen,
    known,
    made,
    snapshot,
    type_name,
)
from resources.domains.cad_modeling.prediction.simulator.workplane_state import START, Refused, after
from resources.domains.toolkit.python_calls import Head, misfit


@dataclass(frozen=True)
class Step:
    """One call on a part: arguments in their normal form, by the parameters' names, defaults left out.

    Other parts among them are only "part": how they were made is told by their own steps.
    """

    name: str
    arguments: tuple[tuple[str, Value], ...]


@dataclass
class WorkplaneModel:
    """What CadQuery makes of calls on its parts, without geometry; `steps` notes every call."""

    steps: list[Step] = field(default_factory=list)

    def member(self, owner: Part, name: str) -> Value:
        if owner.kind == "Workplane":
            if name not in signatures() and name not in PROPERTIES and not name.startswith("_"):
                raise _no_member("'Workplane' object", name)
        elif owner.kind == "Assembly" and name not in ASSEMBLY and name in signatures():
            # Its own __getattr__ refuses a name.
            text = f"{name} is not an attribute of <cadquery.assembly.Assembly object at 0x…>"
            raise Raises("AttributeError", text, call="__getattr__")
        return Method(owner, name)

    def new(self, name: str, given: list[Value], named: Mapping[str, Value]) -> Value:
        """Something made by a member of the module, such as Workplane or Vector."""
        if name != "Workplane":
            kind = "Assembly" if name == "Assembly" else "object"
            making = _making(name, None, {"": given, **named})
            return made(kind, name, "", (frozen(given), frozen(dict(named))), making=making)
        values = self._bound(name, given, named)
        arguments = self._noted(name, values)
        state = START
        if values.get("obj") is not None or not isinstance(dict(arguments).get("inPlane", "XY"), str):
            state = type(START)()  # It begins with a shape, and nobody here knows which.
        return made("Workplane", name, "", arguments, state, _making(name, None, values))

    def called(self, owner: Part, name: str, given: list[Value], named: Mapping[str, Value]) -> Value:
        if owner.kind != "Workplane" or name in PROPERTIES or name.startswith("__"):
            self.steps.append(Step(name, (("", nameless(frozen([*given, dict(named)]))),)))
            making = _making(name, owner, {"": given, **named})
            return made(owner.kind, name, owner.digest, (frozen(given), frozen(dict(named))), making=making)
        values = self._bound(name, given, named)
        arguments = self._noted(name, values)
        if is_nothing(name, dict(arguments)):
            return owner
        self._solids(name, given)
        try:
            state = after(owner.state, name, values)
        except Refused as refused:
            raise _raising("refused", message(refused.args[0], name, values), name) from refused
        kind = "object" if name in ("val", "vals", "size", "largestDimension", "sketch", "findSolid") else "Workplane"
        return made(kind, name, owner.digest, arguments, state, _making(name, owner, values))

    def _solids(self, name: str, given: list[Value]) -> None:
        """What is joined or cut must be a solid, where that is known."""
        if name in ("union", "cut", "intersect") and given:
            other = given[0]
            selections = ("edges", "faces", "vertices") if name == "union" else ()
            bodiless = ("wires", "points", "none", *selections)
            bare = isinstance(other, Part) and other.state.sure and other.state.stack in bodiless
            if bare or (known(other) and not isinstance(other, Part) and other is not None):
                stack = other.state.stack if isinstance(other, Part) else None
                said = refused_solid(name, type_name(other), stack)
                raise _raising("ValueError", said, name)

    def _bound(self, name: str, given: list[Value], named: Mapping[str, Value]) -> dict[str, Value]:
        signature = signatures()[name]
        if signature.open:
            return {"": [*given, dict(named)]}
        # Python counts `self`, which is given to a method and to the constructor.
        title = "Workplane.__init__" if name == "Workplane" else f"Workplane.{name}"
        method = Parameters(title, ("self", *signature.names), tuple(signature.defaults.values()))
        arguments = bound(method, [None, *given], named)
        return {key: arguments[key] for key in signature.names}

    def _noted(self, name: str, values: Mapping[str, Value]) -> tuple[tuple[str, Value], ...]:
        arguments = {key: frozen(value) for key, value in values.items()}
        usual = signatures()[name].defaults
        if name == "extrude" and arguments["both"] is True and isinstance(arguments["until"], float):
            arguments["until"] = abs(arguments["until"])
        own = tuple((key, item) for key, item in arguments.items() if key not in usual or frozen(usual[key]) != item)
        self.steps.append(Step(name, nameless(own)))
        return own


def _making(name: str, owner: Part | None, arguments: Mapping[str, Value]) -> Making:
    return Making(name, owner, {key: snapshot(value) for key, value in arguments.items()})


def _no_member(owner: str, name: str) -> Raises:
    return Raises("AttributeError", f"{owner} has no attribute '{name}'")


def _raising(name: str, said: Message | None, method: str) -> Raises:
    """An exception inside a method of CadQuery's."""
    return Raises(name) if said is None else Raises(name, said.text, kind=said.kind, call=method)


def nameless(value: Value) -> Any:
    """A normal form without the digests of parts."""
    if isinstance(value, tuple):
        return "part" if value[:1] == ("part",) else tuple(map(nameless, value))
    return value


def module_member(module: str, name: str) -> Value:
    if module == "math":
        return value if (value := known_functions.math_member(name)) is not UNKNOWN else Method(Module(module), name)
    if module == "cadquery" and name not in MEMBERS and not name.startswith("_"):
        raise _no_member("module 'cadquery'", name)
    return Module(f"cadquery.{name}") if name[0].islower() else Method(Module(module), name)


def is_nothing(name: str, arguments: Mapping[str, Value]) -> bool:
    """A call that leaves the part as it is."""
    if name == "translate":
        return arguments.get("vec") == (0.0, 0.0, 0.0)
    return name == "rotate" and arguments.get("angleDegrees") == 0


@dataclass(frozen=True)
class Parameters:
    """`defaults` belong to the last of `names`. `title` is what Python calls the function, "" where that is unknown."""

    title: str
    names: Sequence[str]
    defaults: Sequence[Value]


def bound(function: Parameters, given: Sequence[Value], named: Mapping[str, Value]) -> dict[str, Value]:
    """Arguments by parameter. Raises Raises where they do not fit."""
    names, defaults = function.names, function.defaults
    usual = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    arguments = {**usual, **dict(zip(names, given, strict=False)), **named}
    twice = any(key not in names or key in names[: len(given)] for key in named)
    if len(given) > len(names) or twice or len(arguments) != len(names):
        raise Raises("TypeError", _misfit(function, len(given), named))
    return {name: arguments[name] for name in names}


def _misfit(function: Parameters, given: int, named: Mapping[str, Value]) -> str | None:
    head = Head(function.title, function.names, len(function.defaults))
    return misfit(head, given, named) if function.title else None
