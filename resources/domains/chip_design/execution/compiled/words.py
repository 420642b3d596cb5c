"""Words: expressions over the bits of a design, each once, folded where their operands are known.

A word is a number that `Words` gives out. A constant has the bits `a` and `b` of Icarus: 0 and 1 with b = 0, Z is
a = 0 and X is a = 1 with b = 1. All else has two values, so an unknown bit is worth what a solver makes of it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

MOST_WORDS = 400_000
MOST_BITS = 1 << 16
"""Of one word: a memory is one."""
MOST_WORK = 4_000_000
"""Pieces of words that are looked at: some seconds. A memory of 1,536 bits that is cleared in a loop takes 40,000."""


class Unreadable(Exception):
    """What the program holds and this reader has no hardware for; the message names it."""


class Node(NamedTuple):
    """One expression: operands are words, but for constants (bits), leaves (a label) and slices (the lowest bit)."""

    kind: str
    width: int
    operands: tuple[int | str, ...]


_FOLDED: Mapping[str, Callable[[int, int, int], int]] = {
    "and": lambda a, b, width: a & b,
    "or": lambda a, b, width: a | b,
    "xor": lambda a, b, width: a ^ b,
    "add": lambda a, b, width: a + b,
    "sub": lambda a, b, width: a - b,
    "mul": lambda a, b, width: a * b,
    "shl": lambda a, b, width: a << b if b < width else 0,
    "shr": lambda a, b, width: a >> b if b < width else 0,
}
_TEXT = {
    "and": "{} & {}",
    "or": "{} | {}",
    "xor": "{} ^ {}",
    "add": "{} + {}",
    "sub": "{} - {}",
    "mul": "{} * {}",
    "div": "{} / {}",
    "mod": "{} % {}",
    "sdiv": "$signed({}) / $signed({})",
    "smod": "$signed({}) % $signed({})",
    "shl": "{} << {}",
    "shr": "{} >> {}",
    "sar": "$signed({}) >>> {}",
    "eq": "{} == {}",
    "lt": "{} < {}",
    "slt": "$signed({}) < $signed({})",
    "not": "~{}",
    "every": "&{}",
    "any": "|{}",
    "parity": "^{}",
    "mux": "{} ? {} : {}",
}


class Words:
    """All expressions of one design."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._known: dict[Node, int] = {}
        self._work = 0

    def spend(self, pieces: int) -> None:
        """Raises Unreadable where a design takes more than any right one needs."""
        self._work += pieces
        if self._work > MOST_WORK:
            raise Unreadable("more work than can be done")

    def make(self, kind: str, width: int, *operands: int | str) -> int:
        node = Node(kind, width, operands)
        if node not in self._known:
            self.bound(width)
            if len(self.nodes) > MOST_WORDS:
                raise Unreadable("more words than can be read")
            self._known[node] = len(self.nodes)
            self.nodes.append(node)
        return self._known[node]

    def width(self, word: int) -> int:
        return self.nodes[word].width

    def bound(self, width: int) -> None:
        """Raises Unreadable for a word that is wider than any may be, before it is made."""
        if width > MOST_BITS:
            raise Unreadable("more bits than can be read")

    def constant(self, width: int, a: int, b: int = 0) -> int:
        self.bound(width)
        mask = (1 << width) - 1
        return self.make("constant", width, a & mask, b & mask)

    def unknown(self, width: int) -> int:
        return self.constant(width, -1, -1)

    def leaf(self, label: str, width: int) -> int:
        return self.make("leaf", width, label)

    def bits(self, word: int) -> tuple[int, int] | None:
        """A constant's `a` and `b`; None of all else."""
        node = self.nodes[word]
        return (int(node.operands[0]), int(node.operands[1])) if node.kind == "constant" else None

    def value(self, word: int) -> int | None:
        """What a constant without unknown bits is worth."""
        bits = self.bits(word)
        return bits[0] if bits and not bits[1] else None

    def signed(self, word: int) -> int | None:
        value, width = self.value(word), self.width(word)
        return value if value is None or not value >> (width - 1) & 1 else value - (1 << width)

    # Bits of a word, and words side by side.

    def part(self, word: int, low: int, width: int) -> int:
        """`width` bits from `low`, all of them inside."""
        node = self.nodes[word]
        if low == 0 and width == node.width:
            return word
        if bits := self.bits(word):
            return self.constant(width, bits[0] >> low, bits[1] >> low)
        if node.kind == "part":
            return self.part(int(node.operands[0]), int(node.operands[1]) + low, width)
        if node.kind == "join":
            pieces, place = [], 0
            self.spend(len(node.operands))
            for piece in map(int, node.operands):
                size = self.width(piece)
                start, end = max(low, place), min(low + width, place + size)
                if start < end:
                    pieces.append(self.part(piece, start - place, end - start))
                place += size
            return self.join(pieces)
        return self.make("part", width, word, low)

    def join(self, pieces: Iterable[int]) -> int:
        """Words side by side, the lowest first."""
        flat: list[int] = []
        for piece in pieces:
            node = self.nodes[piece]
            for each in map(int, node.operands) if node.kind == "join" else (piece,):
                if flat and (both := self._meeting(flat[-1], each)) is not None:
                    flat[-1] = both
                else:
                    flat.append(each)
        self.spend(len(flat))
        if len(flat) == 1:
            return flat[0]
        return self.make("join", sum(map(self.width, flat)), *flat)

    def repeat(self, word: int, count: int) -> int:
        """A word `count` times side by side."""
        self.bound(self.width(word) * count)
        return self.join([word] * count)

    def _meeting(self, low: int, high: int) -> int | None:
        """Two neighbours as one word, where they are constants or parts that follow each other."""
        one, two = self.bits(low), self.bits(high)
        width = self.width(low)
        if one and two:
            return self.constant(width + self.width(high), one[0] | two[0] << width, one[1] | two[1] << width)
        first, second = self.nodes[low], self.nodes[high]
        if first.kind == second.kind == "part" and first.operands[0] == second.operands[0]:
            source, start = int(first.operands[0]), int(first.operands[1])
            if start + width == second.operands[1]:
                return self.part(source, start, width + self.width(high))
        return None

    def extend(self, word: int, width: int, *, signed: bool = False) -> int:
        """Of another width: cut, or extended by zeros or by its sign."""
        self.bound(width)
        have = self.width(word)
        if width <= have:
            return self.part(word, 0, width)
        sign = self.part(word, have - 1, 1)
        high = [sign] * (width - have) if signed else [self.constant(width - have, 0)]
        return self.join([word, *high])

    def extract(self, word: int, place: int, width: int) -> int:
        """`width` bits from the signed word `place`; zeros where there are none."""
        size, at = self.width(word), self.signed(place)
        if at is not None:
            low, high = max(0, at), min(size, at + width)
            if low >= high:
                return self.constant(width, 0)
            below, above = low - at, at + width - high
            zeros = [self.constant(count, 0) if count else None for count in (below, above)]
            pieces = (zeros[0], self.part(word, low, high - low), zeros[1])
            return self.join(piece for piece in pieces if piece is not None)
        if (unsigned := self._unsigned(place)) is not None:
            wide = self.extend(word, size + width)
            return self.part(self.binary("shr", wide, unsigned), 0, width)
        wide = self.join([self.constant(width, 0), word, self.constant(width, 0)])
        return self.part(self.binary("shr", wide, self._from(place, width, size)), 0, width)

    def element(self, memory: int, place: int, width: int) -> int:
        """Element `place`, a signed word, of a memory of `width` bits each; zeros where there is none."""
        count, at = self.width(memory) // width, self.signed(place)
        if at is not None:
            return self.part(memory, at * width, width) if 0 <= at < count else self.constant(width, 0)
        self.spend(count)
        elements = [self.part(memory, index * width, width) for index in range(count)]
        level = 0
        while len(elements) > 1 and level < self.width(place):
            bit = self.part(place, level, 1)
            lows, highs = elements[::2], elements[1::2]
            highs += [self.constant(width, 0)] * (len(lows) - len(highs))
            elements = [self.mux(bit, high, low) for low, high in zip(lows, highs, strict=True)]
            level += 1
        if level == self.width(place):
            return elements[0]
        beyond = self.reduce("any", self.part(place, level, self.width(place) - level))
        return self.mux(beyond, self.constant(width, 0), elements[0])

    def with_element(self, memory: int, place: int, piece: int) -> int:
        """A memory in which element `place`, a signed word, is `piece`."""
        width, at = self.width(piece), self.signed(place)
        count = self.width(memory) // width
        if at is not None:
            return self.insert(memory, self.constant(64, at * width), piece) if 0 <= at < count else memory
        self.spend(count)
        elements = (self.part(memory, index * width, width) for index in range(count))
        wide = max(self.width(place), count.bit_length() + 1)
        place = self.extend(place, wide, signed=True)
        chosen = (self.compare("eq", place, self.constant(wide, index)) for index in range(count))
        return self.join(self.mux(bit, piece, element) for bit, element in zip(chosen, elements, strict=True))

    def _unsigned(self, place: int) -> int | None:
        """A signed word without its sign, where that is known to be 0."""
        sign = self.width(place) - 1
        return self.part(place, 0, sign) if sign and self.value(self.part(place, sign, 1)) == 0 else None

    def insert(self, word: int, place: int, piece: int) -> int:
        """`word` with `piece` at the signed word `place`, as far as that is inside."""
        size, width, at = self.width(word), self.width(piece), self.signed(place)
        if at is not None:
            low, high = max(0, at), min(size, at + width)
            if low >= high:
                return word
            pieces = [self.part(piece, low - at, high - low)]
            below = [self.part(word, 0, low)] if low else []
            above = [self.part(word, high, size - high)] if high < size else []
            return self.join([*below, *pieces, *above])
        if width == 1:
            return self.with_element(word, place, piece)
        place, whole = self._from(place, width, size), size + 2 * width
        hole = self.binary("shl", self.constant(whole, (1 << width) - 1), place)
        put = self.binary("shl", self.extend(piece, whole), place)
        inside, outside = self.part(put, width, size), self.invert(self.part(hole, width, size))
        return self.binary("or", self.binary("and", word, outside), inside)

    def _from(self, place: int, width: int, size: int) -> int:
        """A place counted from `width` bits below a word of `size` bits, not negative, and past it for all outside."""
        wide = max(self.width(place), (size + 2 * width).bit_length()) + 2
        shifted = self.binary("add", self.extend(place, wide, signed=True), self.constant(wide, width))
        below = self.part(shifted, wide - 1, 1)
        return self.mux(below, self.constant(wide, size + 2 * width), shifted)

    # Operations.

    def power(self, base: int, exponent: int, *, signed: bool) -> int:
        """Two to a power, which is a shift; of a negative exponent 0. Raises Unreadable for other bases."""
        if (self.signed(base) if signed else self.value(base)) != 2:
            raise Unreadable("a power of another number than two")
        width = self.width(base)
        one, zero = self.constant(width, 1), self.constant(width, 0)
        shifted = self.binary("shl", one, exponent)
        return self.mux(self.part(exponent, self.width(exponent) - 1, 1), zero, shifted) if signed else shifted

    def binary(self, kind: str, one: int, two: int) -> int:
        """Of two words of one width; of shifts, the second has any."""
        width = self.width(one)
        if kind not in ("shl", "shr", "sar"):
            two = self.extend(two, width)
        first, second = self.value(one), self.value(two)
        if first is not None and second is not None:
            if kind in _FOLDED:
                return self.constant(width, _FOLDED[kind](first, second, width))
            if kind == "sar":
                signed = self.signed(one)
                return self.constant(width, (signed or 0) >> min(second, width))
            if second and kind in ("div", "mod"):
                return self.constant(width, first // second if kind == "div" else first % second)
            if second:
                high, low = self.signed(one) or 0, self.signed(two) or 1
                quotient = abs(high) // abs(low) * (1 if (high < 0) == (low < 0) else -1)
                return self.constant(width, quotient if kind == "sdiv" else high - quotient * low)
        return self._simplified(kind, width, one, two)

    def _simplified(self, kind: str, width: int, one: int, two: int) -> int:
        if kind in ("and", "or") and one == two:
            return one
        ones = (1 << width) - 1
        neutral, strongest = {"and": (ones, 0), "or": (0, ones)}.get(kind, (None, None))
        for this, other in ((one, two), (two, one)):
            value = self.value(this)
            if value is not None and value in (neutral, strongest):
                return other if value == neutral else this
        if kind in ("shl", "shr", "sar", "add", "sub", "xor") and self.value(two) == 0:
            return one
        return self.make(kind, width, one, two)

    def invert(self, word: int) -> int:
        node, value = self.nodes[word], self.value(word)
        if value is not None:
            return self.constant(node.width, ~value)
        return int(node.operands[0]) if node.kind == "not" else self.make("not", node.width, word)

    def reduce(self, kind: str, word: int) -> int:
        """One bit: `every` bit is set, `any` is, or their `parity`."""
        value, width = self.value(word), self.width(word)
        if value is not None:
            result = {"every": value == (1 << width) - 1, "any": value != 0, "parity": value.bit_count() & 1}[kind]
            return self.constant(1, int(result))
        return word if width == 1 else self.make(kind, 1, word)

    def compare(self, kind: str, one: int, two: int) -> int:
        """One bit: `eq`, `lt` or `slt`. Nothing is like an unknown bit."""
        width = max(self.width(one), self.width(two))
        one, two = (self.extend(word, width, signed=kind == "slt") for word in (one, two))
        first, second = self.bits(one), self.bits(two)
        if any(bits and bits[1] for bits in (first, second)):
            return self.constant(1, int(kind == "eq" and first == second))
        if first and second:
            values = (self.signed(one), self.signed(two)) if kind == "slt" else (first[0], second[0])
            return self.constant(
                1, int(values[0] == values[1] if kind == "eq" else (values[0] or 0) < (values[1] or 0))
            )
        if one == two:
            return self.constant(1, int(kind == "eq"))
        return self.make(kind, 1, one, two)

    def alike(self, one: int, two: int, *, all_unknown: bool) -> int:
        """One bit: equal but for bits that are Z in a constant, or also X."""
        ignored, width = 0, self.width(one)
        for bits in (self.bits(one), self.bits(two)):
            if bits:
                ignored |= bits[1] if all_unknown else bits[1] & ~bits[0]
        kept = self.constant(width, ~ignored)
        return self.compare("eq", *(self._masked(word, kept) for word in (one, two)))

    def _masked(self, word: int, kept: int) -> int:
        bits, mask = self.bits(word), self.value(kept) or 0
        if bits:
            return self.constant(self.width(word), bits[0] & mask, bits[1] & mask)
        return self.binary("and", word, kept)

    def mux(self, chooser: int, one: int, two: int) -> int:
        """`one` where the bit `chooser` is set."""
        if one == two:
            return one
        chosen, node = self.value(chooser), self.nodes[chooser]
        if chosen is not None:
            return one if chosen else two
        if node.kind == "not":
            return self.mux(int(node.operands[0]), two, one)
        width = self.width(one)
        if width == 1 and (self.value(one), self.value(two)) == (1, 0):
            return chooser
        if width == 1 and (self.value(one), self.value(two)) == (0, 1):
            return self.invert(chooser)
        return self.make("mux", width, chooser, one, self.extend(two, width))

    def text(self, word: int, names: Mapping[int, str]) -> str:
        """An expression in Verilog; `names` are those of all words."""
        node = self.nodes[word]
        if node.kind == "constant":
            return literal(node.width, int(node.operands[0]), int(node.operands[1]))
        if node.kind == "join":
            return "{" + ", ".join(names[int(piece)] for piece in reversed(node.operands)) + "}"
        if node.kind == "part":
            low = int(node.operands[1])
            source = int(node.operands[0])
            return names[source] if self.width(source) == 1 else f"{names[source]}[{low + node.width - 1}:{low}]"
        return _TEXT[node.kind].format(*(names[int(operand)] for operand in node.operands))


def literal(width: int, a: int, b: int) -> str:
    if not b:
        return f"{width}'h{a:x}"
    digits = ("01zx"[(b >> place & 1) << 1 | a >> place & 1] for place in reversed(range(width)))
    return f"{width}'b{''.join(digits)}"
