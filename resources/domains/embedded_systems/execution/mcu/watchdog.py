"""Counters that no interrupt belongs to: the independent watchdog, which restarts the device, and the cycle counter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from .bits_of_system import DWT, IWDG
from .clocks import LSI_HZ
from .peripheral import NEVER, Peripheral

if TYPE_CHECKING:
    from .board import Board

START_NS = 1_000_000
"""After the start, one reload within this time is its last step. PR and RLR take up to 0.16 ms to reach the counter."""


class Dwt(Peripheral):
    """The cycle counter."""

    names: ClassVar[Mapping[int, str]] = {0x00: "CTRL", 0x04: "CYCCNT"}
    live = frozenset({"DWT->CYCCNT"})
    bits = DWT

    def __init__(self, machine: Board) -> None:
        super().__init__(machine, "DWT")
        self._zero_at = 0

    def read(self, offset: int) -> int:
        running = self.values.get(0x00, 0) & 1 and self.machine.system.values.get(0xDFC, 0) >> 24 & 1
        if offset == 0x04 and running:
            return (self.machine.now() - self._zero_at) & 0xFFFFFFFF
        return self.values.get(offset, 0)

    def write(self, offset: int, value: int) -> bool:
        self.values[offset] = value
        if offset == 0x04 or (offset == 0x00 and value & 1):
            self._zero_at = self.machine.now() - self.values.get(0x04, 0)
        return False


class Watchdog(Peripheral):
    """IWDG, on the low-speed oscillator, whatever the CPU does."""

    names: ClassVar[Mapping[int, str]] = {0x00: "KR", 0x04: "PR", 0x08: "RLR", 0x0C: "SR"}
    reset_values: ClassVar[Mapping[int, int]] = {0x08: 0xFFF}
    bits = IWDG

    def __init__(self, machine: Board) -> None:
        super().__init__(machine, "IWDG")
        self.feeds = 0
        """Reloads, but for those that belong to its start."""
        self._unlocked = self._started = False
        self._starting_until_ns = 0
        self._bites_at_ns = NEVER

    def write(self, offset: int, value: int) -> bool:
        if offset == 0x00:
            self._key(value & 0xFFFF)
        elif not self._unlocked:
            self.violation(offset, "written without the key 0x5555 in IWDG->KR, the write is ignored")
        else:
            self.values[offset] = value & (7 if offset == 0x04 else 0xFFF)
        return True

    def _key(self, key: int) -> None:
        self._unlocked = key == 0x5555
        if key == 0xCCCC:
            self._start()
        elif key == 0xAAAA:
            self._reload()
        elif key != 0x5555:
            self.violation(0x00, f"0x{key:04X} is none of the keys 0x5555, 0xAAAA and 0xCCCC")
        if self._started and key in (0xCCCC, 0xAAAA):
            counts = (self.values[0x08] + 1) * (4 << min(self.values.get(0x04, 0), 6))
            self._bites_at_ns = self.machine.now_ns() + counts * 1_000_000_000 // LSI_HZ

    def _start(self) -> None:
        if not self._started:
            self._starting_until_ns = self.machine.now_ns() + START_NS
        self._started = True
        self.machine.conduct.note("start IWDG")

    def _reload(self) -> None:
        """RM0090 has the counter reloaded once its prescaler and reload value are set, before or after the start."""
        if self._starting_until_ns and self.machine.now_ns() >= self._starting_until_ns:
            self.feeds += 1
        elif self._started:
            self._starting_until_ns = self.machine.now_ns()

    def next_event(self) -> int:
        return self.machine.cycle_of_ns(self._bites_at_ns) if self._bites_at_ns < NEVER else NEVER

    def advance(self, now: int) -> None:
        if self.next_event() <= now:
            self._bites_at_ns = NEVER
            self.machine.reset("watchdog")
