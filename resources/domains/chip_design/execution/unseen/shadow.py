"""A design beside itself without one node: the graph whose only output says that the node matters.

The node's shadow keeps the value that it has always had; all that hangs on it has a shadow, too, and the rest is
shared, so that not even a multiplier is in the way of the question when the two differ.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .aig import Aig, Literal, cone, write_aig


@dataclass(frozen=True)
class Question:
    """`inputs` are the nodes that its inputs are, in order; further ones choose among the states to begin with."""

    text: bytes
    inputs: tuple[int, ...]


class Shadows:
    """Questions about one design. `shown` are the outputs in which something must differ."""

    def __init__(self, aig: Aig, shown: Sequence[Literal]) -> None:
        self.aig, self.shown = aig, shown
        self.counted = cone(aig, [literal >> 1 for literal in shown])
        self.readers: list[list[int]] = [[] for _ in range(aig.size)]
        for node in range(aig.first_latch, aig.size):
            for literal in aig.reads(node):
                self.readers[literal >> 1].append(node)
        self._ends = {literal >> 1 for literal in shown}

    def frontier(self, unseen: Iterable[int]) -> list[int]:
        """Nodes through which all that was unseen would reach what was seen, those with the least behind them first."""
        hidden = self.counted.intersection(unseen)
        ends = [node for node in hidden if node in self._ends or not hidden.issuperset(self.readers[node])]
        return sorted(ends, key=lambda node: (self._weight(node), node))

    def next_steps(self, unseen: Iterable[int]) -> list[int]:
        """Nodes that have not been seen though all that they are made of has, the same first."""
        hidden = self.counted.intersection(unseen)
        ready = [
            node
            for node in hidden
            if not any(literal >> 1 in hidden for literal in self.aig.reads(node) if literal > 1)
        ]
        return sorted(ready, key=lambda node: (self._weight(node), node))

    def _weight(self, node: int) -> int:
        """How many ANDs a node hangs on within a cycle."""
        seen: set[int] = set()
        waiting = [node]
        while waiting:
            top = waiting.pop()
            if top not in seen:
                seen.add(top)
                waiting += [literal >> 1 for literal in self.aig.reads(top)] if top >= self.aig.first_and else []
        return len(seen)

    def question(self, node: int, value: bool, states: Sequence[Sequence[bool]]) -> Question | None:
        """Whether outputs differ where the node keeps its value, from one of the states on; None where they cannot."""
        return _Shadow(self, node, value).question(states)

    def way_to(self, node: int, value: bool, states: Sequence[Sequence[bool]]) -> Question | None:
        """Whether a node takes another value than this, whatever comes of it."""
        return _Shadow(self, 0, False).reaching(2 * node ^ int(value), states)


class _Shadow:
    """Nodes of the design keep their numbers, further ones follow, and only in the end are those that count numbered
    anew."""

    def __init__(self, shadows: Shadows, node: int, value: bool) -> None:
        aig = self.aig = shadows.aig
        self.shown = shadows.shown
        touched = {node}
        waiting = [node] if node else []
        while waiting:
            for reader in shadows.readers[waiting.pop()]:
                if reader in shadows.counted and reader not in touched:
                    touched.add(reader)
                    waiting.append(reader)
        self.extra: dict[int, tuple[Literal, Literal]] = {}
        self._known = {_ordered(*pair): 2 * place for place, pair in enumerate(aig.ands, aig.first_and)}
        latches = [top for top in sorted(touched) if aig.first_latch <= top < aig.first_and and top != node]
        self.split = {aig.size + place: latch for place, latch in enumerate(latches)}
        self.copy: dict[int, Literal] = {latch: 2 * number for number, latch in self.split.items()}
        self.copy[node] = int(value)
        self._next = aig.size + len(latches)
        for top in sorted(top for top in touched if top >= aig.first_and and top != node):
            left, right = aig.reads(top)
            self.copy[top] = self._and(self._copied(left), self._copied(right))

    def question(self, states: Sequence[Sequence[bool]]) -> Question | None:
        same = 1
        for literal in self.shown:
            other = self._copied(literal)
            if other != literal:
                same = self._and(same, self._xor(literal, other) ^ 1)
        return None if same == 1 else self._numbered(same ^ 1, states)

    def reaching(self, literal: Literal, states: Sequence[Sequence[bool]]) -> Question:
        return self._numbered(literal, states)

    def _copied(self, literal: Literal) -> Literal:
        copy = self.copy.get(literal >> 1)
        return literal if copy is None else copy ^ literal & 1

    def _and(self, left: Literal, right: Literal) -> Literal:
        left, right = _ordered(left, right)
        if left == 0 or left == right ^ 1:
            return 0
        if left == 1 or left == right:
            return right
        if (left, right) not in self._known:
            self._known[left, right] = 2 * self._next
            self.extra[self._next] = (left, right)
            self._next += 1
        return self._known[left, right]

    def _xor(self, left: Literal, right: Literal) -> Literal:
        return self._and(self._and(left, right ^ 1) ^ 1, self._and(left ^ 1, right) ^ 1) ^ 1

    def _choose(self, chosen: Literal, one: Literal, other: Literal) -> Literal:
        if one == other:
            return one
        return self._and(self._and(chosen, one) ^ 1, self._and(chosen ^ 1, other) ^ 1) ^ 1

    def _reads(self, node: int) -> tuple[Literal, ...]:
        if node in self.split:
            return (self._copied(self.aig.nexts[self.split[node] - self.aig.first_latch]),)
        return self.extra.get(node) or self.aig.reads(node)

    def _numbered(self, output: Literal, states: Sequence[Sequence[bool]]) -> Question:
        """In the first cycle nothing is asked; with it all latches take one of the states."""
        aig = self.aig
        needed: set[int] = set()
        waiting = [output >> 1]
        while waiting:
            node = waiting.pop()
            if node not in needed:
                needed.add(node)
                waiting += [literal >> 1 for literal in self._reads(node)]
        inputs = tuple(node for node in sorted(needed) if 0 < node < aig.first_latch)
        latches = [node for node in sorted(needed) if node in self.split or aig.first_latch <= node < aig.first_and]
        bits = max(1, (len(states) - 1).bit_length())
        chosen = [2 * (self._next + place) for place in range(bits)]
        begun = 2 * (self._next + bits)
        self._next += bits + 1
        nexts = []
        for latch in latches:
            place = self.split.get(latch, latch) - aig.first_latch
            first = self._table([int(state[place]) for state in states], chosen)
            nexts.append(self._choose(begun, self._reads(latch)[0], first))
        output = self._and(output, begun)
        order = [*inputs, *(literal >> 1 for literal in chosen), *latches, begun >> 1]
        number = {0: 0} | {node: place for place, node in enumerate(order, 1)}
        ands = self._in_order([output, *nexts], number)

        def now(literal: Literal) -> Literal:
            return 2 * number[literal >> 1] | literal & 1

        pairs = [(now(left), now(right)) for left, right in ands]
        return Question(write_aig(len(inputs) + bits, [*map(now, nexts), 1], pairs, now(output)), inputs)

    def _table(self, values: Sequence[int], chosen: Sequence[Literal]) -> Literal:
        if len(set(values)) == 1:
            return values[0]
        half = 1 << len(chosen) - 1
        if len(values) <= half:
            return self._table(values, chosen[:-1])
        return self._choose(
            chosen[-1], self._table(values[half:], chosen[:-1]), self._table(values[:half], chosen[:-1])
        )

    def _in_order(self, roots: Sequence[Literal], number: dict[int, int]) -> list[tuple[Literal, Literal]]:
        """The ANDs behind the roots, each behind what it reads; they get their numbers."""
        found: list[tuple[Literal, Literal]] = []
        waiting = [literal >> 1 for literal in roots]
        while waiting:
            node = waiting[-1]
            if node in number:
                waiting.pop()
                continue
            left, right = self._reads(node)
            before = [literal >> 1 for literal in (left, right) if literal >> 1 not in number]
            if before:
                waiting += before
                continue
            waiting.pop()
            number[node] = len(number)
            found.append((left, right))
        return found


def _ordered(left: Literal, right: Literal) -> tuple[Literal, Literal]:
    return (left, right) if left <= right else (right, left)
