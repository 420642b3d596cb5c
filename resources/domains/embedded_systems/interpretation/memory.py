"""The memory that a program sees beside registers: RAM and flash, by address. Accesses to nothing end the path."""

from __future__ import annotations

from enum import Enum
from typing import Literal

from resources.domains.embedded_systems.mcu.bus import gap_at
from resources.domains.embedded_systems.mcu.cpu import FLASH, FLASH_BYTES, RAM

CODE = FLASH + 0x8000
"""Where functions lie: nobody looks at their bytes. What is constant lies behind the vectors, before them."""
CONSTANTS = FLASH + 0x1000
_FLASH_FILLED = 0x10000
_BEYOND = 0x100000
_FORMATS: dict[tuple[int, bool], Literal["B", "b", "H", "h", "I", "i", "Q", "q"]] = {
    (1, False): "B", (1, True): "b", (2, False): "H", (2, True): "h", (4, False): "I", (4, True): "i",
    (8, False): "Q", (8, True): "q",
}  # fmt: skip


class Ending(Enum):
    """What ends a path before its time: a fault of the program, or that it is cut here."""

    MEMORY = "memory"
    HARDWARE = "hardware"
    BUDGET = "budget"
    UNKNOWN = "unknown"


BUS_FAULT = ("PRECISERR", "BFARVALID")


class PathEnded(Exception):
    """`bits` and `address` are the CPU's, where it is a fault."""

    def __init__(
        self, ending: Ending, text: str = "", bits: tuple[str, ...] = ("INVSTATE",), address: int | None = None
    ) -> None:
        super().__init__(text or ending.value)
        self.ending, self.bits, self.address = ending, bits, address

    @property
    def exception(self) -> str:
        return "BusFault" if self.bits == BUS_FAULT else "UsageFault"


class Memory:
    """RAM with views of each integer type, and flash. Addresses below the flash show it again, as after a reset."""

    def __init__(self, ram_bytes: int) -> None:
        self.size = ram_bytes & ~7
        self.ram = bytearray(self.size)
        self.flash = bytearray(_FLASH_FILLED)
        whole = memoryview(self.ram)
        self.views = {key: whole.cast(letter) for key, letter in _FORMATS.items()}

    def part(self, address: int, size: int) -> bytes:
        """Raises PathEnded."""
        offset = address - RAM
        if 0 <= offset <= self.size - size:
            return bytes(self.ram[offset : offset + size])
        offset = address - FLASH if address >= FLASH else address
        if 0 <= offset <= FLASH_BYTES - size:
            return bytes(self.flash[offset : offset + size]).ljust(size, b"\xff")
        raise self._nothing("read", address, size)

    def put(self, address: int, content: bytes) -> None:
        """Raises PathEnded."""
        offset = address - RAM
        if not 0 <= offset <= self.size - len(content):
            raise self._nothing("write", address, len(content))
        self.ram[offset : offset + len(content)] = content

    def burn(self, address: int, content: bytes) -> None:
        """Into the flash, before the program runs."""
        offset = address - FLASH
        if offset + len(content) > CODE - FLASH:
            raise PathEnded(Ending.UNKNOWN, "too many constants")
        self.flash[offset : offset + len(content)] = content

    def _nothing(self, what: str, address: int, size: int) -> PathEnded:
        missing = gap_at(address)
        if missing:
            return PathEnded(Ending.UNKNOWN, missing)
        words = f"{what} of {size} bytes at 0x{address:08X}"
        if RAM <= address < RAM + _BEYOND:
            words += f", beyond the end of the RAM at 0x{RAM + self.size:08X}"
        elif what == "write" and (address < FLASH_BYTES or FLASH <= address < FLASH + FLASH_BYTES):
            words += ", in the flash"
        return PathEnded(ending_at(address), words, BUS_FAULT, address)


def ending_at(address: int) -> Ending:
    """What an access to nothing is: a fault of the hardware where peripherals could be, else one of memory."""
    inside = 0x40000000 <= address < 0x60000000 or address >= 0xE0000000
    return Ending.HARDWARE if inside else Ending.MEMORY
