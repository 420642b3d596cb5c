"""How a library function reads its arguments and answers. What single functions do is told by the files beside."""

from collections.abc import Callable

from resources.domains.code_optimization.prediction.simulator.machine import Machine, number_of
from resources.domains.code_optimization.prediction.simulator.memory import MASKS
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

Function = Callable[[Machine], None]
"""Does what a call does: from the registers to the registers and to memory."""
Plain = Callable[..., int]
"""The same of plain numbers: the machine, then the integer arguments."""
MOST_BYTES = 1 << 16
MOST_CHARACTERS = 1 << 14
"""Of one text: who reads a longer one walks through memory."""
INTEGERS = tuple(number_of(name) for name in ("rdi", "rsi", "rdx", "rcx", "r8", "r9"))
RESULT = number_of("rax")
_LOST = tuple(number_of(name) for name in ("rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11"))
_LEFT_OVER = 0x5AFE_0F0F


def done(machine: Machine, result: int) -> None:
    """What a call leaves in the registers that it need not keep is nothing to rely on; the flags are mostly those of
    the result, which many functions compute last."""
    for number in _LOST:
        machine.registers[number] = _LEFT_OVER + 0x1111 * number
    machine.registers[RESULT] = value = result & MASKS[8]
    machine.flags = (0, int(value == 0), value >> 63, 0, value)


def of_integers(count: int, work: Plain) -> Function:
    """A function of so many integers or pointers, which returns one."""
    places = INTEGERS[:count]

    def function(machine: Machine) -> None:
        registers = machine.registers
        done(machine, work(machine, *(registers[place] for place in places)))

    return function


def text_at(machine: Machine, address: int) -> bytes:
    """Up to the zero, without it. Ends the path where memory ends before, or where it is none of a text's size."""
    region = machine.memory.region_of(address)
    start = address - region.start
    end = region.content.find(0, start, start + MOST_CHARACTERS)
    if end < 0:
        raise ExecutionHalted(
            HaltReason.UNSUPPORTED if len(region.content) - start > MOST_CHARACTERS else HaltReason.MEMORY
        )
    return machine.memory.part(address, end + 1 - start)[:-1]


def bounded(size: int) -> int:
    """A size in bytes, which no room holds where it is larger."""
    return min(size, MOST_BYTES)


def int_of(value: int) -> int:
    """An argument of type int, with its sign."""
    low = value & MASKS[4]
    return low - (1 << 32) if low >> 31 else low
