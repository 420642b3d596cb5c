"""What CUDA offers to programs beside mathematics: calls of its runtime in host code, atomics, and what orders
threads."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.cuda.expressions import Expressions
from resources.domains.gpu_kernels.prediction.simulator.cuda.functions import calculated
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import Node
from resources.domains.gpu_kernels.prediction.simulator.cuda.storage import Frame
from resources.domains.gpu_kernels.prediction.simulator.cuda.threads import Threads
from resources.domains.gpu_kernels.prediction.simulator.cuda.values import Address, Value, cast
from resources.domains.gpu_kernels.prediction.simulator.halting import raised, refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import INT32, Array, Kind

_BARRIERS = frozenset("__syncthreads __syncthreads_count __syncthreads_or __syncthreads_and".split())
_FENCES = frozenset("__threadfence __threadfence_block __threadfence_system".split())
_VOTES = frozenset("__ballot_sync __any_sync __all_sync".split())
_WITHOUT_EFFECT = frozenset(
    "cudaFree cudaDeviceSynchronize cudaGetLastError cudaFuncSetAttribute cudaPeekAtLastError".split()
)
_DONE = Value(np.int32(0), "void")


class Runtime:
    """Evaluates calls of what is not the program's own."""

    def __init__(self, expressions: Expressions) -> None:
        self._expressions, self._layout = expressions, expressions.layout
        self._memory = expressions.storage.memory

    def host_call(self, name: str, arguments: Sequence[Node], frame: Frame, mask: Array) -> Value:
        """Of CUDA's runtime: always a success. Raises ExecutionHalted for what is not modelled."""
        if name == "cudaMalloc" and len(arguments) == 2:
            self._allocate(arguments[0], arguments[1], frame, mask)
        elif name in ("cudaMemset", "cudaMemsetAsync") and len(arguments) >= 3:
            self._set(*(self._expressions.value(item, frame, mask) for item in arguments[:3]))
        elif name not in _WITHOUT_EFFECT:
            raise unsupported(name)
        return Value(np.int32(0), INT32)

    def device_call(self, name: str, arguments: list[Value], mask: Array) -> Value:
        if name in _BARRIERS:
            return self._threads.come_to_barrier(name, arguments, mask)
        if name in _FENCES:
            self._threads.is_fenced = True
            return _DONE
        if name == "__syncwarp":
            self._threads.sync_warps(mask)
            return _DONE
        if name.startswith("__shfl"):
            return self._threads.shuffle(name, arguments, mask)
        if name in _VOTES:
            return self._threads.vote(name, arguments, mask)
        return calculated(name, arguments)

    def atomic(self, name: str, arguments: Sequence[Node], frame: Frame, mask: Array) -> Value:
        """In order of the threads. What lay there before is each thread's own."""
        operation = _ATOMICS.get(name)
        if operation is None or len(arguments) < 2:
            raise unsupported(name)
        address = self._expressions.value(arguments[0], frame, mask)
        if not isinstance(address.kind, Address) or not isinstance(address.kind.of, Kind):
            raise refused("an atomic operation without an address")
        kind, count = address.kind.of, self._threads.count
        operands = [cast(self._expressions.value(item, frame, mask), kind).data for item in arguments[1:]]
        values = [np.broadcast_to(operand, mask.shape)[mask] for operand in operands]
        self._expressions.budget.take(int(np.count_nonzero(mask)) // 2)
        before = np.zeros(count, kind.numpy)
        before[mask] = self._in_turn(operation, address, kind, values, mask)
        return Value(before, kind)

    @property
    def _threads(self) -> Threads:
        if self._memory.threads is None:
            raise refused("a thread's name in host code")
        return self._memory.threads

    def _in_turn(
        self, operation: Callable[..., Any], address: Value, kind: Kind, values: Sequence[Array], mask: Array
    ) -> Array:
        """What each thread of the mask finds."""
        assert isinstance(address.kind, Address)
        lanes, at = np.flatnonzero(mask), np.broadcast_to(address.data, mask.shape)[mask]
        old = np.zeros(lanes.size, kind.numpy)
        for here in self._memory.by_buffer(at):
            buffer, places = self._memory.places(at[here], lanes[here])
            held = buffer.values.get(address.kind.field)
            if held is None or held.dtype != old.dtype:
                raise unsupported("an atomic operation on another type")
            old[here] = _one_by_one(operation, held, places, [value[here] for value in values])
        return old

    def _allocate(self, target: Node, size: Node, frame: Frame, mask: Array) -> None:
        while target.what == "cast":
            target = target.parts[1]
        if target.what != "unary" or target.parts[0] != "&":
            raise unsupported("cudaMalloc")
        variable = self._expressions.place(target.parts[1], frame, mask).variable
        if variable is None or not isinstance(variable.kind, Address):
            raise unsupported("cudaMalloc")
        kind = variable.kind.of
        count = self._expressions.constant(size, frame, mask) // self._layout.bytes_of(kind)
        address = self._memory.allocate(self._layout.fields(kind), count, "device")
        variable.value = Value(np.int64(address), variable.kind)

    def _set(self, address: Value, fill: Value, size: Value) -> None:
        if not isinstance(address.kind, Address) or int(fill.data) not in (0, 0xFF, -1):
            raise unsupported("cudaMemset")
        buffer, at = self._memory.buffer(address.data)
        first = int(at)
        behind = first + int(size.data) // self._layout.bytes_of(address.kind.of)
        if behind > buffer.size or behind < first:
            raise raised("cudaMemset out of bounds")
        buffer.reach = max(buffer.reach, behind)
        for values in buffer.values.values():
            values[first:behind].view(np.uint8)[...] = int(fill.data) & 0xFF


def _one_by_one(operation: Callable[..., Any], held: Array, places: Array, values: Sequence[Array]) -> Array:
    old = np.zeros(len(places), held.dtype)
    for order, place in enumerate(places):
        old[order] = held[place]
        held[place] = operation(held[place], *(value[order] for value in values))
    return old


_ATOMICS: Mapping[str, Callable[..., Any]] = {
    "atomicAdd": lambda old, new: old + new,
    "atomicSub": lambda old, new: old - new,
    "atomicMax": max,
    "atomicMin": min,
    "atomicExch": lambda _, new: new,
    "atomicOr": lambda old, new: old | new,
    "atomicAnd": lambda old, new: old & new,
    "atomicXor": lambda old, new: old ^ new,
    "atomicInc": lambda old, most: old + 1 if old < most else 0,
    "atomicDec": lambda old, most: most if old == 0 or old > most else old - 1,
    "atomicCAS": lambda old, wanted, new: new if old == wanted else old,
}
