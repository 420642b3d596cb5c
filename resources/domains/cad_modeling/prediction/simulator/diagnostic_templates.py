"""What CadQuery, and OCCT below it, say where they refuse a call. Which calls they refuse is `workplane_state`.

Taken from CadQuery 2.5 and OCCT 7.8. Only what they were seen to say is here: of other refusals nothing is known.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

Arguments = Mapping[str, Any]


class Message(NamedTuple):
    """The exception's class and text."""

    kind: str
    text: str


_NO_SOLID = Message("ValueError", "Cannot find a solid on the stack or in the parent chain")
_NOT_DONE = Message("StdFail_NotDone", "BRep_API: command not done")
_CONSTRUCTION = Message("Standard_ConstructionError", "")
_ZERO_VECTOR = Message("Standard_ConstructionError", "gp_Vec::Normalized() - vector has zero norm")
_NO_SWEEP = Message("Standard_ConstructionError", "BRepSweep_Translation::Constructor")
_NO_OPERATION = "unsupported operand type(s) for /: 'str' and 'float'"
_OVERLOADS = "The following argument types are supported:\n    1. "
_CIRCLE = (
    f"__init__(): incompatible constructor arguments. {_OVERLOADS}OCP.OCP.gp.gp_Circ()\n"
    "    2. OCP.OCP.gp.gp_Circ(theA2: OCP.OCP.gp.gp_Ax2, theRadius: float)"
)
_EDGES = (
    f"Add(): incompatible function arguments. {_OVERLOADS}(self: OCP.OCP.BRepFilletAPI.BRepFilletAPI_{{maker}},"
    " E: OCP.OCP.TopoDS.TopoDS_Edge) -> None"
)
_GRAMMAR = (
    "Expected {{'XY' | 'XZ' | 'X' | 'YZ' | 'Y' | 'Z' | Combine:({'(' Combine:({Combine:({['+' | '-'] W:(0-9)})"
    " ['.' [W:(0-9)]]}) ',' Combine:({Combine:({['+' | '-'] W:(0-9)}) ['.' [W:(0-9)]]}) ','"
)
"""Of these three the beginning: the rest lists all that would fit."""

_ALWAYS: Mapping[str, Message] = {
    "no solid": _NO_SOLID,
    "no solid to cut": _NO_SOLID,
    "no pending wires": Message("ValueError", "No pending wires present"),
    "no edges to close": Message("ValueError", "No start point specified - cannot close"),
    "nothing to select from": Message("ValueError", "Can not return the Nth element of an empty list"),
    "a line of no length": _NOT_DONE,
    "unknown selector": Message("ParseException", _GRAMMAR),
    "a fraction for a count": Message("TypeError", "'float' object cannot be interpreted as an integer"),
}
_OF_METHOD: Mapping[tuple[str, str], Message | None] = {
    ("no edges", "fillet"): Message("ValueError", "Fillets requires that edges be selected"),
    ("no edges", "chamfer"): Message("ValueError", "Chamfer requires that edges be selected"),
    ("no edges to close", "wire"): None,
    ("no pending wires", "loft"): None,
    ("a line of no length", "threePointArc"): Message("StdFail_NotDone", "GC_MakeArcOfCircle::Value() - no result"),
    ("a line of no length", "sagittaArc"): _ZERO_VECTOR,
    ("a line of no length", "radiusArc"): _ZERO_VECTOR,
    ("a line of no length", "tangentArcPoint"): None,
    ("zero", "extrude"): _NO_SWEEP,
    ("zero", "cutBlind"): _NO_SWEEP,
    ("zero", "twistExtrude"): _NOT_DONE,
    ("zero", "polygon"): _NOT_DONE,
    ("zero", "box"): Message("Standard_DomainError", ""),
    ("zero", "fillet"): _NOT_DONE,
    ("zero", "chamfer"): _NOT_DONE,
    ("negative", "box"): Message("Standard_DomainError", ""),
    ("negative", "circle"): Message("Standard_ConstructionError", "gp_Circ() - radius should be positive number"),
    ("negative", "sphere"): _CONSTRUCTION,
    ("negative", "cylinder"): _CONSTRUCTION,
    ("negative", "hole"): _CONSTRUCTION,
    ("negative", "cboreHole"): _CONSTRUCTION,
    ("negative", "fillet"): _NOT_DONE,
    ("negative", "chamfer"): _NOT_DONE,
    ("text for a number", "hole"): Message("TypeError", _NO_OPERATION),
    ("text for a number", "circle"): Message("TypeError", _CIRCLE),
    ("text for a number", "fillet"): Message("TypeError", _EDGES.format(maker="MakeFillet")),
    ("text for a number", "chamfer"): Message("TypeError", _EDGES.format(maker="MakeChamfer")),
}
_LENGTHS = re.compile(r"length|width|height|\w*radius|\w*[dD]iameter")


def message(reason: str, method: str, arguments: Arguments) -> Message | None:
    """None where they are not known."""
    if reason == "not positive":
        lengths = [value for name, value in arguments.items() if _LENGTHS.fullmatch(name) and _number(value)]
        reason = "negative" if any(value < 0 for value in lengths) else "zero"
    if reason == "nothing in the array":
        return Message("ValueError", f"At least 1 element required, requested {arguments.get('count')}")
    return _OF_METHOD.get((reason, method), _ALWAYS.get(reason))


def refused_solid(method: str, other: str, stack: str | None) -> Message | None:
    """Of union(), cut() and intersect() with what is no solid: its type, and what lies on its stack if it is a part."""
    if stack is None:
        return Message("ValueError", f"Cannot {method} type '<class '{other}'>'")
    if method == "union":
        return Message("ValueError", "Workplane object must have at least one solid on the stack to union!")
    # A part is what is common with an outline, now and then.
    return None if method == "intersect" and stack == "wires" else Message("ValueError", "Null TopoDS_Shape object")


def _number(value: object) -> bool:
    return isinstance(value, int | float)
