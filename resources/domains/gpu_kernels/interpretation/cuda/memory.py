"""Memory of CUDA programs: allocations for the device, for each block and for each thread, and races over them.

An address is the number of an allocation and an element's place in it. Which block or thread it belongs to is the
accessing thread's own.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

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


class Threads:
    """The threads of a launch, in order of their blocks. `since` counts each one's barriers."""

    def __init__(self, grid: tuple[int, int, int], block: tuple[int, int, int]) -> None:
        self.grid, self.block = grid, block
        self.of_a_block = block[0] * block[1] * block[2]
        self.blocks = grid[0] * grid[1] * grid[2]
        self.count = self.blocks * self.of_a_block
        self.number = np.arange(self.count)
        self.in_block = self.number // max(self.of_a_block, 1)
        self.in_warp = (
            self.number // 32
            if self.of_a_block % 32 == 0
            else self.in_block * 1000 + (self.number % max(self.of_a_block, 1)) // 32
        )
        self.barrier = np.zeros(self.count, np.int64)
        self.warp_sync = np.zeros(self.count, np.int64)
        self.clock = 1
        self.is_fenced = False


class DeviceMemory:
    """Rooms by number."""

    def __init__(self) -> None:
        self.rooms: list[Room] = []
        self.threads: Threads | None = None

    def allocate(self, fields: dict[str, Kind], size: int, space: str, fill: Any = None) -> int:
        """The address of its first element."""
        copies = 1
        if self.threads is not None and space != "device":
            copies = self.threads.blocks if space == "shared" else self.threads.count
        if size * copies > _MOST_ELEMENTS or size < 0:
            raise unknown("much memory")
        values = {name: np.full(size * copies, _garbage(kind), kind.numpy) for name, kind in fields.items()}
        room = Room(values, size, space)
        self.rooms.append(room)
        return len(self.rooms) << PLACE_BITS

    def begin(self, threads: Threads) -> None:
        self.threads = threads
        for room in self.rooms:
            for name in ("writer", "wrote", "reader", "read"):
                setattr(room, name, np.zeros(0, np.int64))

    def room(self, address: Any) -> tuple[Room | None, Any]:
        number = int(np.asarray(address).flat[0]) >> PLACE_BITS if np.size(address) else 0
        if not 0 < number <= len(self.rooms):
            self.note(Ending.MEMORY)
            return None, address
        return self.rooms[number - 1], address - (number << PLACE_BITS)

    def note(self, fault: Ending) -> None:
        """Ends the path."""
        raise PathEndedError(fault, "an access")

    def places(self, address: Any, lanes: Array) -> tuple[Room | None, Any]:
        """Of the threads `lanes`, where they access, all copies counted. Out of bounds is noted and cut."""
        room, at = self.room(address)
        if room is None:
            return None, at
        if np.size(at) == 0:
            return room, at
        low, high = int(np.min(at)), int(np.max(at))
        if low < 0 or high >= room.size:
            self.note(Ending.MEMORY)
            if room.size == 0:
                return None, at
            at = np.clip(at, 0, room.size - 1)
        room.reach = max(room.reach, min(high, room.size - 1) + 1)
        if self.threads is not None and room.space != "device":
            owner = self.threads.in_block if room.space == "shared" else self.threads.number
            at = at + owner[lanes] * room.size
        return room, at

    def load(self, address: Any, name: str, lanes: Array) -> Any:
        room, at = self.places(address, lanes)
        if room is None or name not in room.values:
            if room is not None:
                raise unknown("another type of access")
            return np.zeros(np.shape(at), np.int32)
        if self.threads is not None and room.space != "local":
            self._reads(room, np.broadcast_to(at, lanes.shape), lanes)
        return room.values[name][at]

    def store(self, address: Any, name: str, lanes: Array, value: Any) -> None:
        room, at = self.places(address, lanes)
        if room is None:
            return
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
                self.note(Ending.RACE)

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
            self.note(Ending.RACE)
        room.reader[at], room.read[at] = lanes, threads.clock

    def _writes(self, room: Room, at: Any, lanes: Array, values: Array, value: Any) -> None:
        self._prepare(room)
        threads = self.threads
        assert threads is not None
        conflict = self._unordered(room.writer[at], room.wrote[at], lanes)
        conflict |= self._unordered(room.reader[at], room.read[at], lanes)
        if conflict.any() and (conflict & (values[at] != value)).any():
            self.note(Ending.RACE)
        room.writer[at], room.wrote[at] = lanes, threads.clock


def _garbage(kind: Kind) -> Any:
    return np.nan if kind.is_float else 0x5A if kind.bits <= 8 else 0x5A5A
