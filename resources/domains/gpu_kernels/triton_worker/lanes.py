"""The lanes of one program: they run at the same time on a device, and one after the other in the interpreter.

Lanes of one store that write different values to one address race, and so does a lane that reads or overwrites what
another lane has stored with no barrier between. Reductions, products and atomics count as barriers too: what the
compiler makes of them has one. A read that another lane's later store overtakes is not seen.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np


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
