"""The simulated memory: regions in windows of their own, and where code, data, the stack and buffers lie."""

from dataclasses import dataclass, field

from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

MASKS = {1: 0xFF, 2: 0xFFFF, 4: 0xFFFF_FFFF, 8: 0xFFFF_FFFF_FFFF_FFFF, 16: (1 << 128) - 1}
WINDOW_BITS = 20
"""Each region of memory lies in a window of its own, so that a stray address seldom meets another region."""
CODE, CONSTANTS, DATA, LIBRARY, LIBRARY_CODE, CALLBACKS = range(0x4, 0xA)
STACK = 0x7FFF_0000
FIRST_BUFFER = 0x7F10_0000
CODE_STEP = 16
"""Bytes of address from one statement to the next: none is told by its encoding."""
RETURN_ADDRESS = (CODE << WINDOW_BITS) - CODE_STEP


@dataclass
class Region:
    """Bytes from address `start` on."""

    start: int
    content: bytearray
    is_writable: bool = True


@dataclass
class Memory:
    """`regions` by their windows. What reaches none of them, or over an end, halts the execution."""

    regions: dict[int, Region] = field(default_factory=dict)

    def region_of(self, address: int) -> Region:
        """The region around an address. Ends the path where none is."""
        region = self.regions.get(address >> WINDOW_BITS)
        if region is None or not 0 <= address - region.start <= len(region.content):
            raise ExecutionHalted(HaltReason.MEMORY)
        return region

    def load(self, address: int, size: int) -> int:
        region = self.regions.get(address >> WINDOW_BITS)
        if region is None:
            raise ExecutionHalted(HaltReason.MEMORY)
        start = address - region.start
        if start < 0 or start + size > len(region.content):
            raise ExecutionHalted(HaltReason.MEMORY)
        return int.from_bytes(region.content[start : start + size], "little")

    def store(self, address: int, size: int, value: int) -> None:
        region = self.regions.get(address >> WINDOW_BITS)
        if region is None or not region.is_writable:
            raise ExecutionHalted(HaltReason.MEMORY)
        start = address - region.start
        if start < 0 or start + size > len(region.content):
            raise ExecutionHalted(HaltReason.MEMORY)
        region.content[start : start + size] = (value & MASKS[size]).to_bytes(size, "little")

    def fill(self, address: int, content: bytes) -> None:
        """Stores bytes at once; none of them reaches nothing."""
        if not content:
            return
        region = self.regions.get(address >> WINDOW_BITS)
        start = address - region.start if region is not None else -1
        if region is None or not region.is_writable or start < 0 or start + len(content) > len(region.content):
            raise ExecutionHalted(HaltReason.MEMORY)
        region.content[start : start + len(content)] = content

    def part(self, address: int, size: int) -> bytes:
        """Bytes at once, without a limit on their number."""
        if not size:
            return b""
        region = self.regions.get(address >> WINDOW_BITS)
        start = address - region.start if region is not None else -1
        if region is None or start < 0 or start + size > len(region.content):
            raise ExecutionHalted(HaltReason.MEMORY)
        return bytes(region.content[start : start + size])
