"""An and-inverter graph, read from and written to AIGER's binary form. Literals are twice a node, plus one where it is
inverted; node 0 is the constant 0."""

from collections.abc import Sequence
from dataclasses import dataclass

Literal = int
Ands = Sequence[tuple[Literal, Literal]]


@dataclass(frozen=True)
class Aig:
    """Nodes are numbered: inputs from 1, then latches, which all begin at 0, then ANDs, each behind what it reads."""

    inputs: tuple[str, ...]
    nexts: tuple[Literal, ...]
    ands: tuple[tuple[Literal, Literal], ...]
    outputs: tuple[tuple[str, Literal], ...]

    @property
    def first_latch(self) -> int:
        return 1 + len(self.inputs)

    @property
    def first_and(self) -> int:
        return self.first_latch + len(self.nexts)

    @property
    def size(self) -> int:
        return self.first_and + len(self.ands)

    def reads(self, node: int) -> tuple[Literal, ...]:
        """What a node is made of, a latch in the cycle before."""
        if node >= self.first_and:
            return self.ands[node - self.first_and]
        return (self.nexts[node - self.first_latch],) if node >= self.first_latch else ()


def read_aig(data: bytes) -> Aig:
    """Without the nodes that no output hangs on. Raises ValueError for another form."""
    head, _, rest = data.partition(b"\n")
    words = head.split()
    if words[:1] != [b"aig"] or len(words) != 6:
        raise ValueError("no binary AIGER of version 1")
    _, inputs, latches, outputs, ands = (int(word) for word in words[1:])
    lines = rest.split(b"\n", latches + outputs)
    nexts = [int(line.split()[0]) for line in lines[:latches]]
    if any(line.split()[1:] not in ([], [b"0"]) for line in lines[:latches]):
        raise ValueError("a latch that does not begin at 0")
    roots = [int(line) for line in lines[latches : latches + outputs]]
    pairs, symbols = _ands(lines[-1], 1 + inputs + latches, ands)
    names = dict(line.split(b" ", 1) for line in symbols.split(b"\nc\n")[0].split(b"\n") if b" " in line)
    called = [names.get(b"i%d" % place, b"").decode() for place in range(inputs)]
    listed = [(names.get(b"o%d" % place, b"").decode(), root) for place, root in enumerate(roots)]
    return _needed(Aig(tuple(called), tuple(nexts), tuple(pairs), tuple(listed)))


def _ands(data: bytes, first: int, count: int) -> tuple[list[tuple[Literal, Literal]], bytes]:
    place = 0

    def number() -> int:
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    pairs = []
    for node in range(first, first + count):
        left = 2 * node - number()
        pairs.append((left, left - number()))
    return pairs, data[place:]


def _needed(aig: Aig) -> Aig:
    kept = sorted(cone(aig, [literal >> 1 for _, literal in aig.outputs]) - {0})
    number = {0: 0} | {node: place for place, node in enumerate(kept, 1)}

    def now(literal: Literal) -> Literal:
        return 2 * number[literal >> 1] | literal & 1

    first, last = aig.first_latch, aig.first_and
    return Aig(
        tuple(aig.inputs[node - 1] for node in kept if node < first),
        tuple(now(aig.nexts[node - first]) for node in kept if first <= node < last),
        tuple((now(left), now(right)) for left, right in (aig.ands[node - last] for node in kept if node >= last)),
        tuple((name, now(literal)) for name, literal in aig.outputs),
    )


def cone(aig: Aig, roots: Sequence[int]) -> set[int]:
    """All that the roots hang on, through any number of cycles."""
    seen: set[int] = set()
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += [literal >> 1 for literal in aig.reads(node)]
    return seen


def write_aig(inputs: int, nexts: Sequence[Literal], ands: Ands, output: Literal) -> bytes:
    """A graph with one output."""
    count = inputs + len(nexts)
    text = bytearray(b"aig %d %d %d 1 %d\n" % (count + len(ands), inputs, len(nexts), len(ands)))
    for literal in (*nexts, output):
        text += b"%d\n" % literal
    for node, (left, right) in enumerate(ands, count + 1):
        high, low = max(left, right), min(left, right)
        for value in (2 * node - high, high - low):
            while value > 127:
                text.append(value & 127 | 128)
                value >>= 7
            text.append(value)
    return bytes(text)
