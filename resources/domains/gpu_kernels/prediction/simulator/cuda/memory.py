"""Memory of CUDA programs: buffers for the device, for each block and for each thread, what threads load and store
there, and the faults that they meet.

An address is the number of a buffer and an element's place in it. Which block or thread it belongs to is the accessing
thread's own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.cuda.threads import LINES, Threads
from resources.domains.gpu_kernels.prediction.simulator.cuda.unset import Unset
from resources.domains.gpu_kernels.prediction.simulator.halting import raised, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import Array, Kind
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

_PLACE_BITS = 36
_BELOW = 1 << _PLACE_BITS - 1
"""An address so little below a buffer is one of it, out of bounds."""
_MOST_ELEMENTS = 1 << 20


@dataclass(eq=False)
class Buffer:
    """`values` has an array for each field, "" for plain elements, of `copies` times `size` elements. `space` is
    "device", "shared", "local", "host", or "constant" for what both sides read; `number` is its place among the
    device's. `reach` is up to where it was accessed. Of each element: the last thread to write and to read it, and
    when; of a local variable's fields whether they are `unset`."""

    values: dict[str, Array]
    size: int
    space: str
    number: int
    unset: dict[str, Array] | None = None
    reach: int = 0
    writer: Array = field(init=False)
    wrote: Array = field(init=False)
    reader: Array = field(init=False)
    read: Array = field(init=False)

    def __post_init__(self) -> None:
        self.forget()

    @property
    def is_shared(self) -> bool:
        """Whether threads meet in it."""
        return self.space in ("device", "shared")

    def forget(self) -> None:
        """A launch is ordered behind all that was before it."""
        self.writer = self.wrote = self.reader = self.read = np.zeros(0, np.int64)

    def remember(self) -> None:
        count = next(iter(self.values.values())).size
        if self.writer.size != count:
            self.writer, self.wrote = np.full(count, -1), np.zeros(count, np.int64)
            self.reader, self.read = np.full(count, -1), np.zeros(count, np.int64)


@dataclass(frozen=True)
class Access:
    """One thread's: whether it reads or writes, its line, and the thread's number in the launch."""

    what: str
    line: int
    thread: int


@dataclass(frozen=True)
class Outside:
    """An access out of bounds: the element, of how many, the bytes of one, and the name of their type."""

    access: Access
    place: int
    size: int
    item_bytes: int
    item_type: str
    space: str
    number: int


@dataclass(frozen=True)
class Race:
    """Two accesses in the order of their threads."""

    earlier: Access
    later: Access
    space: str
    number: int


class AccessFault(ExecutionHalted):
    """`fault` is None for an address of nothing."""

    def __init__(self, reason: HaltReason, fault: Outside | Race | None) -> None:
        super().__init__(reason, "an access")
        self.fault = fault


class Memory:
    """Buffers by number. `threads` are those of the launch that runs; `line` is where the program has come to."""

    def __init__(self, line: Callable[[], int], unset: Unset) -> None:
        self.threads: Threads | None = None
        self._line, self._unset = line, unset
        self._buffers: list[Buffer] = []
        self._of_device = 0
        self._access = "read"

    def allocate(self, fields: dict[str, Kind], size: int, space: str) -> int:
        """The address of its first element."""
        copies, is_local = 1, space == "local"
        if self.threads is None and space == "local":
            space = "host"
        elif self.threads is not None and space != "device":
            copies = self.threads.blocks if space == "shared" else self.threads.count
        if size * copies > _MOST_ELEMENTS or size < 0:
            raise unsupported("much memory")
        count = size * copies
        values = {name: self._unset.elements(kind, count, is_local=is_local) for name, kind in fields.items()}
        unset = {name: np.ones(count, bool) for name in fields} if is_local else None
        self._buffers.append(Buffer(values, size, space, self._of_device, unset))
        self._of_device += space == "device"
        return len(self._buffers) << _PLACE_BITS

    def begin(self, threads: Threads) -> None:
        self.threads = threads
        for buffer in self._buffers:
            buffer.forget()

    def end(self) -> None:
        self.threads = None

    def buffer(self, address: Any) -> tuple[Buffer, Any]:
        """The buffer of addresses in one, and the places in it. Raises ExecutionHalted where there is none."""
        number = int(_number(np.asarray(address).flat[0])) if np.size(address) else 0
        if not 0 < number <= len(self._buffers):
            raise AccessFault(HaltReason.MEMORY, None)
        return self._buffers[number - 1], address - (number << _PLACE_BITS)

    def by_buffer(self, address: Any) -> Sequence[Any]:
        """Which of the addresses lie in one buffer, buffer by buffer."""
        numbers = _number(np.asarray(address))
        if np.ndim(numbers) == 0 or (numbers == numbers[0]).all():
            return [...]
        return [numbers == number for number in np.unique(numbers)]

    def places(self, address: Any, lanes: Array) -> tuple[Buffer, Any]:
        """Where the threads `lanes` access one buffer, all copies counted. Raises ExecutionHalted out of bounds, and
        for memory of the other side."""
        buffer, at = self.buffer(address)
        if self.threads is None and buffer.space not in ("host", "constant"):
            raise raised("device memory in host code")
        if self.threads is not None and buffer.space == "host":
            raise unsupported("host memory in device code")
        low, high = int(np.min(at)), int(np.max(at))
        if low < 0 or high >= buffer.size:
            raise AccessFault(HaltReason.MEMORY, self._outside(buffer, np.broadcast_to(at, lanes.shape), lanes))
        buffer.reach = max(buffer.reach, high + 1)
        if self.threads is not None and buffer.space in ("shared", "local"):
            owner = self.threads.in_block if buffer.space == "shared" else self.threads.number
            at = at + owner[lanes] * buffer.size
        return buffer, at

    def load(self, address: Any, name: str, lanes: Array) -> Any:
        """What each thread finds at its address, in whichever buffer."""
        parts = self.by_buffer(address)
        if len(parts) == 1:
            return self._load(address, name, lanes)
        loaded = [self._load(address[here], name, lanes[here]) for here in parts]
        whole = np.zeros(lanes.shape, loaded[0].dtype)
        for here, part in zip(parts, loaded, strict=True):
            if part.dtype != whole.dtype:
                raise unsupported("another type of access")
            whole[here] = part
        return whole

    def store(self, address: Any, name: str, lanes: Array, value: Any) -> None:
        parts = self.by_buffer(address)
        if len(parts) == 1:
            self._store(address, name, lanes, value)
            return
        for here in parts:
            self._store(address[here], name, lanes[here], value[here] if np.ndim(value) else value)

    def _load(self, address: Any, name: str, lanes: Array) -> Any:
        self._access = "read"
        buffer, at = self.places(address, lanes)
        if name not in buffer.values:
            raise unsupported("another type of access")
        if buffer.unset is not None and buffer.unset[name][at].any():
            self._unset.is_read = True
        if self.threads is not None and buffer.is_shared:
            self._order_reads(self.threads, buffer, np.broadcast_to(at, lanes.shape), lanes)
        return buffer.values[name][at]

    def _store(self, address: Any, name: str, lanes: Array, value: Any) -> None:
        self._access = "write"
        buffer, at = self.places(address, lanes)
        if name not in buffer.values:
            raise unsupported("another type of access")
        values = buffer.values[name]
        if buffer.unset is not None:
            buffer.unset[name][at] = False
        if self.threads is None or not buffer.is_shared:
            values[at] = value
            return
        at = np.broadcast_to(at, lanes.shape)
        self._order_writes(self.threads, buffer, at, lanes, lambda: values[at] != value)
        values[at] = value
        after, new = values[at], np.asarray(value).astype(values.dtype)
        if ((after != new) & ((after == after) | (new == new))).any():
            raise AccessFault(HaltReason.RACE, self._collision(buffer, at, lanes))

    def _order_reads(self, threads: Threads, buffer: Buffer, at: Any, lanes: Array) -> None:
        buffer.remember()
        conflict = _unordered(threads, buffer.writer[at], buffer.wrote[at], lanes)
        if conflict.any():
            raise AccessFault(HaltReason.RACE, self._race(buffer, at, lanes, conflict, is_written=True))
        buffer.reader[at], buffer.read[at] = lanes, threads.time(self._line())

    def _order_writes(
        self, threads: Threads, buffer: Buffer, at: Any, lanes: Array, differs: Callable[[], Any]
    ) -> None:
        """Who writes what is there already races with nobody."""
        buffer.remember()
        written = _unordered(threads, buffer.writer[at], buffer.wrote[at], lanes)
        read = _unordered(threads, buffer.reader[at], buffer.read[at], lanes)
        for conflict, is_written in ((written, True), (read, False)):
            if conflict.any() and (conflict & differs()).any():
                race = self._race(buffer, at, lanes, conflict & differs(), is_written=is_written)
                raise AccessFault(HaltReason.RACE, race)
        buffer.writer[at], buffer.wrote[at] = lanes, threads.time(self._line())

    def _outside(self, buffer: Buffer, at: Any, lanes: Array) -> Outside:
        first = int(np.flatnonzero((at < 0) | (at >= buffer.size))[0])
        access = Access(self._access, self._line(), int(lanes[first]))
        values = next(iter(buffer.values.values()))
        number, kind = buffer.number, values.dtype.name
        return Outside(access, int(at[first]), buffer.size, values.itemsize, kind, buffer.space, number)

    def _race(self, buffer: Buffer, at: Any, lanes: Array, conflict: Any, *, is_written: bool) -> Race:
        """Threads run one after the other up to a barrier: of two the one with the lower number comes first, and of
        several pairs that whose later thread does."""
        before, when = (buffer.writer, buffer.wrote) if is_written else (buffer.reader, buffer.read)
        mine, theirs = lanes[conflict], before[at][conflict]
        first = int(np.argmin(np.maximum(mine, theirs)))
        line = int(when[at][conflict][first]) & LINES
        one = Access("write" if is_written else "read", line, int(theirs[first]))
        other = Access(self._access, self._line(), int(mine[first]))
        earlier, later = sorted((one, other), key=lambda access: access.thread)
        return Race(earlier, later, buffer.space, buffer.number)

    def _collision(self, buffer: Buffer, at: Any, lanes: Array) -> Race | None:
        """Threads that write different values to one place in one statement: the first two of them."""
        seen: dict[int, int] = {}
        for place, lane in zip(at.tolist(), lanes.tolist(), strict=True):
            if place in seen:
                earlier, later = (Access("write", self._line(), thread) for thread in (seen[place], lane))
                return Race(earlier, later, buffer.space, buffer.number)
            seen[place] = lane
        return None


def _unordered(threads: Threads, other: Any, when: Any, lanes: Array) -> Any:
    """Where another thread accessed and nothing lies between."""
    before = np.maximum(other, 0)
    same_block = threads.in_block[before] == threads.in_block[lanes]
    same_warp = threads.in_warp[before] == threads.in_warp[lanes]
    ordered = same_block & (threads.barrier[lanes] > when)
    ordered |= same_warp & (threads.warp_sync[lanes] > when)
    if threads.is_fenced:
        ordered |= ~same_block
    return (other >= 0) & (other != lanes) & ~ordered


def _number(address: Any) -> Any:
    return (address + _BELOW) >> _PLACE_BITS
