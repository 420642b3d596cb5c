"""Rooms of CUDA programs: allocations for the device, for each block and for each thread, and addresses in them.

What is read and written there, and races over it, are `memory`. An address is the number of an allocation and an
element's place in it. Which block or thread it belongs to is the accessing thread's own.
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


class Rooms:
    """By number."""

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
            raise fault(Ending.MEMORY)
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
            raise fault(Ending.MEMORY)
        room.reach = max(room.reach, high + 1)
        if self.threads is not None and room.space in ("shared", "local"):
            owner = self.threads.in_block if room.space == "shared" else self.threads.number
            at = at + owner[lanes] * room.size
        return room, at


def fault(ending: Ending) -> PathEndedError:
    return PathEndedError(ending, "an access")


def _number(address: Any) -> Any:
    return (address + _BELOW) >> PLACE_BITS


def _garbage(kind: Kind) -> Any:
    return np.nan if kind.is_float else 0x5A if kind.bits <= 8 else 0x5A5A
