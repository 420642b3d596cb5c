"""What a program may still find where another one has written: on a device programs run at once, and none waits for
another unless it is made to.

Here they run one after the other, so that each flag is set and each lock is free when a later program first looks. Its
first looks, by volatile loads or by atomics that change nothing, find an older value where nothing orders them behind
the change: who waits looks again; who does not goes on with it, as it may on a device.
"""

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from triton.runtime import interpreter
from triton.runtime.interpreter import TensorHandle, _ir

from .addresses import Addresses, Storage, offsets
from .races import WIDEST, Order, Place

EARLY = 4
"""Looks of a program that come too early."""
Keeps = Callable[[Any], Any]
"""Of older values: which an atomic leaves as they are."""

_CHANGES_NOTHING: dict[Any, Callable[[Any, Any], Any]] = {
    _ir.ATOMIC_OP.ADD: lambda older, value: value == 0,
    _ir.ATOMIC_OP.FADD: lambda older, value: value == 0,
    _ir.ATOMIC_OP.OR: lambda older, value: (older | value) == older,
    _ir.ATOMIC_OP.AND: lambda older, value: (older & value) == older,
    _ir.ATOMIC_OP.XOR: lambda older, value: value == 0,
    _ir.ATOMIC_OP.MAX: np.greater_equal,
    _ir.ATOMIC_OP.MIN: np.less_equal,
    _ir.ATOMIC_OP.UMAX: np.greater_equal,
    _ir.ATOMIC_OP.UMIN: np.less_equal,
    _ir.ATOMIC_OP.XCHG: np.equal,
}


class Waits(Exception):
    """A program looks at what another one may change, where programs run backwards."""


@dataclass
class _Change:
    """`oldest` was there when the launch began, `latest` before the last change."""

    oldest: bytes
    latest: bytes
    now: bytes
    writer: int
    looked: int
    """The program that has looked last."""
    looks: int = 0
    """How often it has found an older value; EARLY once it has found what is there."""

    def looks_of(self, program: int) -> int:
        return self.looks if program == self.looked else 0


@dataclass(frozen=True)
class Older:
    """For each lane of an access: whether it finds an older value, and which."""

    lanes: Any
    values: Any

    @property
    def everywhere(self) -> bool:
        return bool(self.lanes.all())

    def put(self, found: TensorHandle) -> TensorHandle:
        """What the access gives, with the older values in their lanes."""
        if not self.lanes.any():
            return found
        return TensorHandle(np.where(self.lanes, self.values.astype(found.data.dtype), found.data), found.dtype)


class Visibility:
    """The last change of each location that few lanes have changed by an atomic in this launch."""

    def __init__(self, addresses: Addresses, order: Order, *, backwards: bool = False) -> None:
        self._addresses, self._order, self._backwards = addresses, order, backwards
        self._changes: dict[Place, _Change] = {}
        self.looked_back = False

    @property
    def has_changes(self) -> bool:
        return bool(self._changes)

    def older(self, pointers: Any, on: Any, program: int, keeps: Keeps | None) -> Older | None:
        """What the lanes that are on find, where it is older; `keeps` says which atomics leave it as it is. Wide ones,
        which add data, find what is there."""
        seen, lanes = pointers.data, np.broadcast_to(on, pointers.data.shape)
        if self._backwards:
            self._refuse_to_wait(pointers, lanes, keeps)
            return None
        if not self._changes or (keeps is not None and lanes.sum() > WIDEST):
            return None
        values = np.zeros(seen.size, interpreter._get_np_dtype(pointers.get_element_ty()))
        late = np.zeros(seen.size, bool)
        places = list(self._places(seen.ravel(), lanes.ravel()))
        for lane, storage, place in places:
            found = self._found(storage, place, values.itemsize, program)
            if found is not None:
                values[lane], late[lane] = np.frombuffer(found, values.dtype)[0], True
        late, values = late.reshape(seen.shape), values.reshape(seen.shape)
        late = late if keeps is None else late & keeps(values)
        for lane, storage, place in places:
            self._look((storage.start, place), program, finds_older=bool(late.flat[lane]))
        return Older(late, values) if late.any() else None

    def _refuse_to_wait(self, pointers: Any, lanes: Any, keeps: Keeps | None) -> None:
        """Whoever looks in the second order may wait for a program that comes later."""
        now = np.zeros(pointers.data.size, interpreter._get_np_dtype(pointers.get_element_ty()))
        for lane, storage, place in self._places(pointers.data.ravel(), lanes.ravel()):
            if found := _bytes_at(storage, place, now.itemsize):
                now[lane] = np.frombuffer(found, now.dtype)[0]
        looks = lanes if keeps is None else lanes & keeps(now.reshape(lanes.shape))
        self.looked_back = bool(looks.any())
        if self.looked_back:
            raise Waits

    def _found(self, storage: Storage, place: int, size: int, program: int) -> bytes | None:
        """Of two older values each may be found; programs take turns, so that none can count on one."""
        change = self._changes.get((storage.start, place))
        if change is None or len(change.now) != size or program == change.writer:
            return None
        if change.looks_of(program) >= EARLY or self._order.knows(program, change.writer):
            return None
        if _bytes_at(storage, place, size) != change.now:
            return None
        return change.oldest if program % 2 else change.latest

    def _look(self, place: Place, program: int, *, finds_older: bool) -> None:
        if change := self._changes.get(place):
            change.looks = change.looks_of(program) + 1 if finds_older else EARLY
            change.looked = program

    @contextmanager
    def changing(self, pointers: Any, on: Any, program: int) -> Iterator[None]:
        """Around an atomic that `program` makes."""
        lanes = np.broadcast_to(on, pointers.data.shape).ravel()
        before: dict[Place, tuple[Storage, bytes]] = {}
        if lanes.sum() <= WIDEST:
            size = max(1, pointers.get_element_ty().primitive_bitwidth // 8)
            for _, storage, place in self._places(pointers.data.ravel(), lanes):
                before[storage.start, place] = storage, _bytes_at(storage, place, size)
        yield
        for at, (storage, was) in before.items():
            self._note(at, was, _bytes_at(storage, at[1], len(was)), program)

    def _note(self, place: Place, before: bytes, now: bytes, program: int) -> None:
        if now != before:
            known = self._changes.get(place)
            oldest = known.oldest if known is not None and len(known.oldest) == len(before) else before
            self._changes[place] = _Change(oldest, before, now, program, program)

    def _places(self, addresses: Any, on: Any) -> Iterator[tuple[int, Storage, int]]:
        for storage, here in self._addresses.parts(addresses):
            if storage is not None:
                lanes = np.flatnonzero(here & on)
                for lane, place in zip(lanes, offsets(storage, addresses[lanes]), strict=True):
                    yield int(lane), storage, int(place)


def _bytes_at(storage: Storage, place: int, size: int) -> bytes:
    return ctypes.string_at(storage.place + place, size) if 0 <= place <= storage.size - size else b""


def changes_nothing(kind: Any, value: Any) -> Keeps:
    return lambda older: _CHANGES_NOTHING[kind](older, value.data.astype(older.dtype))
