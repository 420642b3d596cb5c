"""Memory of CUDA programs: allocations for the device, for each block and for each thread, and races over them.

An address is the number of an allocation and an element's place in it. Which block or thread it belongs to is the
accessing thread's own.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.threads import Threads
from resources.domains.gpu_kernels.interpretation.endings import Ending, PathEndedError, unknown
from resources.domains.gpu_kernels.interpretation.kinds import Array, Kind

PLACE_BITS = 36
_MOST_ELEMENTS = 1 << 20


@dataclass(eq=False)
class Room:
    """`values` has an array for each field, "" for plain elements, of `copies` times `size` elements. `space` is
    "device", "shared" or "local". `reach` is up to where it was accessed."""

    values: dict[str, Array]
    size: int
    space: str
    writer: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    wrote: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    reader: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    read: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    reach: int = 0


class DeviceMemory:
    """Rooms by number."""

    def __init__(self) -> None:
        self.rooms: list[Room] = []
        self.threads: Threads | None = None

    def allocate(self, fields: dict[str, Kind], size: int, space: str) -> int:
        """The address of its first element."""
        copies = 1
        if self.threads is not None and space != "device":
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
        """The room of the first address, and the places in it. Raises PathEndedError where there is none."""
        number = int(np.asarray(address).flat[0]) >> PLACE_BITS if np.size(address) else 0
        if not 0 < number <= len(self.rooms):
            raise _fault(Ending.MEMORY)
        return self.rooms[number - 1], address - (number << PLACE_BITS)

    def places(self, address: Any, lanes: Array) -> tuple[Room, Any]:
        """Where the threads `lanes` access, all copies counted. Raises PathEndedError out of bounds."""
        room, at = self.room(address)
        if np.size(at) == 0:
            return room, at
        low, high = int(np.min(at)), int(np.max(at))
        if low < 0 or high >= room.size:
            raise _fault(Ending.MEMORY)
        room.reach = max(room.reach, high + 1)
        if self.threads is not None and room.space != "device":
            owner = self.threads.in_block if room.space == "shared" else self.threads.number
            at = at + owner[lanes] * room.size
        return room, at

    def load(self, address: Any, name: str, lanes: Array) -> Any:
        room, at = self.places(address, lanes)
        if name not in room.values:
            raise unknown("another type of access")
        if self.threads is not None and room.space != "local":
            self._reads(room, np.broadcast_to(at, lanes.shape), lanes)
        return room.values[name][at]

    def store(self, address: Any, name: str, lanes: Array, value: Any) -> None:
        room, at = self.places(address, lanes)
        if name not in room.values:
            raise unknown("another type of access")
        values = room.values[name]
        if self.threads is not None and room.space != "local":
            at = np.broadcast_to(at, lanes.shape)
            self._writes(room, at, lanes, values, value)
        values[at] = value
        if self.threads is not None and room.space != "local":
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


def _fault(fault: Ending) -> PathEndedError:
    return PathEndedError(fault, "an access")


def _garbage(kind: Kind) -> Any:
    return np.nan if kind.is_float else 0x5A if kind.bits <= 8 else 0x5A5A
