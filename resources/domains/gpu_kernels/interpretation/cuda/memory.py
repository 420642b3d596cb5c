"""Memory of CUDA programs: allocations for the device, for each block and for each thread, and races over them.

An address is the number of an allocation and an element's place in it. Which block or thread it belongs to is the
accessing thread's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.threads import Threads
from resources.domains.gpu_kernels.interpretation.endings import Ending, PathEndedError, raised, unknown
from resources.domains.gpu_kernels.interpretation.kinds import Array, Kind

PLACE_BITS = 36
_BELOW = 1 << PLACE_BITS - 1
"""An address so little below a room is one of it, out of bounds."""
_MOST_ELEMENTS = 1 << 20


@dataclass(eq=False)
class Room:
    """`values` has an array for each field, "" for plain elements, of `copies` times `size` elements. `space` is
    "device", "shared", "local", "host", or "constant" for what both sides read. `reach` is up to where it was
    accessed."""

    values: dict[str, Array]
    size: int
    space: str
    writer: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    wrote: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    reader: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    read: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    reach: int = 0

    @property
    def is_shared(self) -> bool:
        """Whether threads meet in it."""
        return self.space in ("device", "shared")


class DeviceMemory:
    """Rooms by number."""

    def __init__(self) -> None:
        self.rooms: list[Room] = []
        self.threads: Threads | None = None

    def allocate(self, fields: dict[str, Kind], size: int, space: str) -> int:
        """The address of its first element."""
        copies = 1
        if self.threads is None and space == "local":
            space = "host"
        elif self.threads is not None and space != "device":
            copies = self.threads.blocks if space == "shared" else self.threads.count
        if size * copies > _MOST_ELEMENTS or size < 0:
            raise unknown("much memory")
        values = {name: np.full(size * copies, _garbage(kind), kind.numpy) for name, kind in fields.items()}
        self.rooms.append(Room(values, size, space))
        return len(self.rooms) << PLACE_BITS

    def begin(self, threads: Threads) -> None:
        self.threads = threads
        for room in self.rooms:
            for name in ("writer", "wrote", "reader", "read"):
                setattr(room, name, np.zeros(0, np.int64))

    def room(self, address: Any) -> tuple[Room, Any]:
        """The room of addresses in one room, and the places in it. Raises PathEndedError where there is none."""
        number = int(_number(np.asarray(address).flat[0])) if np.size(address) else 0
        if not 0 < number <= len(self.rooms):
            raise _fault(Ending.MEMORY)
        return self.rooms[number - 1], address - (number << PLACE_BITS)

    def by_room(self, address: Any) -> Sequence[Any]:
        """Which of the addresses lie in one room, room by room."""
        numbers = _number(np.asarray(address))
        if np.ndim(numbers) == 0 or (numbers == numbers[0]).all():
            return [...]
        return [numbers == number for number in np.unique(numbers)]

    def places(self, address: Any, lanes: Array) -> tuple[Room, Any]:
        """Where the threads `lanes` access one room, all copies counted. Raises PathEndedError out of bounds, and for
        memory of the other side."""
        room, at = self.room(address)
        if self.threads is None and room.space not in ("host", "constant"):
            raise raised("device memory in host code")
        if self.threads is not None and room.space == "host":
            raise unknown("host memory in device code")
        low, high = int(np.min(at)), int(np.max(at))
        if low < 0 or high >= room.size:
            raise _fault(Ending.MEMORY)
        room.reach = max(room.reach, high + 1)
        if self.threads is not None and room.space in ("shared", "local"):
            owner = self.threads.in_block if room.space == "shared" else self.threads.number
            at = at + owner[lanes] * room.size
        return room, at

    def load(self, address: Any, name: str, lanes: Array) -> Any:
        """What each thread finds at its address, in whichever room."""
        parts = self.by_room(address)
        if len(parts) == 1:
            return self._load(address, name, lanes)
        found = [self._load(address[here], name, lanes[here]) for here in parts]
        whole = np.zeros(lanes.shape, found[0].dtype)
        for here, part in zip(parts, found, strict=True):
            if part.dtype != whole.dtype:
                raise unknown("another type of access")
            whole[here] = part
        return whole

    def store(self, address: Any, name: str, lanes: Array, value: Any) -> None:
        parts = self.by_room(address)
        if len(parts) == 1:
            self._store(address, name, lanes, value)
            return
        for here in parts:
            self._store(address[here], name, lanes[here], value[here] if np.ndim(value) else value)

    def _load(self, address: Any, name: str, lanes: Array) -> Any:
        room, at = self.places(address, lanes)
        if name not in room.values:
            raise unknown("another type of access")
        if self.threads is not None and room.is_shared:
            self._reads(room, np.broadcast_to(at, lanes.shape), lanes)
        return room.values[name][at]

    def _store(self, address: Any, name: str, lanes: Array, value: Any) -> None:
        room, at = self.places(address, lanes)
        if name not in room.values:
            raise unknown("another type of access")
        values = room.values[name]
        if self.threads is not None and room.is_shared:
            at = np.broadcast_to(at, lanes.shape)
            self._writes(room, at, lanes, values, value)
        values[at] = value
        if self.threads is not None and room.is_shared:
            after, new = values[at], np.asarray(value).astype(values.dtype)
            if ((after != new) & ((after == after) | (new == new))).any():
                raise _fault(Ending.RACE)

    def _prepare(self, room: Room) -> None:
        count = next(iter(room.values.values())).size
        if room.writer.size != count:
            room.writer, room.wrote = np.full(count, -1), np.zeros(count, np.int64)
            room.reader, room.read = np.full(count, -1), np.zeros(count, np.int64)

    def _unordered(self, other: Any, when: Any, lanes: Array) -> Any:
        """Where another thread accessed and nothing lies between."""
        threads = self.threads
        assert threads is not None
        before = np.maximum(other, 0)
        same_block = threads.in_block[before] == threads.in_block[lanes]
        same_warp = threads.in_warp[before] == threads.in_warp[lanes]
        ordered = same_block & (threads.barrier[lanes] > when)
        ordered |= same_warp & (threads.warp_sync[lanes] > when)
        if threads.is_fenced:
            ordered |= ~same_block
        return (other >= 0) & (other != lanes) & ~ordered

    def _reads(self, room: Room, at: Any, lanes: Array) -> None:
        self._prepare(room)
        threads = self.threads
        assert threads is not None
        if self._unordered(room.writer[at], room.wrote[at], lanes).any():
            raise _fault(Ending.RACE)
        room.reader[at], room.read[at] = lanes, threads.clock

    def _writes(self, room: Room, at: Any, lanes: Array, values: Array, value: Any) -> None:
        self._prepare(room)
        threads = self.threads
        assert threads is not None
        conflict = self._unordered(room.writer[at], room.wrote[at], lanes)
        conflict |= self._unordered(room.reader[at], room.read[at], lanes)
        if conflict.any() and (conflict & (values[at] != value)).any():
            raise _fault(Ending.RACE)
        room.writer[at], room.wrote[at] = lanes, threads.clock


def _number(address: Any) -> Any:
    return (address + _BELOW) >> PLACE_BITS


def _fault(fault: Ending) -> PathEndedError:
    return PathEndedError(fault, "an access")


def _garbage(kind: Kind) -> Any:
    return np.nan if kind.is_float else 0x5A if kind.bits <= 8 else 0x5A5A
