"""Who may touch what without a race, between the programs of a launch and between the lanes of one.

Programs are interpreted one after the other; on a device they run at the same time, except where one of them makes
an atomic operation on a location on which another has made one before. What the other did until then is ordered
before what this one does from then on, and nothing else is. A scalar atomic is one thread's: of what many lanes did it
gives away only what a barrier or a reduction lies after. Wide atomics, which add data, order nothing. Those of scope
"cta" are atomic among the lanes of one program alone: to others they are plain writes.

Lanes run at the same time on a device, too. Those of one store that write different values to one address race, and so
does a lane that reads or overwrites what another lane has stored with no barrier between. Reductions, products and
atomics count as barriers: what the compiler makes of them has one. A read that another lane's later store overtakes is
not seen.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .addresses import Storage

ATOMIC = ("atomic", "atomic in its program")
"""Kinds of access, the second of scope "cta"; the others are "read" and "write"."""
WIDEST = 16
"""Lanes of an atomic that may be a lock, a counter or a flag."""

Place = tuple[int, int]


class Order:
    """Each program's moment, which counts its barriers and atomics, and up to which moment of others it comes after
    them."""

    def __init__(self) -> None:
        self.any = False
        self._moments: dict[int, int] = {}
        self._known: dict[int, dict[int, int]] = {}
        self._published: dict[Place, dict[int, int]] = {}

    def moment(self, program: int) -> int:
        return self._moments.get(program, 1)

    def barrier(self, program: int) -> None:
        self._moments[program] = self.moment(program) + 1

    def acquire(self, program: int, places: Iterable[Place]) -> None:
        known = self._known.setdefault(program, {})
        for place in places:
            _join(known, self._published.get(place, {}))

    def release(self, program: int, places: Iterable[Place]) -> None:
        self.any = True
        now = {**self._known.get(program, {}), program: self.moment(program) - 1}
        for place in places:
            _join(self._published.setdefault(place, {}), now)
        self.barrier(program)

    def knows(self, program: int, other: int) -> bool:
        """Whether anything that the other has done comes before what `program` does now."""
        return other in self._known.get(program, {})

    def after(self, program: int, others: Any, moments: Any) -> Any:
        """Which of the accesses that `others` made at `moments` come before what `program` does now."""
        known = self._known.get(program, {})
        if not known:
            return np.zeros(others.shape, bool)
        return np.array(
            [known.get(int(other), -1) >= moment for other, moment in zip(others, moments, strict=True)], bool
        )


def _join(known: dict[int, int], more: dict[int, int]) -> None:
    for program, moment in more.items():
        if known.get(program, -1) < moment:
            known[program] = moment


def conflicts(storage: Storage, offsets: Any, program: int, what: str, order: Order) -> Any:
    """Which lanes of an access race with another program's, whatever they write."""
    writer = storage.writer[offsets]
    plain_only = what == "atomic"
    wrong = (writer > 0 if plain_only else writer != 0) & (np.abs(writer) != program)
    wrong = _unordered(wrong, np.abs(writer), storage.written_at, offsets, program, order)
    if what == "read":
        return wrong
    reader = storage.reader[offsets]
    read = _unordered((reader != 0) & (reader != program), reader, storage.read_at, offsets, program, order)
    return wrong | read


def _unordered(wrong: Any, others: Any, moments: Any, offsets: Any, program: int, order: Order) -> Any:
    if not order.any or not wrong.any():
        return wrong
    at = np.zeros(int(wrong.sum()), np.int32) if moments is None else moments[offsets[wrong]]
    left = wrong.copy()
    left[wrong] = ~order.after(program, others[wrong], at)
    return left


def note(storage: Storage, offsets: Any, program: int, what: str, order: Order) -> None:
    """Writes down an access that is right. What one lane does is its program's first thread's, whose atomics follow it
    without a barrier."""
    if order.any:
        storage.keep_moments()
    moment = order.moment(program) - (offsets.size == 1)
    if what == "read":
        first = offsets[storage.reader[offsets] == 0]
        storage.reader[first] = program
        if storage.read_at is not None:
            storage.read_at[first] = moment
        return
    storage.writer[offsets] = -program if what == "atomic" else program
    if storage.written_at is not None:
        storage.written_at[offsets] = moment


@dataclass
class _Written:
    """For each byte of a storage: the lane that last stored it, and the span between barriers in which it did."""

    lanes: Any
    spans: Any


class Lanes:
    """The stores of the running program, by storage."""

    def __init__(self) -> None:
        self._span, self._program = 1, 0
        self._written: dict[int, _Written] = {}

    def barrier(self) -> None:
        self._span += 1

    def crossed(self, program: int, storage: Any, places: Any, lanes: Any) -> Any:
        """Which accesses meet what another lane of this program has stored since the last barrier."""
        self._enter(program)
        written = self._written.get(storage.start)
        if written is None:
            return np.zeros(places.shape, bool)
        return (written.spans[places] == self._span) & (written.lanes[places] != lanes)

    def store(self, program: int, storage: Any, places: Any, lanes: Any, size: int) -> None:
        self._enter(program)
        if storage.start not in self._written:
            self._written[storage.start] = _Written(np.zeros(storage.size, np.int32), np.zeros(storage.size, np.int32))
        written = self._written[storage.start]
        for byte in range(size):
            written.lanes[places + byte], written.spans[places + byte] = lanes, self._span

    def _enter(self, program: int) -> None:
        if program != self._program:
            self._program = program
            self.barrier()


def meet(places: Any, values: Any) -> Any:
    """Which lanes of a store write another value to the address of the lane that comes before them in memory."""
    if places.size < 2 or values is None or values.size != places.size:
        return np.zeros(places.shape, bool)
    order = np.argsort(places, kind="stable")
    sorted_places = places[order]
    bits = np.ascontiguousarray(values).view(np.uint8).reshape(values.size, -1)[order]
    wrong = np.zeros(places.shape, bool)
    wrong[order[1:]] = (sorted_places[1:] == sorted_places[:-1]) & (bits[1:] != bits[:-1]).any(axis=1)
    return wrong
