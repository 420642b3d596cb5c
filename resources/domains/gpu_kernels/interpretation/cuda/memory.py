"""What the threads of a CUDA program read and write in its rooms, and races over it. Rooms themselves are `rooms`."""

from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.rooms import Room, Rooms, fault
from resources.domains.gpu_kernels.interpretation.endings import Ending, unknown
from resources.domains.gpu_kernels.interpretation.kinds import Array


class DeviceMemory(Rooms):
    """Loads and stores of threads."""

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
                raise fault(Ending.RACE)

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
            raise fault(Ending.RACE)
        room.reader[at], room.read[at] = lanes, threads.clock

    def _writes(self, room: Room, at: Any, lanes: Array, values: Array, value: Any) -> None:
        self._prepare(room)
        threads = self.threads
        assert threads is not None
        conflict = self._unordered(room.writer[at], room.wrote[at], lanes)
        conflict |= self._unordered(room.reader[at], room.read[at], lanes)
        if conflict.any() and (conflict & (values[at] != value)).any():
            raise fault(Ending.RACE)
        room.writer[at], room.wrote[at] = lanes, threads.clock
