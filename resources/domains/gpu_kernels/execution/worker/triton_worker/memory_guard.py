"""Every access of an interpreted kernel, checked: inside the storage that its pointer came from, and free of races.

The stock interpreter dereferences whatever pointer it is given, and runs programs one after the other, so that an
access out of bounds or a race between programs goes unseen. Bounds are those of whole storages: a view's own
bounds are not known to a kernel. A race is an address that one program of a launch writes plainly and another
reads, or writes with another value, or updates atomically, where no atomic orders the two (`races`); or one that two
lanes of a program conflict over with no barrier between them (`races`).
"""

import ctypes
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
import torch
import triton.language as tl
from triton.runtime import interpreter
from triton.runtime.interpreter import TensorHandle, _ir

from .addresses import Addresses, Storage, offsets
from .races import ATOMIC, WIDEST, Lanes, Order, conflicts, meet, note
from .visibility import Keeps, Older, Visibility, changes_nothing

_ACQUIRING = (_ir.MEM_SEMANTIC.ACQUIRE, _ir.MEM_SEMANTIC.ACQUIRE_RELEASE)
_RELEASING = (_ir.MEM_SEMANTIC.RELEASE, _ir.MEM_SEMANTIC.ACQUIRE_RELEASE)


class InvalidAccess(Exception):
    """An access out of bounds, in the words of compute-sanitizer."""


class DataRace(Exception):
    """Two programs of one launch, or two lanes of one program, conflict over an address."""


class Guard:
    """The accesses of the running launch. One launch at a time: kernels do not launch kernels. `failure` is what ended
    a kernel first; `written` are places of protected storages that a kernel has put other values into."""

    def __init__(self) -> None:
        self.launches = 0
        self.written: set[int] = set()
        self._protected: frozenset[int] = frozenset()
        self.failure: Exception | None = None
        self.addresses, self._order, self.lanes = Addresses(), Order(), Lanes()
        self._visibility = Visibility(self.addresses, self._order)

    def begin(self) -> None:
        self.launches += 1
        self.addresses, self._order, self.lanes = Addresses(), Order(), Lanes()
        self._visibility = Visibility(self.addresses, self._order)

    @property
    def takes_turns(self) -> bool:
        """Whether an atomic of few lanes has changed anything in this launch."""
        return self._visibility.has_changes

    @property
    def waits(self) -> bool:
        """Whether a program has looked at what another one may change, in the launch's second order."""
        return self._visibility.looked_back

    def contents(self) -> list[bytes]:
        return [ctypes.string_at(storage.place, storage.size) for storage in self.addresses.storages]

    def restore(self, contents: list[bytes]) -> None:
        for storage, content in zip(self.addresses.storages, contents, strict=True):
            ctypes.memmove(storage.place, content, storage.size)

    def turn_back(self, contents: list[bytes]) -> None:
        """The launch begins once more, in the second order."""
        self.restore(contents)
        for storage in self.addresses.storages:
            storage.forget()
        self._order, self.lanes = Order(), Lanes()
        self._visibility = Visibility(self.addresses, self._order, backwards=True)

    def protect(self, values: Iterable[Any]) -> None:
        """From now on, these tensors are the task's own inputs."""
        tensors = [value for value in values if isinstance(value, torch.Tensor)]
        self._protected, self.written = frozenset(item.untyped_storage().data_ptr() for item in tensors), set()

    def check(self, pointers: Any, mask: Any, what: str, values: Any = None) -> Any:
        """The pointers as they really are. Raises InvalidAccess or DataRace for the lanes that `mask` leaves on."""
        seen = pointers.data
        lanes = np.broadcast_to(_lanes(mask), seen.shape)
        wanted = seen[lanes]
        true = np.zeros(seen.shape, np.uint64)
        if wanted.size:
            size = max(1, pointers.get_element_ty().primitive_bitwidth // 8)
            new = None if values is None else np.broadcast_to(values, seen.shape)[lanes]
            true[lanes] = self._true(wanted, size, what, new, np.flatnonzero(lanes))
        return TensorHandle(true, pointers.dtype)

    def _true(self, wanted: Any, size: int, what: str, values: Any, lanes: Any) -> Any:
        true = np.zeros(wanted.shape, np.uint64)
        for storage, here in self.addresses.parts(wanted):
            if storage is None:
                raise InvalidAccess(self._unknown(wanted[here], size, what))
            places = offsets(storage, wanted[here])
            outside = (places < 0) | (places + size > storage.size)
            if outside.any():
                raise InvalidAccess(_complaint(storage, places[outside], size, what))
            new = None if values is None else values[here]
            self._check_order(storage, places, size, what, new)
            if storage.place in self._protected and _changes(storage, places, size, what, new):
                self.written.add(storage.place)
            if what not in ATOMIC:
                self._check_lanes(storage, places, size, new, lanes[here])
            true[here] = (places + storage.place).astype(np.uint64)
        return true

    def _check_order(self, storage: Storage, places: Any, size: int, what: str, values: Any) -> None:
        me = _program_number()
        wrong = conflicts(storage, places, me, what, self._order)
        if what == "write" and wrong.any():
            wrong &= _differs(storage, places, size, values)
        if wrong.any():
            first = int(places[wrong][0])
            raise DataRace(
                f"data race: program {program()} {_verb(what)} {storage.name} at byte {first}, "
                f"which another program of this launch {_other(what, int(storage.writer[first]))}"
            )
        note(storage, places, me, what, self._order)

    def _check_lanes(self, storage: Storage, places: Any, size: int, values: Any, lanes: Any) -> None:
        """`values` is None for a read."""
        me = _program_number()
        wrong = self.lanes.crossed(me, storage, places, lanes)
        if values is not None:
            if wrong.any():
                wrong &= _differs(storage, places, size, values)
            wrong |= meet(places, values)
        if wrong.any():
            what = "reads what" if values is None else "writes another value than"
            raise DataRace(
                f"data race: program {program()}: a lane {what} another lane writes to {storage.name} at byte "
                f"{int(places[wrong][0])}, with no barrier between them"
            )
        if values is not None:
            self.lanes.store(me, storage, places, lanes, size)

    def barrier(self) -> None:
        self.lanes.barrier()
        self._order.barrier(_program_number())

    def atomic(self, pointers: Any, mask: Any, semantic: Any, scope: Any) -> Any:
        """The true addresses of an atomic; what one on a lock, a counter or a flag orders before what this program does
        next. One of scope "cta" orders nothing between programs, and is atomic between none."""
        self.lanes.barrier()
        if scope == _ir.MEM_SYNC_SCOPE.CTA:
            return self.check(pointers, mask, "atomic in its program")
        places = self._locations(pointers, mask)
        if semantic in _ACQUIRING and places:
            self._order.acquire(_program_number(), places)
        true = self.check(pointers, mask, "atomic")
        if semantic in _RELEASING and places:
            self._order.release(_program_number(), places)
        return true

    def before_volatile(self, pointers: Any, mask: Any) -> Any:
        """The lanes of a volatile load that wait for an atomic's flag, as kernels do that spin on one."""
        lanes = np.broadcast_to(_lanes(mask), pointers.data.shape)
        flags = {
            (storage.start, int(place))
            for storage, here in self.addresses.parts(pointers.data[lanes])
            if storage is not None
            for place in offsets(storage, pointers.data[lanes][here])[:WIDEST]
            if 0 <= place < storage.size and storage.writer[place] < 0
        }
        self._order.acquire(_program_number(), flags)

    def older(self, pointers: Any, mask: Any, keeps: Keeps | None = None) -> Older | None:
        """What lanes find that look too early, where they leave it as it is; None where no lane does."""
        return self._visibility.older(pointers, _lanes(mask), _program_number(), keeps)

    def changing(self, pointers: Any, mask: Any, scope: Any) -> AbstractContextManager[None]:
        """Around an atomic: what it changes is noted, for programs that look later."""
        on = False if scope == _ir.MEM_SYNC_SCOPE.CTA else _lanes(mask)
        return self._visibility.changing(pointers, on, _program_number())

    def _locations(self, pointers: Any, mask: Any) -> list[tuple[int, int]]:
        """Where a narrow atomic acts; nothing for a wide one."""
        lanes = np.broadcast_to(_lanes(mask), pointers.data.shape)
        wanted = pointers.data[lanes]
        if wanted.size > WIDEST:
            return []
        return [
            (storage.start, int(place))
            for storage, here in self.addresses.parts(wanted)
            if storage is not None
            for place in offsets(storage, wanted[here])
        ]

    def _unknown(self, wanted: Any, size: int, what: str) -> str:
        start = _start(wanted.size, size, what)
        if not self.addresses.storages:
            return f"{start}; no argument has any memory"
        return f"{start}; first is at an address that belongs to no argument of the launch"


def _start(count: int, size: int, what: str) -> str:
    return f"Invalid __global__ {what} of size {size} bytes: {count} lane(s) of program {program()} out of bounds"


def _complaint(storage: Storage, places: Any, size: int, what: str) -> str:
    first = int(places.flat[0])
    past = f"{first + size - storage.size} bytes past the end of"
    distance = past if first >= 0 else f"{-first} bytes before"
    start = _start(places.size, size, what)
    return f"{start}; first is {distance} the {storage.size}-byte allocation of {storage.name}"


def _lanes(mask: Any) -> Any:
    """Which lanes are on; block pointers bring a plain array."""
    if mask is None:
        return True
    return (mask if isinstance(mask, np.ndarray) else mask.data).astype(bool)


def _without(mask: Any, older: Older | None) -> Any:
    """The lanes that are left where some find an older value."""
    if older is None:
        return mask
    return TensorHandle(np.broadcast_to(_lanes(mask), older.lanes.shape) & ~older.lanes, tl.int1)


def _differs(storage: Storage, places: Any, size: int, values: Any) -> Any:
    """Whether what is written is not what is there: programs that agree do not conflict."""
    memory = np.ctypeslib.as_array((ctypes.c_uint8 * storage.size).from_address(storage.place))
    there = memory[places[:, None] + np.arange(size)]
    new = np.ascontiguousarray(values).view(np.uint8).reshape(values.size, -1)
    return (there != new).any(axis=1) if new.shape == there.shape else np.ones(places.shape, bool)


def _changes(storage: Storage, places: Any, size: int, what: str, values: Any) -> bool:
    return what in ATOMIC or (what == "write" and bool(_differs(storage, places, size, values).any()))


def _verb(what: str) -> str:
    return {"read": "reads", "write": "writes"}.get(what, "updates atomically")


def _other(what: str, writer: int) -> str:
    if writer < 0:
        return "updates atomically"
    return "writes" if what != "write" else "reads or writes with another value"


def program() -> tuple[int, int, int]:
    x, y, z = interpreter.interpreter_builder.grid_idx
    return int(x), int(y), int(z)


def _program_number() -> int:
    """1 and more, since 0 is nobody."""
    x, y, z = program()
    _, height, depth = interpreter.interpreter_builder.grid_dim
    return 1 + (x * int(height) + y) * int(depth) + z


def install(around_launches: Callable[[], AbstractContextManager[None]] | None = None) -> Guard:
    """Puts the guard before every access of the interpreter. With `around_launches`, the stock interpreter's own
    launches run inside it; else whoever launches says when one begins."""
    guard = Guard()
    convert = interpreter._implicit_cvt

    def converting(argument: Any) -> Any:
        converted = convert(argument)
        if hasattr(argument, "data_ptr"):
            converted.handle.data = np.array([guard.addresses.seen(argument)], dtype=np.uint64)
        return converted

    interpreter._implicit_cvt = converting
    if around_launches is not None:
        _tell_launches(guard, around_launches)
    _guard_loads_and_stores(interpreter.InterpreterBuilder, guard)
    _guard_atomics(interpreter.InterpreterBuilder, guard)
    _hide_distances(interpreter.InterpreterBuilder, guard)
    for owner, name in _BARRIERS:
        setattr(owner, name, _as_barrier(getattr(owner, name), guard))
    return guard


def _hide_distances(builder: Any, guard: Guard) -> None:
    to_integer, to_pointer = builder.create_ptr_to_int, builder.create_int_to_ptr

    def integer(self: Any, pointers: Any, kind: Any) -> Any:
        numbers = guard.addresses.numbers(pointers.data).astype(pointers.data.dtype)
        return to_integer(self, TensorHandle(numbers, pointers.dtype), kind)

    def pointer(self: Any, numbers: Any, kind: Any) -> Any:
        addresses = guard.addresses.pointers(numbers.data).astype(numbers.data.dtype)
        return to_pointer(self, TensorHandle(addresses, numbers.dtype), kind)

    builder.create_ptr_to_int, builder.create_int_to_ptr = integer, pointer


_BARRIERS = (
    (interpreter.InterpreterBuilder, "create_barrier"),
    (interpreter.InterpreterBuilder, "create_dot"),
    (interpreter.InterpreterBuilder, "create_histogram"),
    (interpreter.InterpreterBuilder, "create_gather"),
    (interpreter.ReduceScanOpInterface, "apply"),
)


def _as_barrier(original: Callable[..., Any], guard: Guard) -> Callable[..., Any]:
    def passed(*arguments: Any, **options: Any) -> Any:
        guard.barrier()
        return original(*arguments, **options)

    return passed


def _tell_launches(guard: Guard, around_launches: Callable[[], AbstractContextManager[None]]) -> None:
    call = interpreter.GridExecutor.__call__

    def launching(self: Any, *arguments: Any, **options: Any) -> Any:
        guard.begin()
        with around_launches():
            return call(self, *arguments, **options)

    interpreter.GridExecutor.__call__ = launching


def _guard_loads_and_stores(builder: Any, guard: Guard) -> None:
    load, store = builder.create_masked_load, builder.create_masked_store

    def masked_load(
        self: Any,
        pointers: Any,
        mask: Any,
        other: Any,
        cache_modifier: Any,
        eviction_policy: Any,
        is_volatile: bool,
    ) -> Any:
        older = guard.older(pointers, mask) if is_volatile else None
        if is_volatile:
            guard.before_volatile(pointers, _without(mask, older))
        true = guard.check(pointers, _without(mask, older), "read")
        loaded = load(self, true, _without(mask, older), other, cache_modifier, eviction_policy, is_volatile)
        return loaded if older is None else older.put(loaded)

    def masked_store(self: Any, pointers: Any, value: Any, mask: Any, *rest: Any) -> Any:
        return store(self, guard.check(pointers, mask, "write", value.data), value, mask, *rest)

    builder.create_masked_load, builder.create_masked_store = masked_load, masked_store


def _guard_atomics(builder: Any, guard: Guard) -> None:
    update, exchange = builder.create_atomic_rmw, builder.create_atomic_cas

    def atomic_rmw(
        self: Any, kind: Any, pointers: Any, value: Any, mask: Any, semantic: Any, scope: Any, *rest: Any
    ) -> Any:
        older = guard.older(pointers, mask, changes_nothing(kind, value))
        rest_of_mask = _without(mask, older)
        true = guard.atomic(pointers, rest_of_mask, semantic, scope)
        with guard.changing(pointers, rest_of_mask, scope):
            found = update(self, kind, true, value, rest_of_mask, semantic, scope, *rest)
        return found if older is None else older.put(found)

    def atomic_cas(self: Any, pointers: Any, old: Any, new: Any, semantic: Any, scope: Any, *rest: Any) -> Any:
        older = guard.older(pointers, None, lambda values: values != old.data)
        if older is not None and older.everywhere:
            return TensorHandle(older.values.astype(old.data.dtype), old.dtype.scalar)
        true = guard.atomic(pointers, None, semantic, scope)
        with guard.changing(pointers, None, scope):
            return exchange(self, true, old, new, semantic, scope, *rest)

    builder.create_atomic_rmw, builder.create_atomic_cas = atomic_rmw, atomic_cas
