"""The interpreted machine: registers, flags and memory as Python numbers, and the ways in which a path ends.

What instructions do to it is `integers` and `vectors`; which program it follows is `program`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum

MASKS = {1: 0xFF, 2: 0xFFFF, 4: 0xFFFF_FFFF, 8: 0xFFFF_FFFF_FFFF_FFFF, 16: (1 << 128) - 1}
WINDOW_BITS = 20
"""Each region of memory lies in a window of its own, so that a stray address seldom meets another region."""
CODE, CONSTANTS, DATA, LIBRARY, LIBRARY_CODE, CALLBACKS = range(0x4, 0xA)
STACK = 0x7FFF_0000
FIRST_ROOM = 0x7F10_0000
CODE_STEP = 16
"""Bytes of address from one statement to the next: none is told by its encoding."""
RETURN_ADDRESS = (CODE << WINDOW_BITS) - CODE_STEP


class Ending(Enum):
    """How a path ends; `WANDERING` is endless too, but through ever new addresses. `UNKNOWN`
    where it meets something that is not modelled."""

    RETURNED = "returned"
    MEMORY = "memory"
    ARITHMETIC = "arithmetic"
    ILLEGAL = "illegal"
    ENDLESS = "endless"
    WANDERING = "wandering"
    UNKNOWN = "unknown"


class PathEndedError(Exception):
    """Raised by a step that is a path's last one."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending.value)
        self.ending = ending


@dataclass
class Region:
    """Bytes from address `start` on."""

    start: int
    content: bytearray
    is_writable: bool = True


@dataclass
class Machine:
    """`registers` in the order of `REGISTERS`; `flags`: carry, zero, sign, overflow, and the result they are of.

    The rest is what library functions keep: `blocks` of the heap that are in use and their bytes, all that was
    `allocated`, where strtok's next `word` begins, what was `printed`, what is `given` on the standard input and how
    much of it was read. It `is_process` where leaving it is as good as returning from its main. `follow` calls a
    function by its address.
    """

    registers: list[int] = field(default_factory=lambda: [0] * 16)
    vectors: list[int] = field(default_factory=lambda: [0] * 16)
    flags: tuple[int, int, int, int, int] = (0, 0, 0, 0, 1)
    regions: dict[int, Region] = field(default_factory=dict)
    blocks: dict[int, int] = field(default_factory=dict)
    blocks_made: int = 0
    allocated: int = 0
    word: int = 0
    printed: bytes = b""
    given: bytes = b""
    given_read: int = 0
    is_process: bool = False
    follow: Callable[[int, Sequence[int]], int] = lambda address, values: unfollowed()

    def clear(self) -> None:
        """As in a process that begins: no memory but what is then put into `regions`."""
        self.regions.clear()
        self.blocks.clear()
        self.blocks_made = self.allocated = self.word = 0
        self.printed = self.given = b""
        self.given_read, self.is_process = 0, False

    def read(self, size: int) -> bytes:
        """The next bytes of the standard input, as many as there are."""
        found = self.given[self.given_read : self.given_read + size]
        self.given_read += len(found)
        return found

    def region_of(self, address: int) -> Region:
        """The region around an address. Ends the path where none is."""
        region = self.regions.get(address >> WINDOW_BITS)
        if region is None or not 0 <= address - region.start <= len(region.content):
            raise PathEndedError(Ending.MEMORY)
        return region

    def load(self, address: int, size: int) -> int:
        region = self.regions.get(address >> WINDOW_BITS)
        if region is None:
            raise PathEndedError(Ending.MEMORY)
        start = address - region.start
        if start < 0 or start + size > len(region.content):
            raise PathEndedError(Ending.MEMORY)
        return int.from_bytes(region.content[start : start + size], "little")

    def store(self, address: int, size: int, value: int) -> None:
        region = self.regions.get(address >> WINDOW_BITS)
        if region is None or not region.is_writable:
            raise PathEndedError(Ending.MEMORY)
        start = address - region.start
        if start < 0 or start + size > len(region.content):
            raise PathEndedError(Ending.MEMORY)
        region.content[start : start + size] = (value & MASKS[size]).to_bytes(size, "little")

    def fill(self, address: int, content: bytes) -> None:
        """Stores bytes at once; none of them reaches nothing."""
        if not content:
            return
        region = self.regions.get(address >> WINDOW_BITS)
        start = address - region.start if region is not None else -1
        if region is None or not region.is_writable or start < 0 or start + len(content) > len(region.content):
            raise PathEndedError(Ending.MEMORY)
        region.content[start : start + len(content)] = content

    def part(self, address: int, size: int) -> bytes:
        """Bytes at once, without a limit on their number."""
        if not size:
            return b""
        region = self.regions.get(address >> WINDOW_BITS)
        start = address - region.start if region is not None else -1
        if region is None or start < 0 or start + size > len(region.content):
            raise PathEndedError(Ending.MEMORY)
        return bytes(region.content[start : start + size])

    def push(self, value: int, size: int = 8) -> None:
        top = (self.registers[STACK_POINTER] - size) & MASKS[8]
        self.store(top, size, value)
        self.registers[STACK_POINTER] = top

    def pop(self, size: int = 8) -> int:
        top = self.registers[STACK_POINTER]
        value = self.load(top, size)
        self.registers[STACK_POINTER] = (top + size) & MASKS[8]
        return value


def unfollowed() -> int:
    raise PathEndedError(Ending.UNKNOWN)


REGISTERS = tuple("rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15".split())
STACK_POINTER = REGISTERS.index("rsp")


def number_of(whole: str) -> int:
    """The place of a 64-bit register, named without percent sign."""
    return REGISTERS.index(whole)
