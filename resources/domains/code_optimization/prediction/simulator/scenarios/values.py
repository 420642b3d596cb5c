"""Made-up values of a type: numbers, texts, arrays, structures with what they point to. The same for the same chance.

A value is its bytes; what it points to lies in buffers. Which functions are called with them is `plans`.
"""

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from resources.domains.code_optimization.language.c_types import (
    Array,
    Callback,
    CType,
    Nothing,
    Number,
    Parameter,
    Pointer,
    Shapes,
    Signature,
    Structure,
    UnreadableError,
    has_pointers,
    shape_of,
    size_of,
)
from resources.domains.code_optimization.prediction.simulator.memory import (
    CALLBACKS,
    CODE_STEP,
    FIRST_BUFFER,
    WINDOW_BITS,
)
from resources.domains.code_optimization.prediction.simulator.scenarios.test_literals import Body, Literal

LOW_BUFFER = 0x800
"""Below 4 GiB, where half an address is a whole one."""
BESIDE = 64
MOST_BUFFERS, _MOST_BYTES = 80, 1 << 16


@dataclass(frozen=True)
class Content:
    """A room that an argument points to: an array of elements of one type."""

    window: int
    content: bytes
    element: CType

    @property
    def address(self) -> int:
        return (self.window << WINDOW_BITS) + BESIDE


@dataclass
class Buffers:
    """The rooms of one scenario, in the order in which they were made."""

    made: list[Content] = field(default_factory=list)

    def add(self, content: bytes, element: CType, *, is_low: bool = False) -> int:
        """The address of a new one: on a caller's stack, or low as literals and most allocated memory are. Raises
        UnreadableError where there are too many."""
        if len(self.made) >= MOST_BUFFERS or sum(len(buffer.content) for buffer in self.made) > _MOST_BYTES:
            raise UnreadableError("too much")
        buffer = Content((LOW_BUFFER if is_low else FIRST_BUFFER) + 1 + len(self.made), content, element)
        self.made.append(buffer)
        return buffer.address


_DEEPEST = 4
_TEXT_BUFFER = 1024
"""Where a program writes a text without being told how long it may be."""
_COUNTED = re.compile(
    r"(^|_)(n|num|len|length|size|count|rows?|col(umn)?s?|span|width|height|total|elements?|items)(_|$)"
)
_SMALL = (0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 15, 16, 21, 28, 35, 60, 64, 97, 100, 105, 255, 1000, 1994, 2000)
_LETTERS = b"abcxyzABCXYZ 0123,.!'-"
_POINTERS = 24


@dataclass
class Maker:
    """Makes up values from the literals of one body of the tests."""

    chance: Random
    body: Body
    shapes: Shapes
    is_zeroed: bool = False
    """Whether what may be written to begins as zeros."""
    buffers: Buffers = field(default_factory=Buffers)
    callbacks: list[Callback] = field(default_factory=list)
    _lengths: list[int] = field(default_factory=list)
    _texts: int = 0
    _lists: int = 0

    def values(self, signature: Signature, given: tuple[Literal, ...]) -> list[bytes]:
        """Pointers first: what lies behind them says what counts are about."""
        parameters = signature.parameters
        literals = given if len(given) == len(parameters) else (None,) * len(parameters)
        self._lengths = []
        made: dict[int, bytes] = {}
        for is_number in (False, True):
            for place, (item, literal) in enumerate(zip(parameters, literals, strict=True)):
                if isinstance(item.type, Number) is is_number:
                    made[place] = self.value(item, literal)
        return [made[place] for place in range(len(parameters))]

    def value(self, item: Parameter, literal: Literal = None, depth: int = 0) -> bytes:
        kind = item.type
        match kind:
            case Number():
                return self._number(kind, item.name, literal)
            case Pointer():
                return self._pointer(kind, literal, depth).to_bytes(8, "little")
            case Structure(name=name):
                return self._structure(name, depth)
            case Array(element=element, count=count):
                return self._elements(element, count, depth)
        raise UnreadableError(type(kind).__name__)

    def _structure(self, name: str, depth: int) -> bytes:
        shape = shape_of(name, self.shapes)
        image = bytearray(shape.size)
        self._lengths = self._lengths if not depth else []
        for item in sorted(shape.fields, key=lambda one: isinstance(one.type, Number)):
            value = self.value(Parameter(item.name, item.type), None, depth + 1)
            image[item.offset : item.offset + len(value)] = value
        return bytes(image[: shape.size])

    def _elements(self, element: CType, count: int, depth: int) -> bytes:
        if isinstance(element, Number) and element.is_text:
            return self._text(None)[: max(0, count - 1)].ljust(count, b"\0")
        return b"".join(self.value(Parameter("", element), None, depth + 1) for _ in range(min(count, 200)))

    def _number(self, kind: Number, name: str, literal: Literal) -> bytes:
        if kind.is_float:
            number = float(literal) if isinstance(literal, int) else self.chance.choice((0.0, 1.0, 2.5, -3.25, 100.0))
            return struct.pack("<f" if kind.size == 4 else "<d", number)
        if isinstance(literal, int):
            value = literal
        elif kind.members:
            value = self.chance.choice(kind.members)
        elif kind.is_truth:
            value = self.chance.randrange(2)
        elif kind.is_text:
            value = self.chance.choice(_LETTERS)
        elif self._lengths and (_COUNTED.search(name.lower()) or not kind.is_signed):
            value = self._lengths.pop(0) if len(self._lengths) > 1 else self._lengths[0]
        elif _COUNTED.search(name.lower()):
            value = self.chance.randrange(7)
        else:
            value = self._any_number()
        return (value & ((1 << 8 * kind.size) - 1)).to_bytes(kind.size, "little")

    def _any_number(self) -> int:
        """One of the tests', one that is often special, or any of some size."""
        known, kind = self.body.numbers, self.chance.randrange(3)
        if kind == 0:
            return self.chance.randrange(1 << self.chance.choice((3, 5, 8, 12)))
        return self.chance.choice(known if known and kind == 1 else _SMALL)

    def _pointer(self, kind: Pointer, literal: Literal, depth: int) -> int:
        if literal == 0 or depth >= _DEEPEST:
            return 0
        match kind.target:
            case Callback() as callback:
                return self._callback(callback)
            case Number(is_text=True):
                text = self._text(literal)
                self._lengths.append(len(text))
                buffer = bytes(1 if kind.is_constant else 1 + _TEXT_BUFFER // 4)
                return self.buffers.add(text + buffer, kind.target, is_low=kind.is_constant)
            case Number() as number:
                return self.buffers.add(self._numbers(number, kind.is_constant, literal), number)
            case Nothing():
                return self.buffers.add(bytes(_TEXT_BUFFER), Number(1))
            case Pointer() as pointer:
                return self._pointers(pointer, depth)
            case Structure() as structure:
                return self._structures(structure, kind.is_constant, depth)
        raise UnreadableError(type(kind.target).__name__)

    def _text(self, literal: Literal) -> bytes:
        if isinstance(literal, bytes):
            return literal
        texts, self._texts = self.body.texts, self._texts + 1
        if texts and self.chance.random() < 0.9:
            return texts[(self._texts - 1) % len(texts)] if self.chance.random() < 0.6 else self.chance.choice(texts)
        lengths = (1, 4, 9, 20) if texts else (0, 1, 4, 9, 20)
        return bytes(self.chance.choices(_LETTERS, k=self.chance.choice(lengths)))

    def _numbers(self, kind: Number, is_constant: bool, literal: Literal) -> bytes:
        """Small ones, or a list of the tests'; zeros where they may be written to."""
        lists, self._lists = self.body.lists, self._lists + 1
        values: Sequence[int]
        if isinstance(literal, tuple):
            values = literal
        elif self.is_zeroed and not is_constant and not lists:
            values = [0] * _POINTERS
        elif lists and self.chance.random() < 0.85:
            values = lists[(self._lists - 1) % len(lists)]
        else:
            values = self.chance.choices(kind.members or _SMALL[:8], k=self.chance.choice((0, 1, 3, 5, 8)))
        self._lengths.append(len(values))
        mask = (1 << 8 * kind.size) - 1
        if kind.is_float:
            return struct.pack(f"<{len(values)}{'f' if kind.size == 4 else 'd'}", *values)
        return b"".join((value & mask).to_bytes(kind.size, "little") for value in values) + bytes(4 * kind.size)

    def _pointers(self, kind: Pointer, depth: int) -> int:
        """An array of pointers: to rooms that can be written to, or to made-up contents."""
        if isinstance(kind.target, Number) and kind.target.is_text and self.is_zeroed:
            buffers = [self.buffers.add(bytes(_TEXT_BUFFER), kind.target, is_low=True) for _ in range(_POINTERS)]
        else:
            count = self.chance.choice((1, 2, 4))
            buffers = [self._pointer(kind, None, depth + 1) for _ in range(count)]
            self._lengths = [count]
        return self.buffers.add(
            b"".join(buffer.to_bytes(8, "little") for buffer in buffers) + bytes(16), kind, is_low=True
        )

    def _structures(self, kind: Structure, is_constant: bool, depth: int) -> int:
        size = size_of(kind, self.shapes)
        if self.is_zeroed and not is_constant and not has_pointers(kind, self.shapes):
            return self.buffers.add(bytes(size * _POINTERS), kind)
        count = self._count_of(kind, depth)
        made = [self._structure(kind.name, depth) for _ in range(count)]
        self._lengths = [count]
        if not count:
            return 0
        return self.buffers.add(b"".join(made) + bytes(size), kind)

    def _count_of(self, kind: Structure, depth: int) -> int:
        """What points to its like stands alone, or there is none of it any more."""
        fields = shape_of(kind.name, self.shapes).fields
        if any(isinstance(field.type, Pointer) and field.type.target == kind for field in fields):
            return int(depth == 0 or self.chance.random() < 0.7)
        return self.chance.choice((1, 2, 4))

    def _callback(self, kind: Callback) -> int:
        if any(not isinstance(item, Number) or item.is_float for item in (*kind.parameters, kind.result)):
            raise UnreadableError("callback")
        self.callbacks.append(kind)
        return (CALLBACKS << WINDOW_BITS) + CODE_STEP * len(self.callbacks)
