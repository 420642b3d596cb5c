"""String instructions: one element where rsi or rdi points, and the next; repeated as rcx and the flags say.

The direction flag is taken to be clear, as at every call.
"""

from collections.abc import Callable

from resources.domains.code_optimization.prediction.simulator.arithmetic import subtract
from resources.domains.code_optimization.prediction.simulator.machine import Machine
from resources.domains.code_optimization.prediction.simulator.memory import MASKS
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

_ACCUMULATOR, _C, _SI, _DI = 0, 1, 6, 7
_LONGEST_REPETITION = 1 << 16
"""More than any room has elements for: the walk would leave it."""
STRINGS = ("stos", "movs", "lods", "scas", "cmps")


def string_step(machine: Machine, name: str, size: int, prefixes: frozenset[str]) -> Callable[[], None]:
    """`name` is without its suffix."""
    repeated = bool(prefixes & {"rep", "repe", "repz", "repne", "repnz"})
    if name == "stos":
        return _stored(machine, size, repeated=repeated)
    if name == "movs":
        return _moved(machine, size, repeated=repeated)
    if name == "lods":
        return _loaded(machine, size, repeated=repeated)
    wanted = 0 if prefixes & {"repne", "repnz"} else 1
    return _compared(machine, size, while_zero_is=wanted if repeated else None, with_memory=name == "cmps")


def _repetitions(count: int) -> int:
    if count > _LONGEST_REPETITION:
        raise ExecutionHalted(HaltReason.MEMORY)
    return count


def _advance(machine: Machine, place: int, by: int) -> None:
    machine.registers[place] = machine.registers[place] + by & MASKS[8]


def _stored(machine: Machine, size: int, *, repeated: bool) -> Callable[[], None]:
    """stos: the accumulator to where rdi points, rcx times."""
    registers, mask = machine.registers, MASKS[size]

    def step() -> None:
        count = _repetitions(registers[_C]) if repeated else 1
        machine.memory.fill(registers[_DI], (registers[_ACCUMULATOR] & mask).to_bytes(size, "little") * count)
        _advance(machine, _DI, size * count)
        registers[_C] = 0 if repeated else registers[_C]

    return step


def _moved(machine: Machine, size: int, *, repeated: bool) -> Callable[[], None]:
    """movs: from where rsi points to where rdi points, rcx times. What it writes it may read again."""
    registers, memory = machine.registers, machine.memory

    def step() -> None:
        count = _repetitions(registers[_C]) if repeated else 1
        source, target = registers[_SI], registers[_DI]
        if 0 < target - source < size * count:
            for place in range(0, size * count, size):
                memory.store(target + place, size, memory.load(source + place, size))
        else:
            memory.fill(target, memory.part(source, size * count))
        _advance(machine, _DI, size * count)
        _advance(machine, _SI, size * count)
        registers[_C] = 0 if repeated else registers[_C]

    return step


def _loaded(machine: Machine, size: int, *, repeated: bool) -> Callable[[], None]:
    """lods: into the accumulator; the last of several stays."""
    registers, kept = machine.registers, 0 if size == 4 else MASKS[8] ^ MASKS[size]

    def step() -> None:
        for _ in range(_repetitions(registers[_C]) if repeated else 1):
            value = machine.memory.load(registers[_SI], size)
            registers[_ACCUMULATOR] = registers[_ACCUMULATOR] & kept | value
            _advance(machine, _SI, size)
        registers[_C] = 0 if repeated else registers[_C]

    return step


def _compared(machine: Machine, size: int, *, while_zero_is: int | None, with_memory: bool) -> Callable[[], None]:
    """scas: the accumulator with where rdi points; cmps: where rsi points with it. Repeated while zero is that."""
    registers, memory, mask = machine.registers, machine.memory, MASKS[size]

    def compare() -> None:
        left = memory.load(registers[_SI], size) if with_memory else registers[_ACCUMULATOR] & mask
        machine.flags = subtract(left, memory.load(registers[_DI], size), size, machine.flags)[1]
        _advance(machine, _DI, size)
        if with_memory:
            _advance(machine, _SI, size)

    def repeat() -> None:
        while registers[_C]:
            compare()
            _advance(machine, _C, -1)
            if machine.flags[1] != while_zero_is:
                return

    return compare if while_zero_is is None else repeat
