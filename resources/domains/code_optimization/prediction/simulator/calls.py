"""Made-up calls of a function, and inputs in the form of those that shown tests read. The same for the same texts.

Sizes are small, so that paths are short; memory ends soon behind what a call may use, so that strays are seen.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from resources.domains.code_optimization.prediction.simulator.memory import FIRST_BUFFER, WINDOW_BITS, Region

COUNTS = (1, 5, 0, 3, 9, 2, 14, 4, 24)
_TRIES, _TRIES_BY_COUNT, _LONGEST_TEXT = 30, 18, 40
_BESIDE = 64
_BYTES = (0, 1, 127, 128, 255, 65, 200)
_LARGE = (3, 10, 0, 97, 0xFFFF_FFFF, 1, 12_345, 0x8000_0000_0000_0005, 6, 255, 1 << 33, 30)
_LETTERS = b"abcXYZ 0189,.!?-+*/()\n"
TEXTS = (
    b"2*(13+4)-9/3+(7-2)*6",
    "a\u00e9\u20acz\U0001f600-\u07ff\ud7ff".encode("utf-8", "surrogatepass"),
    b"ab, Bccb A: 1bb1!",
    b"\xc3\x28z\xe2\x82\xf0\x9f\x98\xff\xed\xa0\x80",
)
"""Letters, sums, and characters of several bytes, well formed and not."""
_TYPE_BYTES = (
    (re.compile(r"\b(?:u?int8_t|char|bool|_Bool)\b"), 1),
    (re.compile(r"\b(?:u?int16_t|short)\b"), 2),
    (re.compile(r"\b(?:u?int64_t|long|size_t|ssize_t|u?intptr_t|ptrdiff_t)\b"), 8),
    (re.compile(r"\b(?:u?int32_t|int|unsigned|signed)\b"), 4),
)
_PROTOTYPE = r"\b{}\s*\(([^()]*)\)"


@dataclass(frozen=True)
class Prototype:
    """Bytes of the result (0 for none) and of each argument; of a pointer's elements, negative."""

    result: int
    arguments: tuple[int, ...]


@dataclass(frozen=True)
class Buffer:
    """Memory that an argument points to. `content` stands for bytes in a region with some more before and behind;
    `is_read` where the caller looks at it after the call."""

    window: int
    content: bytes
    is_read: bool = True

    @property
    def before(self) -> int:
        """Bytes in front of the content: nothing lies below the first of all rooms."""
        return 0 if self.window == FIRST_BUFFER else _BESIDE

    @property
    def address(self) -> int:
        return (self.window << WINDOW_BITS) + self.before

    def region(self) -> Region:
        """As much room behind the content as in it: a wrong index is less far away than one that never ends."""
        behind = _BESIDE + len(self.content)
        return Region(self.window << WINDOW_BITS, bytearray(self.before) + self.content + bytes(behind))

    def cut(self, size: int) -> "Buffer":
        return replace(self, content=self.content[: max(0, size - self.before)])


@dataclass(frozen=True)
class Seen:
    """A room as a program had it when it called: `size` bytes, of which those behind `content` are zero.

    `before` and `behind` it lie so many bytes of other rooms: who misses it by little meets no fault there.
    `is_read` after the call.
    """

    window: int
    content: bytes
    size: int
    before: int = 0
    behind: int = 0
    is_read: bool = True

    @property
    def address(self) -> int:
        return (self.window << WINDOW_BITS) + self.before

    def region(self) -> Region:
        content = bytearray(self.before) + self.content + bytes(self.size - len(self.content) + self.behind)
        return Region(self.window << WINDOW_BITS, content)

    def cut(self, size: int) -> "Seen":
        """As it is: a test's room ends where it ends."""
        return self


@dataclass(frozen=True)
class Call:
    """`values` in the order of the arguments; `count` is what sizes are about."""

    count: int
    values: tuple[int, ...]
    buffers: tuple[Buffer | Seen, ...]


def read_prototype(interface: str, name: str) -> Prototype | None:
    """Of a C declaration; None where there is none, or one with other than integers and pointers to them."""
    match = re.search(_PROTOTYPE.format(re.escape(name)), interface[:20_000])
    if match is None:
        return None
    before = re.split(r"[;{}\n]", interface[max(0, match.start() - 200) : match.start()])[-1]
    texts = [text.strip() for text in match[1].split(",") if text.strip() not in ("", "void")]
    arguments = [_argument(text) for text in texts]
    result = 8 if "*" in before else 0 if re.search(r"\bvoid\b", before) else _bytes_of(before)
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
    """Calls of different sizes. `texts` are contents for characters, beside made-up ones."""
    if any(size < 0 for size in prototype.arguments):
        return tuple(_call(prototype, number, (*texts, *TEXTS)) for number in range(_TRIES))
    return tuple(_plain_call(prototype, number) for number in range(len(_LARGE)))


def _plain_call(prototype: Prototype, number: int) -> Call:
    values = [_LARGE[(number + 4 * place) % len(_LARGE)] for place in range(len(prototype.arguments))]
    cut = [value & ((1 << 8 * size) - 1) for value, size in zip(values, prototype.arguments, strict=True)]
    return Call(number, tuple(cut), ())


def _call(prototype: Prototype, number: int, texts: Sequence[bytes]) -> Call:
    """The first tries go by the count, with letters and numbers in turn; the others by a whole text's length."""
    chance = Random(number)
    count = COUNTS[number % len(COUNTS)]
    by_text = number >= _TRIES_BY_COUNT or all(size < 0 for size in prototype.arguments)
    if by_text and -1 in prototype.arguments:
        count = min(len(texts[number % len(texts)]), _LONGEST_TEXT)
    values: list[int] = []
    buffers: list[Buffer] = []
    for size in prototype.arguments:
        if size > 0:
            values.append(count + len(values) - len(buffers) if count else 0)
        else:
            text = texts[(number + len(buffers)) % len(texts)] if size == -1 and (by_text or number % 2) else b""
            buffer = Buffer(FIRST_BUFFER + 16 * len(buffers), _content(chance, -size, count, text))
            buffers.append(buffer)
            values.append(buffer.address)
    return Call(count, tuple(values), tuple(buffers))


def _content(chance: Random, size: int, count: int, text: bytes) -> bytes:
    """Elements for a square of the count: letters up to the count and nothing behind, or numbers of any size."""
    elements = (count + 2) * (count + 3)
    if size == 1 and text:
        letters = text[:count] + bytes(chance.choices(_LETTERS, k=max(0, count - len(text))))
        return letters + bytes(elements + 16 - count)
    if size == 1:
        return bytes(chance.choices(_BYTES, k=elements)) + bytes(16)
    highest = 2 * count + 3 if chance.random() < 0.5 else (1 << 8 * size) - 1
    numbers = (chance.randint(0, highest) for _ in range(elements))
    return b"".join(number.to_bytes(size, "little") for number in numbers)


def as_read(call: Call, seen: Iterable[Call]) -> Call:
    """A made-up call whose rooms are read afterwards where those of some seen call are, argument by argument."""
    read: set[int] = set()
    for other in seen:
        windows = {buffer.window for buffer in other.buffers if buffer.is_read}
        read |= {place for place, value in enumerate(other.values) if value >> WINDOW_BITS in windows}
    places = {value >> WINDOW_BITS: place for place, value in enumerate(call.values)}
    buffers = tuple(replace(buffer, is_read=places.get(buffer.window) in read) for buffer in call.buffers)
    return replace(call, buffers=buffers)


_COUNTS = (5, 0, 17, 1, 9, 2, 40, 3)
_MOST_NUMBERS, _LONGEST = 400, 20
_WORD = 1 << 32


def varied(inputs: Sequence[bytes]) -> tuple[bytes, ...]:
    """The same for the same inputs."""
    chance = Random(len(inputs))
    inputs_made: list[bytes] = []
    for given in inputs:
        words = given.split()
        if words and all(word.isdigit() and len(word) <= _LONGEST for word in words[:_MOST_NUMBERS]):
            inputs_made += _of_numbers([int(word) for word in words[:_MOST_NUMBERS]], chance)
        elif b"\n" in given:
            first, _, text = given.partition(b"\n")
            inputs_made += [first + b"\n" + other for other in _of_text(text)]
    return tuple(other for other in dict.fromkeys(inputs_made) if other not in inputs)


def _of_text(text: bytes) -> Sequence[bytes]:
    half = len(text) // 2
    return b"", text[:1], text[:half], text[half:] + text[:half], text.swapcase(), text + text, *TEXTS


def _of_numbers(numbers: Sequence[int], chance: Random) -> list[bytes]:
    """Where a number tells how many follow it, other counts of them: those shown, any, and small ones in turn."""
    count = next((place for place, number in enumerate(numbers) if number == len(numbers) - place - 1), None)
    if count is None:
        return [_line(_drawn(chance, style, len(numbers), numbers)) for style in range(3)]
    shown = numbers[count + 1 :]
    return [_line([*numbers[:count], most, *_drawn(chance, style, most, shown)]) for style, most in enumerate(_COUNTS)]


def _drawn(chance: Random, style: int, count: int, shown: Sequence[int]) -> list[int]:
    if style % 3 == 0 and shown:
        return chance.choices(shown, k=count)
    return [chance.randrange(_WORD if style % 3 == 1 else 2 * count + 3) for _ in range(count)]


def _line(numbers: Sequence[int]) -> bytes:
    return " ".join(map(str, numbers)).encode() + b"\n"
