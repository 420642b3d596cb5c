"""RCC, FLASH and PWR: clock sources, the clock tree, flash wait states, reset flags.

Clock gating of the other peripherals is `bus`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from . import bits_of_system
from .bus import GATES, RESET_BEFORE_ENABLE
from .peripheral import NEVER, Peripheral

HSI_HZ = 16_000_000
HSE_HZ = 8_000_000
LSI_HZ = 32_000
START_UP_CYCLES = {"HSI": 40, "HSE": 6_000, "PLL": 3_000, "LSI": 600}
_SOURCES = {"HSI": (0, 0), "HSE": (0, 16), "PLL": (0, 24), "LSI": (0x74, 0)}
"""Oscillator → (register, bit that turns it on); the ready bit is the next one."""
HERTZ_OF_WAIT_STATE = 30_000_000
MAXIMUM_SYSCLK, MAXIMUM_APB1, MAXIMUM_APB2 = 168_000_000, 42_000_000, 84_000_000
MAXIMUM_OF_SCALE_2 = 144_000_000
"""With VOS clear in PWR->CR the core's voltage is lower."""
_RESET_FLAGS = 0x7F << 25
_HSEBYP = 1 << 18


class Rcc(Peripheral):
    """Reset and clock control. A change of the system clock changes the length of a cycle from then on."""

    names: ClassVar[Mapping[int, str]] = {
        0x00: "CR", 0x04: "PLLCFGR", 0x08: "CFGR", 0x0C: "CIR", 0x10: "AHB1RSTR", 0x14: "AHB2RSTR", 0x18: "AHB3RSTR",
        0x20: "APB1RSTR", 0x24: "APB2RSTR", 0x30: "AHB1ENR", 0x34: "AHB2ENR", 0x38: "AHB3ENR", 0x40: "APB1ENR",
        0x44: "APB2ENR", 0x50: "AHB1LPENR", 0x54: "AHB2LPENR", 0x58: "AHB3LPENR", 0x60: "APB1LPENR",
        0x64: "APB2LPENR", 0x70: "BDCR", 0x74: "CSR", 0x80: "SSCGR", 0x84: "PLLI2SCFGR",
    }  # fmt: skip
    reset_values: ClassVar[Mapping[int, int]] = {
        0x00: 0x83, 0x04: 0x24003010, 0x30: 0x00100000, 0x50: 0x7E6791FF, 0x54: 0xF1, 0x58: 1, 0x60: 0x36FEC9FF,
        0x64: 0x00075F33, 0x74: 0x0E000000, 0x84: 0x20003000,
    }  # fmt: skip
    bits = bits_of_system.RCC
    _ready_at: dict[str, int]

    def configure(self, reset_flags: int, before: Rcc | None) -> None:
        """After each reset: who caused it is in CSR, beside earlier causes that nobody cleared; only the HSI runs."""
        self.values = dict(self.reset_values)
        self.values[0x74] = reset_flags
        if before is not None:
            self.values[0x74] |= before.values[0x74] & _RESET_FLAGS
            self.values[0x70] = before.values.get(0x70, 0)
        self._ready_at = {"HSI": 0}
        self._system = 0
        """The clock that the CPU runs from, as SW and SWS number it."""
        self._switch_at = NEVER

    def read(self, offset: int) -> int:
        value = self.values.get(offset, 0)
        for source, (register, bit) in _SOURCES.items():
            if register == offset:
                value = value & ~(2 << bit) | (2 << bit if self._ready(source) else 0)
        return value & ~0xC | self._system << 2 if offset == 0x08 else value

    def write(self, offset: int, value: int) -> bool:
        if offset == 0x04 and self.values[0] >> 24 & 1 and value != self.values[4]:
            self.violation(offset, "PLL configuration changed while PLLON is set")
            return False
        if offset == 0x74:
            if value >> 24 & 1:
                self.machine.conduct.note("clear the reset flags")
            value = value & 1 | (0 if value >> 24 & 1 else self.values[0x74] & _RESET_FLAGS)
        if offset == 0x00 and self._system == 0:
            value |= 1  # the clock that the CPU runs from cannot be turned off
        before, self.values[offset] = self.values.get(offset, 0), value
        if 0x10 <= offset <= 0x24:
            self._reset(offset, value & ~before)
        for source, (register, bit) in _SOURCES.items():
            if register == offset:
                if not value >> bit & 1:
                    self._ready_at.pop(source, None)
                elif source not in self._ready_at:
                    factor = self.machine.start_up_factor(source)
                    self._ready_at[source] = self.machine.now() + factor * START_UP_CYCLES[source]
        if offset == 0x08:
            self._switch(value)
        return True

    def _reset(self, offset: int, bits: int) -> None:
        for name, (enable, bit) in GATES.items():
            if enable - RESET_BEFORE_ENABLE == offset and bits >> bit & 1:
                self.machine.restart(name)

    def next_event(self) -> int:
        starting = (at for at in self._ready_at.values() if at > self.machine.now())
        return min(self._switch_at, min(starting, default=NEVER))

    def advance(self, now: int) -> None:
        if self._switch_at <= now:
            self._switch_at, self._system = NEVER, self.values[0x08] & 3
            self._apply()

    def _ready(self, source: str) -> bool:
        """With HSEBYP a clock is expected from outside, and a crystal is not driven."""
        if source == "HSE" and self.values[0] & _HSEBYP:
            return False
        return source in self._ready_at and self._ready_at[source] <= self.machine.now()

    def _switch(self, value: int) -> None:
        if value & 3 == 3:
            self.violation(0x08, "SW = 3 is no clock")
            return
        source = ("HSI", "HSE", "PLL")[value & 3]
        if not self._ready(source):
            self.violation(0x08, f"the system clock is switched to the {source} before {source}RDY is set")
            return
        lag = self.machine.switch_cycles()
        if lag and value & 3 != self._system:
            self._switch_at = self.machine.now() + lag
        else:
            self._switch_at, self._system = NEVER, value & 3
        self._apply()

    def _apply(self) -> None:
        hertz = self._ahb_hertz()
        self._check_limits(hertz)
        self.machine.flash.check_latency(hertz)
        self.machine.set_hertz(hertz)

    def _check_limits(self, hertz: int) -> None:
        for bus, maximum, divider in (
            ("SYSCLK", MAXIMUM_SYSCLK if self.machine.power.is_full() else MAXIMUM_OF_SCALE_2, 1),
            ("APB1", MAXIMUM_APB1, self.divider(1)),
            ("APB2", MAXIMUM_APB2, self.divider(2)),
        ):
            if hertz // divider > maximum:
                self.violation(0x08, f"{bus} runs at {hertz // divider / 1e6:g} MHz, above {maximum / 1e6:g} MHz")

    def _ahb_hertz(self) -> int:
        system = {0: HSI_HZ, 1: HSE_HZ}.get(self._system) or self._pll_hertz()
        code = self.values.get(0x08, 0) >> 4 & 15
        return system >> ((0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 6, 7, 8, 9)[code])

    def _pll_hertz(self) -> int:
        """The PLL's output; settings outside its range are reported and counted as the HSI."""
        value = self.values[0x04]
        divide_in, multiply, divide_out = value & 63, value >> 6 & 511, 2 * ((value >> 16 & 3) + 1)
        source = HSE_HZ if value >> 22 & 1 else HSI_HZ
        if divide_in < 2 or multiply < 50 or not 950_000 <= source // max(1, divide_in) <= 2_100_000:
            self.violation(0x04, "the PLL's input is not between 1 and 2 MHz, or PLLN is below 50")
            return HSI_HZ
        vco = source * multiply // divide_in
        if not 100_000_000 <= vco <= 432_000_000:
            self.violation(0x04, f"the PLL's VCO would run at {vco / 1e6:g} MHz; 100 to 432 MHz are allowed")
            return HSI_HZ
        return vco // divide_out

    def divider(self, bus: int) -> int:
        """CPU cycles in one cycle of APB1 or APB2."""
        code = self.values.get(0x08, 0) >> (10 if bus == 1 else 13) & 7
        return 1 if code < 4 else 2 << (code - 4)

    def timer_divider(self, bus: int) -> int:
        """CPU cycles in one cycle of the timers on a bus: they run at twice a divided bus."""
        return max(1, self.divider(bus) // 2)


class Flash(Peripheral):
    """Wait states only: programming the flash is not modelled."""

    names: ClassVar[Mapping[int, str]] = {
        0x00: "ACR", 0x04: "KEYR", 0x08: "OPTKEYR", 0x0C: "SR", 0x10: "CR", 0x14: "OPTCR",
    }  # fmt: skip
    reset_values: ClassVar[Mapping[int, int]] = {0x10: 0x80000000, 0x14: 0x0FFFAAED}
    bits = bits_of_system.FLASH

    def write(self, offset: int, value: int) -> bool:
        self.values[offset] = value
        self.check_latency(self.machine.hertz)
        return False

    def check_latency(self, hertz: int) -> None:
        needed, states = -(-hertz // HERTZ_OF_WAIT_STATE) - 1, self.values.get(0, 0) & 7
        if states < needed:
            self.violation(0x00, f"{states} flash wait states at {hertz / 1e6:g} MHz, {needed} are needed")


class Pwr(Peripheral):
    """Power control: of the core's voltage only how fast it lets the CPU run, at the board's 3.3 V."""

    names: ClassVar[Mapping[int, str]] = {
        0x00: "CR", 0x04: "CSR",
    }  # fmt: skip
    reset_values: ClassVar[Mapping[int, int]] = {0x00: 0x4000}
    bits = bits_of_system.PWR

    def is_full(self) -> bool:
        """Whether the core has the voltage for the highest clocks (VOS)."""
        return bool(self.values[0x00] & 0x4000)

    def write(self, offset: int, value: int) -> bool:
        self.values[offset] = value
        if not self.is_full() and self.machine.hertz > MAXIMUM_OF_SCALE_2:
            self.violation(0x00, f"VOS is cleared while the CPU runs at {self.machine.hertz / 1e6:g} MHz")
        return False
