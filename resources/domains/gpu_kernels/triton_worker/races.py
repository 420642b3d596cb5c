"""Who may touch what without a race: the order that a launch's atomics give its programs.

Programs are interpreted one after the other; on a device they run at the same time, except where one of them makes
an atomic operation on a location on which another has made one before. What the other did until then is ordered
before what this one does from then on, and nothing else is. Wide atomics, which add data, order nothing.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from .addresses import Storage

WIDEST = 16
"""Lanes of an atomic that may be a lock, a counter or a flag."""

Place = tuple[int, int]


class Order:
    """Each program's moment, which counts its atomics, and up to which moment of others it comes after them."""

    def __init__(self) -> None:
        self.any = False
        self._moments: dict[int, int] = {}
        self._known: dict[int, dict[int, int]] = {}
        self._published: dict[Place, dict[int, int]] = {}

    def moment(self, program: int) -> int:
        return self._moments.get(program, 0)

    def acquire(self, program: int, places: Iterable[Place]) -> None:
        known = self._known.setdefault(program, {})
        for place in places:
            _join(known, self._published.get(place, {}))

    def release(self, program: int, places: Iterable[Place]) -> None:
        self.any = True
        now = {**self._known.get(program, {}), program: self.moment(program)}
        for place in places:
            _join(self._published.setdefault(place, {}), now)
        self._moments[program] = self.moment(program) + 1

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
    """Writes down an access that is right."""
    if order.any:
        storage.keep_moments()
    if what == "read":
        first = offsets[storage.reader[offsets] == 0]
        storage.reader[first] = program
        if storage.read_at is not None:
            storage.read_at[first] = order.moment(program)
        return
    storage.writer[offsets] = -program if what == "atomic" else program
    if storage.written_at is not None:
        storage.written_at[offsets] = order.moment(program)
