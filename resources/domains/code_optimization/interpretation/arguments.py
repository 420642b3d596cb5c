"""Made-up calls of a function: values and memory that fit its prototype. The same for the same prototype and texts.

Sizes are small, so that paths are short; memory ends soon behind what a call may use, so that strays are seen.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from resources.domains.code_optimization.interpretation.machine import FIRST_ROOM, WINDOW_BITS, Region

COUNTS = (1, 5, 0, 3, 9, 2, 14, 4)
_BEFORE, _BEHIND = 64, 128
_LARGE = (3, 10, 0, 97, 0xFFFF_FFFF, 1, 12_345, 0x8000_0000_0000_0005, 6, 255, 1 << 33, 30)
_LETTERS = b"abcXYZ 0189,.!?-+*/()\n"
_TYPE_BYTES = (
    (re.compile(r"\b(?:u?int8_t|char|bool|_Bool)\b"), 1),
    (re.compile(r"\b(?:u?int16_t|short)\b"), 2),
    (re.compile(r"\b(?:u?int64_t|long|size_t|ssize_t|u?intptr_t|ptrdiff_t)\b"), 8),
    (re.compile(r"\b(?:u?int32_t|int|unsigned|signed)\b"), 4),
)
_PROTOTYPE = r"([\w\s*()]*?)\b{}\s*\(([^()]*)\)"


@dataclass(frozen=True)
class Prototype:
    """Bytes of the result (0 for none) and of each argument; of a pointer's elements, negative."""

    result: int
    arguments: tuple[int, ...]


@dataclass(frozen=True)
class Room:
    """Memory that an argument points to. `content` stands for bytes in a region with some more before and behind."""

    window: int
    content: bytes

    @property
    def address(self) -> int:
        return (self.window << WINDOW_BITS) + _BEFORE

    def region(self) -> Region:
        return Region(self.window << WINDOW_BITS, bytearray(_BEFORE) + self.content + bytes(_BEHIND))


@dataclass(frozen=True)
class Call:
    """`values` in the order of the arguments; `count` is what sizes are about."""

    count: int
    values: tuple[int, ...]
    rooms: tuple[Room, ...]


def read_prototype(interface: str, name: str) -> Prototype | None:
    """Of a C declaration; None where there is none, or one with other than integers and pointers to them."""
    match = re.search(_PROTOTYPE.format(re.escape(name)), interface[:20_000])
    if match is None:
        return None
    texts = [text.strip() for text in match[2].split(",") if text.strip() not in ("", "void")]
    arguments = [_argument(text) for text in texts]
    result = 8 if "*" in match[1] else 0 if re.search(r"\bvoid\b", match[1]) else _bytes_of(match[1])
    known = [size for size in arguments if size]
    if result is None or len(known) < len(arguments) or len(arguments) > 6:
        return None
    return Prototype(result, tuple(known))


def _argument(text: str) -> int | None:
    if "*" not in text and "[" not in text:
        return _bytes_of(text)
    if text.count("*") + text.count("[") > 1:
        return -8
    size = _bytes_of(text.replace("void", "char"))
    return -size if size else None


def _bytes_of(text: str) -> int | None:
    return next((size for pattern, size in _TYPE_BYTES if pattern.search(text)), None)


def calls(prototype: Prototype, texts: Sequence[bytes]) -> tuple[Call, ...]:
    """Calls of different sizes. `texts` are contents for characters; made-up letters stand in where there are none."""
    if any(size < 0 for size in prototype.arguments):
        return tuple(_call(prototype, number, count, texts) for number, count in enumerate(COUNTS))
    return tuple(_plain_call(prototype, number) for number in range(len(_LARGE)))


def _plain_call(prototype: Prototype, number: int) -> Call:
    values = [_LARGE[(number + 4 * place) % len(_LARGE)] for place in range(len(prototype.arguments))]
    cut = [value & ((1 << 8 * size) - 1) for value, size in zip(values, prototype.arguments, strict=True)]
    return Call(number, tuple(cut), ())


def _call(prototype: Prototype, number: int, count: int, texts: Sequence[bytes]) -> Call:
    chance = Random(number)
    values: list[int] = []
    rooms: list[Room] = []
    scalars = 0
    for size in prototype.arguments:
        if size > 0:
            values.append(count + scalars if count else 0)
            scalars += 1
        else:
            text = texts[(number + len(rooms)) % len(texts)] if texts and size == -1 else b""
            room = Room(FIRST_ROOM + 16 * len(rooms), _content(chance, -size, count, text))
            rooms.append(room)
            values.append(room.address)
    return Call(count, tuple(values), tuple(rooms))


def _content(chance: Random, size: int, count: int, text: bytes) -> bytes:
    """Elements for a square of the count: letters up to the count and nothing behind, or numbers of both kinds."""
    elements = (count + 2) * (count + 3)
    if size == 1:
        letters = (text or bytes(chance.choices(_LETTERS, k=count)))[:count]
        filled = letters + bytes(chance.choices(_LETTERS, k=count - len(letters)))
        return filled + bytes(elements + 16 - len(filled))
    highest = 2 * count + 3 if chance.random() < 0.5 else (1 << 8 * size) - 1
    numbers = (chance.randint(0, highest) for _ in range(elements))
    return b"".join(number.to_bytes(size, "little") for number in numbers)
