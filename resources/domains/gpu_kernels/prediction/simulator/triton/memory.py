"""The memory that tensors of a simulated program lie in: every access of a kernel is checked, as the real interpreter's
guard does, against bounds and for races between the programs of a launch.

An address is the number of a storage and an element's place in it; places are never converted to bytes.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import refused
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import Array, Kind
from resources.domains.simulation import HaltReason

PLACE_BITS = 36
"""Room for places, far beyond any storage, so that a pointer that has run away is in nobody's."""
_NOBODY, _ATOMIC = 0, -1


@dataclass(eq=False)
class Storage:
    """One allocation. In the running launch: who wrote each element, who read it, and reads not yet entered there."""

    values: Array
    kind: Kind
    number: int = 0
    writer: Array | None = None
    reader: Array | None = None
    reads: list[tuple[int, Any]] = field(default_factory=list)

    def forget(self) -> None:
        self.writer = self.reader = None
        self.reads = []


class Memory:
    """The storages of one execution, and its first fault: a program goes on after a fault to its end, since what the
    compiler would refuse comes before what a run meets. `program` is the running program's number from 1 on, `place`
    where it is in the grid."""

    def __init__(self) -> None:
        self._storages: list[Storage] = []
        self.fault: HaltReason | None = None
        self.program, self.programs = 0, 1
        self.place: tuple[int, ...] = (0, 0, 0)
        self.is_idle = False
        """Whether nothing is read or written: statements are executed for their types alone."""
        self._synchronises = False

    def add(self, storage: Storage) -> int:
        """The address of its first element."""
        if storage.number == 0:
            self._storages.append(storage)
            storage.number = len(self._storages)
        return storage.number << PLACE_BITS

    def begin(self, programs: int) -> None:
        """A launch of so many programs."""
        self.programs, self._synchronises = programs, False
        for storage in self._storages:
            storage.forget()

    def read(self, addresses: Any, lanes: Any, other: Any, kind: Kind) -> Any:
        """What is there; `other` in lanes that are off. `lanes` is None where all are on."""
        storage, places = self._found(addresses, lanes)
        if storage is None:
            addresses = np.asarray(addresses)
            return np.broadcast_to(np.asarray(other, kind.numpy), addresses.shape).copy()
        if self.programs > 1 and not self._synchronises:
            self._note_read(storage, places if lanes is None else places[lanes])
        values = storage.values[places]
        return values if lanes is None else np.where(lanes, values, other)

    def write(self, addresses: Any, lanes: Any, values: Any) -> None:
        storage, places = self._found(addresses, lanes)
        if storage is None:
            return
        if lanes is not None:
            places, values = places[lanes], np.broadcast_to(values, lanes.shape)[lanes]
        if self.programs > 1:
            self._note_write(storage, places, values)
        storage.values[places] = values
        if self.fault is None and not _same(storage.values[places], values):
            raise refused("lanes that write different values to one address")

    def update(self, function: Any, addresses: Any, lanes: Any, values: Any) -> Any:
        """An atomic operation, lane by lane; gives what was there before the whole block came."""
        self._synchronises |= not self.is_idle
        storage, places = self._found(addresses, lanes)
        if storage is None:
            return np.zeros(np.shape(addresses), np.asarray(values).dtype)
        before = storage.values[places]
        if lanes is not None:
            places, values = places[lanes], np.broadcast_to(values, lanes.shape)[lanes]
        if self.programs > 1:
            self._note_atomic(storage, places)
        if function is None:
            storage.values[places] = values
        else:
            function.at(storage.values, places, values)
        return before

    def _found(self, addresses: Any, lanes: Any) -> tuple[Storage | None, Any]:
        """The storage of the first lane that is on, and every lane's place in it, 0 for lanes that are off."""
        addresses = np.asarray(addresses)
        wanted = addresses if lanes is None else addresses[lanes]
        if wanted.size == 0 or self.is_idle:
            return None, addresses
        number = int(wanted.flat[0]) >> PLACE_BITS
        places = addresses - (number << PLACE_BITS)
        if lanes is not None:
            places = np.where(lanes, places, 0)
        if not 0 < number <= len(self._storages):
            self._note(HaltReason.MEMORY)
            return None, places
        storage = self._storages[number - 1]
        size = storage.values.size
        if places.max() >= size or places.min() < 0:
            self._note(HaltReason.MEMORY)
            if size == 0:
                return None, places
            places = np.clip(places, 0, size - 1)
        return storage, places

    def _note(self, fault: HaltReason) -> None:
        self.fault = self.fault or fault

    def _note_read(self, storage: Storage, places: Any) -> None:
        if storage.writer is not None:
            writer = storage.writer[places]
            if ((writer != _NOBODY) & (writer != self.program)).any():
                self._note(HaltReason.RACE)
        storage.reads.append((self.program, places))

    def _entered(self, storage: Storage) -> tuple[Array, Array]:
        if storage.writer is None or storage.reader is None:
            storage.writer = np.zeros(storage.values.size, np.int32)
            storage.reader = np.zeros(storage.values.size, np.int32)
        for program, places in storage.reads:
            there = storage.reader[places]
            storage.reader[places] = np.where(there == _NOBODY, program, there)
        storage.reads = []
        return storage.writer, storage.reader

    def _note_write(self, storage: Storage, places: Any, values: Any) -> None:
        writer, reader = self._entered(storage)
        wrote, read = writer[places], reader[places]
        conflict = ((wrote != _NOBODY) & (wrote != self.program)) | ((read != _NOBODY) & (read != self.program))
        if conflict.any() and not self._synchronises:
            there = storage.values[places]
            alike = (there == values) | ((there != there) & (values != values))
            if (conflict & ~alike).any():
                self._note(HaltReason.RACE)
        writer[places] = self.program

    def _note_atomic(self, storage: Storage, places: Any) -> None:
        writer, _ = self._entered(storage)
        wrote = writer[places]
        if ((wrote != _NOBODY) & (wrote != _ATOMIC) & (wrote != self.program)).any():
            self._note(HaltReason.RACE)
        writer[places] = _ATOMIC


@dataclass(frozen=True)
class Access:
    """One access of a kernel: its addresses, and what it writes, in lanes that are on. `what` is read, write or
    atomic, `program` who does it."""

    what: str
    kind: Kind | None
    wanted: Any
    values: Any
    program: tuple[int, ...] = (0, 0, 0)


@dataclass(frozen=True)
class Conflict:
    """The first element that two programs race over."""

    place: int
    is_atomic: bool


class WatchedMemory(Memory):
    """Shows its first fault to whoever watches it. Without a watcher, an access that leaves its bounds and races as
    well counts as a race, since the real interpreter's guard looks for that first."""

    def __init__(self, watch: Callable[[Access, Conflict | None], None] | None = None) -> None:
        super().__init__()
        self._watch = watch
        self._begun: tuple[Any, ...] = ()
        """What the access is; worked out where it is at fault."""

    def read(self, addresses: Any, lanes: Any, other: Any, kind: Kind) -> Any:
        self._begun = ("read", kind, addresses, lanes, None)
        return super().read(addresses, lanes, other, kind)

    def write(self, addresses: Any, lanes: Any, values: Any) -> None:
        self._begun = ("write", None, addresses, lanes, values)
        super().write(addresses, lanes, values)

    def update(self, function: Any, addresses: Any, lanes: Any, values: Any) -> Any:
        self._begun = ("atomic", None, addresses, lanes, None)
        return super().update(function, addresses, lanes, values)

    def storage_at(self, address: int) -> Storage | None:
        number = address >> PLACE_BITS
        return self._storages[number - 1] if 0 < number <= len(self._storages) else None

    def _note(self, fault: HaltReason) -> None:
        if self.fault is None and self._begun:
            access = self._access(*self._begun)
            conflict = self._conflict(access)
            if self._watch is not None:
                self._watch(access, conflict)
            elif conflict is not None:
                fault = HaltReason.RACE
        super()._note(fault)

    def _access(self, what: str, kind: Kind | None, addresses: Any, lanes: Any, values: Any) -> Access:
        addresses = np.asarray(addresses)
        on = np.ones(addresses.shape, bool) if lanes is None else np.broadcast_to(lanes, addresses.shape)
        values = None if values is None else np.broadcast_to(values, addresses.shape)[on]
        return Access(what, kind, addresses[on], values, self.place)

    def _conflict(self, access: Access) -> Conflict | None:
        """Races are looked for before bounds, in lanes that are inside. A fault is noted before the access is entered,
        so who accessed before is still there."""
        storage = self.storage_at(int(access.wanted.flat[0])) if access.wanted.size else None
        if storage is None or self.programs < 2 or (self._synchronises and access.what != "atomic"):
            return None
        places = access.wanted - (storage.number << PLACE_BITS)
        inside = (places >= 0) & (places < storage.values.size)
        places = places[inside]
        writer, reader = self._entered(storage)
        wrote = writer[places]
        conflict = (wrote != 0) & (wrote != self.program)
        if access.what == "atomic":
            conflict &= wrote > 0
        if access.what == "write":
            read, there, new = reader[places], storage.values[places], access.values[inside]
            conflict |= (read != 0) & (read != self.program)
            conflict &= ~((there == new) | ((there != there) & (new != new)))
        if not conflict.any():
            return None
        place = int(places[conflict][0])
        return Conflict(place, bool(writer[place] < 0))


def _same(there: Any, values: Any) -> bool:
    wanted = np.broadcast_to(values, np.shape(there)).astype(np.asarray(there).dtype)
    return bool(((there == wanted) | (there != there)).all())
