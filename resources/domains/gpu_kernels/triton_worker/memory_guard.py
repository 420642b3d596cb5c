"""Every access of an interpreted kernel, checked: inside the storages of the launch, and free of races.

The stock interpreter dereferences whatever pointer it is given, and runs programs one after the other, so that an
access out of bounds or a race between programs goes unseen. Bounds are those of whole storages: a view's own
bounds are not known to a kernel. A race is an address that one program of a launch writes plainly and another
reads, or writes with another value, or updates atomically. Once a launch has used an atomic operation it may order
its programs by it, so only the last kind is judged from there on.
"""

import ctypes
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from triton.runtime import interpreter

_NOBODY, _ATOMIC = 0, -1


class InvalidAccess(Exception):
    """An access out of bounds, in the words of compute-sanitizer."""


class DataRace(Exception):
    """Two programs of one launch conflict over an address."""


@dataclass
class Storage:
    """The memory of one tensor argument: [start, end), and who wrote and read each byte in this launch."""

    start: int
    end: int
    shape: tuple[int, ...]
    dtype: str
    writer: Any = field(init=False)
    reader: Any = field(init=False)

    def __post_init__(self) -> None:
        self.writer = np.zeros(self.end - self.start, dtype=np.int32)
        self.reader = np.zeros(self.end - self.start, dtype=np.int32)

    @property
    def name(self) -> str:
        return f"argument shape={self.shape} {self.dtype}"


class Guard:
    """The storages of the running launch. One launch at a time: kernels do not launch kernels."""

    def __init__(self) -> None:
        self.launches = 0
        self._storages: list[Storage] = []
        self._synchronises = False

    def begin(self) -> None:
        self.launches += 1
        self._storages, self._synchronises = [], False

    def add(self, tensor: torch.Tensor) -> None:
        whole = tensor.untyped_storage()
        start, end = whole.data_ptr(), whole.data_ptr() + whole.nbytes()
        if all(storage.start != start for storage in self._storages) and end > start:
            self._storages.append(Storage(start, end, tuple(tensor.shape), str(tensor.dtype)))

    def check(self, pointers: Any, mask: Any, what: str, values: Any = None) -> None:
        """Raises InvalidAccess or DataRace for the lanes of one access that `mask` leaves on."""
        addresses = pointers.data
        lanes = np.broadcast_to(_lanes(mask), addresses.shape)
        wanted = addresses[lanes]
        if wanted.size == 0:
            return
        size = max(1, pointers.get_element_ty().primitive_bitwidth // 8)
        inside = np.zeros(wanted.shape, bool)
        for storage in self._storages:
            here = (wanted >= storage.start) & (wanted + np.uint64(size) <= storage.end)
            if here.any():
                inside |= here
                new = None if values is None else np.broadcast_to(values, addresses.shape)[lanes][here]
                self._order(storage, wanted[here] - np.uint64(storage.start), size, what, new)
        if not inside.all():
            raise InvalidAccess(self._complaint(wanted[~inside], size, what))

    def synchronise(self) -> None:
        """From here on, what this launch does plainly may be ordered by its atomics."""
        self._synchronises = True

    def _order(self, storage: Storage, offsets: Any, size: int, what: str, values: Any) -> None:
        me = _program_number()
        offsets = offsets.astype(np.int64)
        writer = storage.writer[offsets]
        if what == "read":
            conflict = (writer != _NOBODY) & (writer != me)
            storage.reader[offsets] = np.where(storage.reader[offsets] == _NOBODY, me, storage.reader[offsets])
        elif what == "write":
            reader = storage.reader[offsets]
            conflict = ((writer != _NOBODY) & (writer != me)) | ((reader != _NOBODY) & (reader != me))
            conflict &= _differs(storage, offsets, size, values)
            storage.writer[offsets] = me
        else:
            conflict = (writer != _NOBODY) & (writer != _ATOMIC) & (writer != me)
            storage.writer[offsets] = _ATOMIC
        if conflict.any() and (what == "atomic" or not self._synchronises):
            first = int(offsets[conflict][0])
            raise DataRace(
                f"data race: program {_program()} {_verb(what)} {storage.name} at byte {first}, "
                f"which another program of this launch {_other(what, int(storage.writer[first]))}"
            )

    def _complaint(self, addresses: Any, size: int, what: str) -> str:
        count, first = addresses.size, int(addresses.flat[0])
        start = f"Invalid __global__ {what} of size {size} bytes: {count} lane(s) of program {_program()} out of bounds"
        if not self._storages:
            return f"{start}; no argument has any memory"
        near = min(self._storages, key=lambda storage: min(abs(first - storage.start), abs(first - storage.end)))
        past, before = first + size - near.end, near.start - first
        distance = f"{past} bytes past the end of" if first >= near.start else f"{before} bytes before"
        return f"{start}; first is {distance} the {near.end - near.start}-byte allocation of {near.name}"


def _lanes(mask: Any) -> Any:
    """Which lanes are on; block pointers bring a plain array."""
    if mask is None:
        return True
    return (mask if isinstance(mask, np.ndarray) else mask.data).astype(bool)


def _differs(storage: Storage, offsets: Any, size: int, values: Any) -> Any:
    """Whether what is written is not what is there: programs that agree do not conflict."""
    if values is None:
        return np.ones(offsets.shape, bool)
    memory = np.ctypeslib.as_array((ctypes.c_uint8 * (storage.end - storage.start)).from_address(storage.start))
    there = memory[offsets[:, None] + np.arange(size)]
    new = np.ascontiguousarray(values).view(np.uint8).reshape(values.size, -1)
    return (there != new).any(axis=1) if new.shape == there.shape else np.ones(offsets.shape, bool)


def _verb(what: str) -> str:
    return {"read": "reads", "write": "writes"}.get(what, "updates atomically")


def _other(what: str, writer: int) -> str:
    if writer == _ATOMIC:
        return "updates atomically"
    return "writes" if what != "write" else "reads or writes with another value"


def _program() -> tuple[int, int, int]:
    x, y, z = interpreter.interpreter_builder.grid_idx
    return int(x), int(y), int(z)


def _program_number() -> int:
    """1 and more, since 0 is nobody."""
    x, y, z = _program()
    _, height, depth = interpreter.interpreter_builder.grid_dim
    return 1 + (x * int(height) + y) * int(depth) + z


def install(around_launches: Callable[[], AbstractContextManager[None]]) -> Guard:
    """Puts the guard before every access of the interpreter. Each launch runs inside `around_launches`."""
    guard = Guard()
    builder = interpreter.InterpreterBuilder
    convert = interpreter._implicit_cvt
    call = interpreter.GridExecutor.__call__

    def converting(argument: Any) -> Any:
        if isinstance(argument, torch.Tensor):
            guard.add(argument)
        return convert(argument)

    def launching(self: Any, *arguments: Any, **options: Any) -> Any:
        guard.begin()
        with around_launches():
            return call(self, *arguments, **options)

    interpreter._implicit_cvt = converting
    interpreter.GridExecutor.__call__ = launching
    _guard_loads_and_stores(builder, guard)
    _guard_atomics(builder, guard)
    return guard


def _guard_loads_and_stores(builder: Any, guard: Guard) -> None:
    load, store = builder.create_masked_load, builder.create_masked_store

    def masked_load(self: Any, pointers: Any, mask: Any, *rest: Any) -> Any:
        guard.check(pointers, mask, "read")
        return load(self, pointers, mask, *rest)

    def masked_store(self: Any, pointers: Any, value: Any, mask: Any, *rest: Any) -> Any:
        guard.check(pointers, mask, "write", value.data)
        return store(self, pointers, value, mask, *rest)

    builder.create_masked_load, builder.create_masked_store = masked_load, masked_store


def _guard_atomics(builder: Any, guard: Guard) -> None:
    update, exchange = builder.create_atomic_rmw, builder.create_atomic_cas

    def atomic_rmw(self: Any, kind: Any, pointers: Any, value: Any, mask: Any, *rest: Any) -> Any:
        guard.synchronise()
        guard.check(pointers, mask, "atomic")
        return update(self, kind, pointers, value, mask, *rest)

    def atomic_cas(self: Any, pointers: Any, *rest: Any) -> Any:
        guard.synchronise()
        guard.check(pointers, None, "atomic")
        return exchange(self, pointers, *rest)

    builder.create_atomic_rmw, builder.create_atomic_cas = atomic_rmw, atomic_cas
