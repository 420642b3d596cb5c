"""String instructions, which store or copy as often as rcx says. One function is built for each statement."""

from collections.abc import Callable

from resources.domains.code_optimization.interpretation.machine import MASKS, Ending, Machine, PathEndedError

_A, _C, _SI, _DI = 0, 1, 6, 7
_LONGEST_REPETITION = 1 << 16
"""More than any room has elements for: the walk would leave it."""


def _repetitions(count: int) -> int:
    if count > _LONGEST_REPETITION:
        raise PathEndedError(Ending.MEMORY)
    return count


def stored_string(machine: Machine, size: int, *, repeated: bool) -> Callable[[], None]:
    """stos: the accumulator to where rdi points, rcx times."""
    registers, mask = machine.registers, MASKS[size]

    def step() -> None:
        count = _repetitions(registers[_C]) if repeated else 1
        machine.fill(registers[_DI], (registers[_A] & mask).to_bytes(size, "little") * count)
        registers[_DI] = registers[_DI] + size * count & MASKS[8]
        registers[_C] = 0 if repeated else registers[_C]

    return step


def moved_string(machine: Machine, size: int, *, repeated: bool) -> Callable[[], None]:
    """movs: from where rsi points to where rdi points, rcx times. Overlapping ones are taken as if apart."""
    registers = machine.registers

    def step() -> None:
        count = _repetitions(registers[_C]) if repeated else 1
        machine.fill(registers[_DI], machine.part(registers[_SI], size * count))
        registers[_DI] = registers[_DI] + size * count & MASKS[8]
        registers[_SI] = registers[_SI] + size * count & MASKS[8]
        registers[_C] = 0 if repeated else registers[_C]

    return step
