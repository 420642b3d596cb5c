"""Running a flattened design: combinational processes until nothing changes, edges, then nonblocking assignments."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from resources.domains.chip_design.interpretation.design import Design, Process
from resources.domains.chip_design.interpretation.signals import masked


@dataclass(frozen=True)
class Origin:
    """The made-up values that signals begin with: drawn from `seed` and the signal's name, or 0 without a seed.
    Flipped, every bit is another."""

    seed: int | None
    is_flipped: bool = False

    def draw(self, name: str, width: int, count: int) -> list[int]:
        flip = masked(width) if self.is_flipped else 0
        if self.seed is None:
            return [flip] * count
        size = (width + 7) // 8
        drawn = hashlib.shake_128(f"{self.seed} {name}".encode()).digest(size * count)
        return [int.from_bytes(drawn[at : at + size]) & masked(width) ^ flip for at in range(0, size * count, size)]


class Simulation:
    """One design and its state. Not thread-safe. `known_as` are another design's names of this one's signals."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.known_as: dict[str, str] = {}
        self.signals = design.signals
        self._readers: dict[int, list[int]] = {}
        self._free = [index for index, process in enumerate(design.processes) if not process.edges]
        self._clocked = [process for process in design.processes if process.edges]
        self._scattered: dict[Origin, list[Any]] = {}
        self._seen: list[list[int]] = []
        for index in self._free:
            for slot in design.processes[index].reads:
                self._readers.setdefault(slot, []).append(index)
        self.kept = frozenset(slot for process in self._clocked for slot in process.writes)

    def start(self, origin: Origin, budget: int) -> None:
        """Every signal takes a made-up value, then what is assigned initially, and all settles."""
        self.signals.steps = budget
        self.scatter(origin)
        self.signals.postponed.clear()
        for item in self.design.initial:
            item()
        self.settle_all()

    def scatter(self, origin: Origin) -> None:
        if origin not in self._scattered:
            self._scattered[origin] = list(self._drawn(origin))
        values = self._scattered[origin]
        self.signals.values[:] = [list(value) if isinstance(value, list) else value for value in values]

    def _drawn(self, origin: Origin) -> Iterator[Any]:
        signals = self.signals
        for name, width, length in zip(signals.names, signals.widths, signals.lengths, strict=True):
            drawn = origin.draw(self.known_as.get(name, name), width, max(1, length))
            yield drawn if length else drawn[0]

    def put(self, values: Mapping[int, int]) -> None:
        for slot, value in values.items():
            self.signals.store(slot, value)

    def settle_all(self) -> None:
        """Runs every combinational process; no edge is seen in what led to the present values."""
        self._run_free(set(self._free))
        while self.signals.postponed:
            self._assign_postponed()
            self._run_free(self._woken())
        self._seen = [[edge.code() & 1 for edge in process.edges] for process in self._clocked]

    def settle(self) -> None:
        """Raises TooLongError where it does not come to an end within the budget."""
        while True:
            self._run_free(self._woken())
            triggered = self._triggered()
            for process in triggered:
                self.signals.spend(process.cost)
                process.run()
            if triggered:
                continue
            if not self.signals.postponed:
                return
            self._assign_postponed()

    def _woken(self) -> set[int]:
        found = {index for slot in self.signals.changed for index in self._readers.get(slot, ())}
        self.signals.changed.clear()
        return found

    def _run_free(self, waiting: set[int]) -> None:
        processes = self.design.processes
        while waiting:
            for index in sorted(waiting):
                self.signals.spend(processes[index].cost)
                processes[index].run()
            waiting = self._woken()

    def _assign_postponed(self) -> None:
        postponed = self.signals.postponed[:]
        self.signals.postponed.clear()
        for put, where, value in postponed:
            put(where, value)

    def _triggered(self) -> list[Process]:
        found = []
        for process, seen in zip(self._clocked, self._seen, strict=True):
            now = [edge.code() & 1 for edge in process.edges]
            if now != seen and any(
                new != old and (edge.rises if new else edge.falls)
                for edge, new, old in zip(process.edges, now, seen, strict=True)
            ):
                found.append(process)
            seen[:] = now
        return found
