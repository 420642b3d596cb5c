"""What a harness can give a C function: numbers, and arrays whose length is an argument. Everything else is refused.

The harness, its tests and the words for it are those of drawn functions (`families`); only the program is another's.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from resources.domains.code_optimization.language.c_types import CType, Nothing, Number, Pointer
from resources.domains.code_optimization.tasks.families.function import (
    Answer,
    Array,
    Function,
    Given,
    Scalar,
    Use,
    Wording,
    counted,
    drawn_scalar,
)
from resources.domains.code_optimization.tasks.families.integers import IntegerType
from resources.domains.code_optimization.tasks.importers.wild.cut import CannotCut, CutFunction
from resources.execution.reader.apart import apart

MOST_ELEMENTS = 4000
_LENGTH = re.compile(
    r"(?:\w*_)?(?:n|len|length|size|count|num|cnt|sz|elements)\d?|n_\w+|n(?:bytes|elems?|items|words|samples)"
    r"|\w+(?:Len|Size|Count)"
)


@dataclass(frozen=True)
class Span:
    """Values of a number that is no length: so many from `low` on; 0 for as many as its type has."""

    low: int
    count: int


ALL = Span(0, 0)
_NARROW = (Span(0, 256), Span(0, 32), Span(1, 31), Span(1, 8))
_MOST_NUMBERS = 4
_TAKEN = frozenset("call count_of_words data head k result there total".split())
"""Names of the harness's own."""


def narrowings(found: CutFunction) -> Iterator[tuple[Span, ...]]:
    """What its numbers may be, widest first: all of them any, then one of them few, then all of them few. Shifts and
    indices bear few values only. Raises CannotCut as `function_of`."""
    count = len([one for one in function_of(found, ()).scalars if one.fullest])
    if count > _MOST_NUMBERS:
        raise CannotCut(f"over a size limit: {count} numbers; at most {_MOST_NUMBERS} are tried")
    yield (ALL,) * count
    for places in (*((place,) for place in range(count)), tuple(range(count)) if count > 1 else ()):
        for span in _NARROW if places else ():
            yield tuple(span if place in places else ALL for place in range(count))


@dataclass(frozen=True)
class Told:
    """An argument or a result, as its declaration says: an integer of so many bits, an array of such, or neither (0).
    `members` are the values of an enumeration or a truth."""

    name: str
    bits: int
    is_signed: bool
    is_array: bool
    is_constant: bool
    members: tuple[int, ...]

    @property
    def kind(self) -> IntegerType:
        """Raises CannotCut."""
        if not self.bits or not self.name:
            raise CannotCut(f"its argument {self.name or '(without a name)'} is no integer and no array of integers")
        return IntegerType(self.bits, self.is_signed)


@apart
def signature_of(declaration: str, name: str) -> tuple[Told, ...]:
    """The result and the arguments of a function; empty where they cannot be read. A result of no type is without a
    name."""
    # Here, since the parser of C is for readers alone.
    from resources.domains.code_optimization.language.c_declarations import read_header

    header = read_header(declaration)
    signature = header.functions.get(name) if header is not None else None
    if signature is None:
        return ()
    result = _told("" if isinstance(signature.result, Nothing) else "result", signature.result)
    return (result, *(_told(one.name, one.type) for one in signature.parameters))


def _told(name: str, kind: CType) -> Told:
    is_array, is_constant = isinstance(kind, Pointer), isinstance(kind, Pointer) and kind.is_constant
    inner = kind.target if isinstance(kind, Pointer) else kind
    if isinstance(inner, Nothing) and is_array:
        return Told(name, 8, False, True, is_constant, ())
    if not isinstance(inner, Number) or inner.is_float or inner.size not in (1, 2, 4, 8):
        return Told(name, 0, False, is_array, is_constant, ())
    members = (0, 1) if inner.is_truth else inner.members
    return Told(name, 8 * inner.size, inner.is_signed and not inner.is_truth, is_array, is_constant, members)


def function_of(found: CutFunction, spans: Sequence[Span]) -> Function:
    """`spans` are of its numbers in order, `ALL` where there is none. Raises CannotCut with what it is that no harness
    can give."""
    told = signature_of(found.declaration, found.name)
    if not told:
        raise CannotCut("its signature has a type that is not known here")
    result, *parameters = told
    arrays = [one for one in parameters if one.is_array]
    length = _length(parameters) if arrays else None
    if arrays and length is None:
        raise CannotCut(f"nothing says how long {arrays[0].name} is")
    arguments: list[Scalar | Array] = []
    head = 0
    for one in parameters:
        if one is length:
            arguments.append(_counting(one))
        elif one.is_array:
            arguments.append(_array(one))
        else:
            arguments.append(_scalar(one, head, spans[head] if head < len(spans) else ALL))
            head += 1
    returns = _returned(result)
    changed = {one.name: () for one in arguments if isinstance(one, Array) and one.use is not Use.READ}
    if not arguments or (returns == "void" and not changed):
        raise CannotCut("nothing that can be observed: it takes nothing, or gives nothing back")

    def unknown(given: Given) -> Answer:
        """What the original prints takes the place of what this makes of it."""
        return Answer(None, changed)

    wording = Wording("which does what its author's C does, faster than gcc makes it")
    title = found.name.replace("_", " ")
    return Function(found.name, title, returns, tuple(arguments), "", unknown, wording, ("wild",), head)


def _length(parameters: Sequence[Told]) -> Told | None:
    """The one that says how many elements there are. Raises CannotCut where several could."""
    named = [one for one in parameters if one.bits and not one.is_array and _LENGTH.fullmatch(one.name)]
    if len(named) > 1:
        raise CannotCut(f"nothing says which length is whose: {', '.join(one.name for one in named)}")
    return named[0] if named else None


def _counting(one: Told) -> Scalar:
    most = min(MOST_ELEMENTS, one.kind.high)
    scalar = counted(_own(one.name), "how many elements each array has", most)
    return replace(scalar, kind=one.kind.name, c=f"({one.kind.name})there")


def _array(one: Told) -> Array:
    if one.members:
        raise CannotCut(f"its argument {one.name} is no array of integers")
    text = "an array of bytes" if one.bits == 8 else f"an array of {one.kind.name}"
    return Array(_own(one.name), one.kind, Use.READ if one.is_constant else Use.CHANGE, text)


def _scalar(one: Told, place: int, span: Span) -> Scalar:
    kind = one.kind
    if one.members:
        low, count = min(one.members), max(one.members) - min(one.members) + 1
    elif span.count:
        low, count = span.low, min(span.count, kind.high - span.low + 1)
    else:
        low, count = max(kind.low, -(1 << 31)), 1 << min(kind.bits, 32)
    return drawn_scalar(_own(one.name), kind.name, place, low, count, f"a number from {low} to {low + count - 1}")


def _returned(result: Told) -> str:
    if not result.name:
        return "void"
    if result.is_array:
        raise CannotCut("its result is a pointer")
    return "_Bool" if result.members == (0, 1) and result.bits == 8 else result.kind.name


def _own(name: str) -> str:
    """A name that the harness has not."""
    return f"{name}_" if name in _TAKEN else name
