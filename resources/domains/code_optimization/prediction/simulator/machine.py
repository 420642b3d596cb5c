"""The simulated machine: registers and flags as Python numbers, its memory, and the process that it runs.

What instructions do to it is `integers` and `vectors`; which program it runs is `program`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from resources.domains.code_optimization.prediction.simulator.memory import MASKS, Memory
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

REGISTERS = tuple("rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15".split())
STACK_POINTER = REGISTERS.index("rsp")


def number_of(whole: str) -> int:
    """The place of a 64-bit register, named without percent sign."""
    return REGISTERS.index(whole)


@dataclass
class Process:
    """What library functions keep: `blocks` of the heap that are in use and their bytes, all that was `allocated`,
    where strtok's next `word` begins, what was `printed`, what is `given` on the standard input and how much of it was
    read.

    `is_whole` where leaving it is as good as returning from its main.
    """

    blocks: dict[int, int] = field(default_factory=dict)
    blocks_made: int = 0
    allocated: int = 0
    word: int = 0
    printed: bytes = b""
    given: bytes = b""
    given_read: int = 0
    is_whole: bool = False

    def read(self, size: int) -> bytes:
        """The next bytes of the standard input, as many as there are."""
        content = self.given[self.given_read : self.given_read + size]
        self.given_read += len(content)
        return content


@dataclass
class Machine:
    """`registers` in the order of `REGISTERS`; `flags`: carry, zero, sign, overflow, and the result they are of.
    `follow` calls a function of the program's by its address."""

    registers: list[int] = field(default_factory=lambda: [0] * 16)
    vectors: list[int] = field(default_factory=lambda: [0] * 16)
    flags: tuple[int, int, int, int, int] = (0, 0, 0, 0, 1)
    memory: Memory = field(default_factory=Memory)
    process: Process = field(default_factory=Process)
    follow: Callable[[int, Sequence[int]], int] = lambda address, values: _unsupported()

    def clear(self) -> None:
        """As in a process that begins: no memory but what is then put into its regions."""
        self.memory.regions.clear()
        self.process = Process()

    def push(self, value: int, size: int = 8) -> None:
        top = (self.registers[STACK_POINTER] - size) & MASKS[8]
        self.memory.store(top, size, value)
        self.registers[STACK_POINTER] = top

    def pop(self, size: int = 8) -> int:
        top = self.registers[STACK_POINTER]
        value = self.memory.load(top, size)
        self.registers[STACK_POINTER] = (top + size) & MASKS[8]
        return value


def _unsupported() -> int:
    raise UnsupportedConstruct("a function by its address")
