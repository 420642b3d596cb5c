"""A machine that knows which line of a CUDA text it has come to, and what an access out of bounds or a race was: for
saying it in the tool's words. Features are made without it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.machine import Machine
from resources.domains.gpu_kernels.interpretation.cuda.memory import DeviceMemory
from resources.domains.gpu_kernels.interpretation.cuda.placed import PlacedParser
from resources.domains.gpu_kernels.interpretation.cuda.places import Call, Place
from resources.domains.gpu_kernels.interpretation.cuda.rooms import Room
from resources.domains.gpu_kernels.interpretation.cuda.syntax import Routine
from resources.domains.gpu_kernels.interpretation.cuda.threads import Threads
from resources.domains.gpu_kernels.interpretation.cuda.tokens import Node
from resources.domains.gpu_kernels.interpretation.cuda.values import Value
from resources.domains.gpu_kernels.interpretation.endings import Budget, Ending, PathEndedError
from resources.domains.gpu_kernels.interpretation.kinds import Array


@dataclass(frozen=True)
class Touch:
    """One thread's access: what it is, its line, and the thread's number in the launch."""

    what: str
    line: int
    thread: int


@dataclass(frozen=True)
class Race:
    """Two accesses in the order of their threads."""

    earlier: Touch
    later: Touch
    room: Room


@dataclass(frozen=True)
class Outside:
    """An access out of bounds: the element, of how many, and the bytes of one."""

    touch: Touch
    place: int
    size: int
    item_bytes: int
    room: Room


class WatchedDevice(DeviceMemory):
    """Keeps the lines of accesses. `line` is the machine's."""

    def __init__(self, line: Callable[[], int]) -> None:
        super().__init__()
        self._line = line
        self._what = "read"
        self._wrote: dict[Room, Array] = {}
        self._read: dict[Room, Array] = {}
        self.outside: Outside | None = None
        self.race: Race | None = None

    def name_of(self, room: Room, arguments: Sequence[str]) -> str:
        """Of an allocation: the entry's arguments come first."""
        place = [item for item in self.rooms if item.space == "device"].index(room)
        return f"argument {arguments[place]}" if place < len(arguments) else "cudaMalloc"

    def begin(self, threads: Threads) -> None:
        self._wrote, self._read = {}, {}
        super().begin(threads)

    def _load(self, address: Any, name: str, lanes: Array) -> Any:
        self._what = "read"
        return super()._load(address, name, lanes)

    def _store(self, address: Any, name: str, lanes: Array, value: Any) -> None:
        self._what = "write"
        try:
            super()._store(address, name, lanes, value)
        except PathEndedError as end:
            if end.ending is Ending.RACE and self.race is None:
                self._collide(address, lanes)
            raise

    def _collide(self, address: Any, lanes: Array) -> None:
        """Threads that write different values to one place in one statement: the first two of them."""
        room, at = self.places(address, lanes)
        at = np.broadcast_to(at, lanes.shape)
        seen: dict[int, int] = {}
        for place, lane in zip(at.tolist(), lanes.tolist(), strict=True):
            if place in seen:
                earlier, later = (Touch("write", self._line(), thread) for thread in (seen[place], lane))
                self.race = Race(earlier, later, room)
                return
            seen[place] = lane

    def places(self, address: Any, lanes: Array) -> tuple[Room, Any]:
        room, at = self.room(address)
        wrong = np.flatnonzero((np.asarray(at) < 0) | (np.asarray(at) >= room.size))
        if wrong.size:
            place, first = np.broadcast_to(at, lanes.shape).reshape(-1), int(wrong[0])
            touch = Touch(self._what, self._line(), int(lanes[first]))
            size = next(iter(room.values.values())).itemsize
            self.outside = Outside(touch, int(place[first]), room.size, size, room)
        return super().places(address, lanes)

    def _reads(self, room: Room, at: Any, lanes: Array) -> None:
        self._prepare(room)
        self._look(room, at, lanes, self._unordered(room.writer[at], room.wrote[at], lanes), "read", room.writer)
        super()._reads(room, at, lanes)
        self._lines(self._read, room)[at] = self._line()

    def _writes(self, room: Room, at: Any, lanes: Array, values: Array, value: Any) -> None:
        self._prepare(room)
        differs = values[at] != value
        for before, when in ((room.writer, room.wrote), (room.reader, room.read)):
            self._look(room, at, lanes, differs & self._unordered(before[at], when[at], lanes), "write", before)
        super()._writes(room, at, lanes, values, value)
        self._lines(self._wrote, room)[at] = self._line()

    def _lines(self, lines: dict[Room, Array], room: Room) -> Array:
        if room not in lines or lines[room].size != room.writer.size:
            lines[room] = np.zeros(room.writer.size, np.int64)
        return lines[room]

    def _look(self, room: Room, at: Any, lanes: Array, conflict: Any, what: str, before: Array) -> None:
        """Threads run one after the other up to a barrier: of two the one with the lower number comes first, and of
        several pairs that whose later thread does."""
        if not conflict.any() or self.race is not None:
            return
        mine, theirs = lanes[conflict], before[at][conflict]
        first = int(np.argmin(np.maximum(mine, theirs)))
        place = int(np.broadcast_to(at, lanes.shape)[conflict][first])
        is_write = before is room.writer
        line = int(self._lines(self._wrote if is_write else self._read, room)[place])
        one = Touch("write" if is_write else "read", line, int(theirs[first]))
        other = Touch(what, self._line(), int(mine[first]))
        earlier, later = sorted((one, other), key=lambda touch: touch.thread)
        self.race = Race(earlier, later, room)


class CudaWitness(Machine):
    """Follows as `Machine` does. `kernel` is the one that runs, or is launched."""

    def __init__(self, program: PlacedParser, budget: Budget) -> None:
        self._placed, self._node = program, Node("")
        self.kernel: Routine | None = None
        self.launched: Threads | None = None
        self.block = (0, 0, 0)
        self.called: Routine | None = None
        self.arguments: list[Value] = []
        self.launch_line = 0
        super().__init__(program, budget)

    def memory_of_device(self) -> DeviceMemory:
        self.watched = WatchedDevice(lambda: self.line)
        return self.watched

    @property
    def line(self) -> int:
        return self._placed.lines.get(self._node, 0)

    def value(self, node: Node, call: Call, mask: Array) -> Value:
        before, self._node = self._node, node
        result = super().value(node, call, mask)
        self._node = before
        return result

    def place(self, node: Node, call: Call, mask: Array) -> Place:
        before, self._node = self._node, node
        result = super().place(node, call, mask)
        self._node = before
        return result

    def execute(self, node: Node, call: Call, mask: Array) -> Array:
        self._node = node
        after = super().execute(node, call, mask)
        self._node = node
        return after

    def launch_node(self, node: Node, call: Call, mask: Array) -> Value:
        self.kernel = self.program.routines.get(node.parts[0].parts[0]) if node.parts[0].what == "name" else None
        self.launch_line = self.line
        return super().launch_node(node, call, mask)

    def _sizes(self, value: Value) -> tuple[int, int, int]:
        self.block = super()._sizes(value)
        return self.block

    def _start(self, routine: Routine, arguments: list[Value], threads: Threads) -> None:
        self.launched = threads
        super()._start(routine, arguments, threads)

    def invoke(self, routine: Routine, arguments: list[Value], mask: Array) -> Value:
        self.called, self.arguments = routine, arguments
        return super().invoke(routine, arguments, mask)
