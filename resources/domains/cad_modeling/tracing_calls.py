"""Calls on parts: arguments bound to parameters as CadQuery has them, what follows from a call, and its note.

How the arguments are computed is `tracing`; which calls are impossible is `workplane_state`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from resources.domains.cad_modeling import tracing_builtins as known_functions
from resources.domains.cad_modeling.tracing_parameters import Parameters, bound
from resources.domains.cad_modeling.tracing_values import (
    UNKNOWN,
    Making,
    Method,
    Module,
    Part,
    Raises,
    Value,
    frozen,
    kept,
    known,
    made,
    type_name,
)
from resources.domains.cad_modeling.workplane_interface import ASSEMBLY, MEMBERS, PROPERTIES, signatures
from resources.domains.cad_modeling.workplane_state import START, Refused, after
from resources.domains.cad_modeling.workplane_words import Words, refused_solid, words


@dataclass(frozen=True)
class Step:
    """One call on a part: arguments in their normal form, by the parameters' names, defaults left out.

    Other parts among them are only "part": how they were made is told by their own steps.
    """

    name: str
    arguments: tuple[tuple[str, Value], ...]


@dataclass
class Calls:
    """Notes every call on a part."""

    calls: list[Step] = field(default_factory=list)

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
        if not isinstance(dict(arguments).get("inPlane", "XY"), str):
            state = type(START)()
        return made("Workplane", name, "", arguments, state, _making(name, None, values))

    def part(self, owner: Part, name: str, given: list[Value], named: Mapping[str, Value]) -> Value:
        if owner.kind != "Workplane" or name in PROPERTIES:
            self.calls.append(Step(name, (("", nameless(frozen([*given, dict(named)]))),)))
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
            raise _raising("refused", words(refused.args[0], name, values), name) from refused
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
        found = bound(method, [None, *given], named)
        return {key: found[key] for key in signature.names}

    def _noted(self, name: str, values: Mapping[str, Value]) -> tuple[tuple[str, Value], ...]:
        found = {key: frozen(value) for key, value in values.items()}
        usual = signatures()[name].defaults
        if name == "extrude" and found["both"] is True and isinstance(found["until"], float):
            found["until"] = abs(found["until"])
        kept = tuple((key, item) for key, item in found.items() if key not in usual or frozen(usual[key]) != item)
        self.calls.append(Step(name, nameless(kept)))
        return kept


def _making(name: str, owner: Part | None, arguments: Mapping[str, Value]) -> Making:
    return Making(name, owner, {key: kept(value) for key, value in arguments.items()})


def _no_member(owner: str, name: str) -> Raises:
    return Raises("AttributeError", f"{owner} has no attribute '{name}'")


def _raising(name: str, said: Words | None, method: str) -> Raises:
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
