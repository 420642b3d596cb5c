"""Ports, pins and what listens to them: GPIO, SYSCFG and EXTI.

A pin's level follows from its mode, what drives it from outside, and its pull. Waveforms are recorded here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from . import bits_of_system
from .peripheral import Peripheral

if TYPE_CHECKING:
    from .board import Board

MAXIMUM_EDGES = 20_000
"""Of all pins together, in one run."""
INPUT, OUTPUT, ALTERNATE, ANALOG = range(4)
_RESET = {"A": {0x00: 0xA8000000, 0x0C: 0x64000000}, "B": {0x00: 0x280, 0x0C: 0x100}}
"""The debugger's pins."""
_DEBUGGER = {0x00: 0x3C000000, 0x0C: 0x3C000000, 0x24: 0x0FF00000}
"""Mode, pull and function of PA13 and PA14, without which no debugger gets in; PA15 may be taken."""


class Gpio(Peripheral):
    """One port of 16 pins."""

    names: ClassVar[Mapping[int, str]] = {
        0x00: "MODER", 0x04: "OTYPER", 0x08: "OSPEEDR", 0x0C: "PUPDR", 0x10: "IDR", 0x14: "ODR", 0x18: "BSRR",
        0x1C: "LCKR", 0x20: "AFR[0]", 0x24: "AFR[1]",
    }  # fmt: skip
    bits = bits_of_system.GPIO
    recorded = frozenset({"_levels"})

    def __init__(self, machine: Board, letter: str) -> None:
        self.letter = letter
        super().__init__(machine, f"GPIO{letter}")
        self.values |= _RESET.get(letter, {})
        self._levels: dict[int, int] = dict.fromkeys(range(16), 0)

    def adopt(self, before: Gpio) -> None:
        """After a reset: the levels that were last recorded."""
        self._levels = before._levels

    def mode(self, pin: int) -> int:
        return self.values.get(0x00, 0) >> 2 * pin & 3

    def alternate(self, pin: int) -> int:
        """The number of the alternate function that is routed to a pin, -1 where none is."""
        if self.mode(pin) != ALTERNATE:
            return -1
        return self.values.get(0x20 + 4 * (pin >> 3), 0) >> 4 * (pin & 7) & 15

    def level(self, pin: int) -> int:
        driven = self._driven(pin)
        if driven is not None:
            return driven
        outside = self.machine.pins.outside.get(f"P{self.letter}{pin}")
        return outside if outside is not None else int(self.values.get(0x0C, 0) >> 2 * pin & 3 == 1)

    def drive(self, pin: int) -> str:
        """How a pin is set up, as its level's cause: "output", "open-drain", "alternate 2", "input"."""
        mode = self.mode(pin)
        if mode == OUTPUT:
            return "open-drain" if self.values.get(0x04, 0) >> pin & 1 else "output"
        return f"alternate {self.alternate(pin)}" if mode == ALTERNATE else "input"

    def _driven(self, pin: int) -> int | None:
        mode = self.mode(pin)
        if mode == OUTPUT:
            level = self.values.get(0x14, 0) >> pin & 1
        elif mode == ALTERNATE:
            routed = self.machine.pins.alternate_level(f"P{self.letter}{pin}", self.alternate(pin))
            if routed is None:
                return None
            level = routed
        else:
            return None
        return None if level and self.values.get(0x04, 0) >> pin & 1 else level

    def read(self, offset: int) -> int:
        if offset == 0x10:
            return sum(self.level(pin) << pin for pin in range(16) if self.mode(pin) != ANALOG)
        return 0 if offset == 0x18 else self.values.get(offset, 0)

    def changes(self, offset: int, value: int) -> bool:
        if offset == 0x18:
            output = self.values.get(0x14, 0)
            return (output & ~(value >> 16) | value & 0xFFFF) != output
        return offset in (0x10, 0x1C) or self.values.get(offset, 0) != value

    def merged(self, offset: int, value: int, mask: int) -> int:
        return value if offset == 0x18 else super().merged(offset, value, mask)

    def write(self, offset: int, value: int) -> bool:
        if offset == 0x10:
            self.violation(offset, "the input data register is read-only")
        elif offset == 0x18:
            self.values[0x14] = self.values.get(0x14, 0) & ~(value >> 16) | value & 0xFFFF
        else:
            if self.letter == "A" and (value ^ _RESET["A"].get(offset, 0)) & _DEBUGGER.get(offset, 0):
                self.violation(offset, "PA13 and PA14, the debugger's pins, are not left as they are after reset")
            self.values[offset] = value & 0xFFFF if offset in (0x04, 0x14) else value
        self.refresh()
        return self.machine.pins.listening

    def refresh(self) -> None:
        """Records and passes on every pin whose level has changed."""
        for pin in range(16):
            level = self.level(pin)
            if self._levels[pin] != level:
                self._levels[pin] = level
                self.machine.pins.changed(f"P{self.letter}{pin}", level)


class Pins:
    """All pins by name ("PA5"): outside drivers, waveforms, and those who want to see edges."""

    def __init__(self, machine: Board) -> None:
        self._machine = machine
        self.outside: dict[str, int] = {}
        self.waveforms: dict[str, list[tuple[int, int]]] = {}
        self.outputs: dict[tuple[str, int], int] = {}
        """(pin, alternate function) → the level that a peripheral drives."""
        self.drivers: dict[tuple[str, int], str] = {}
        """(pin, alternate function) → that peripheral."""
        self._edges = 0
        self.listening = False

    def alternate_level(self, pin: str, function: int) -> int | None:
        return self.outputs.get((pin, function))

    def routed(self, options: tuple[tuple[str, int], ...]) -> str:
        """The first pin of (pin, function) options that is routed so; "" where none is."""
        for pin, function in options:
            if self._machine.ports[pin[1]].alternate(int(pin[2:])) == function:
                return pin
        return ""

    def can_rise(self, pin: str) -> bool:
        """Whether an output there can be high: an open drain without the pull-up cannot; "" is no pin."""
        if not pin:
            return False
        values, number = self._machine.ports[pin[1]].values, int(pin[2:])
        return not values.get(0x04, 0) >> number & 1 or values.get(0x0C, 0) >> 2 * number & 3 == 1

    def drive(self, pin: str, level: int | None) -> None:
        """From outside; None lets go."""
        if level is None:
            self.outside.pop(pin, None)
        else:
            self.outside[pin] = level
        self._machine.ports[pin[1]].refresh()

    def output(self, driver: str, pin: str, function: int, level: int) -> None:
        """From a peripheral; seen on the pin while it is routed there."""
        self.outputs[pin, function], self.drivers[pin, function] = level, driver
        self._machine.ports[pin[1]].refresh()

    def changed(self, pin: str, level: int) -> None:
        if self._edges < MAXIMUM_EDGES:
            self._edges += 1
            self.waveforms.setdefault(pin, []).append((self._machine.now_ns(), level))
        else:
            self._machine.flooded()
        self._machine.conduct.pin(pin, self._machine.ports[pin[1]].drive(int(pin[2:])))
        if self._machine.ports[pin[1]].mode(int(pin[2:])) != ANALOG:  # there, the input reads as 0
            self._machine.exti.edge(pin, level)
            for timer in self._machine.timers:
                timer.edge(pin, level)
        for device in self._machine.devices:
            device.edge(pin, level)


class Syscfg(Peripheral):
    names: ClassVar[Mapping[int, str]] = {
        0x00: "MEMRMP", 0x04: "PMC", 0x08: "EXTICR[0]", 0x0C: "EXTICR[1]", 0x10: "EXTICR[2]",
        0x14: "EXTICR[3]", 0x20: "CMPCR",
    }  # fmt: skip
    bits = bits_of_system.SYSCFG

    def source(self, line: int) -> str:
        """The letter of the port that is connected to an EXTI line."""
        code = self.values.get(0x08 + 4 * (line >> 2), 0) >> 4 * (line & 3) & 15
        return "ABCDEFGHI"[min(code, 8)]


_LINES = 0x7FFFFF


class Exti(Peripheral):
    names: ClassVar[Mapping[int, str]] = {
        0x00: "IMR", 0x04: "EMR", 0x08: "RTSR", 0x0C: "FTSR", 0x10: "SWIER", 0x14: "PR",
    }  # fmt: skip
    bits = bits_of_system.EXTI

    def __init__(self, machine: Board) -> None:
        super().__init__(machine, "EXTI")
        self.forced = 0
        """Pending lines that no edge has set, only the software."""

    def write(self, offset: int, value: int) -> bool:
        if offset == 0x14:
            self._clear(value)
        elif offset == 0x10:
            self._request(value)
        else:
            self.values[offset] = value
        self.machine.pins.listening = self.machine.pins.listening or offset in (0x08, 0x0C)
        return True

    def _clear(self, value: int) -> None:
        """Writing 1 to a pending bit clears it, and the software's request of the same line."""
        for offset in (0x10, 0x14):
            self.values[offset] = self.values.get(offset, 0) & ~value
        self.forced &= ~value

    def _request(self, value: int) -> None:
        """A request of the software pends a line that is not masked, where its bit was 0 before."""
        before = self.values.get(0x10, 0)
        pended = value & ~before & self.values.get(0x00, 0) & _LINES
        self.forced |= pended & ~self.values.get(0x14, 0)
        self.values[0x10] = (before | value) & _LINES
        self.values[0x14] = self.values.get(0x14, 0) | pended

    def edge(self, pin: str, level: int) -> None:
        line = int(pin[2:])
        if self.machine.syscfg.source(line) != pin[1] or not self.values.get(0x08 if level else 0x0C, 0) >> line & 1:
            return
        self.values[0x14] = self.values.get(0x14, 0) | 1 << line
        self.forced &= ~(1 << line)
        if self.values.get(0x04, 0) >> line & 1:
            self.machine.wake()
        self.machine.end_slice()

    def lines(self) -> Iterator[int]:
        yield from self._numbers(self.values.get(0x14, 0) & self.values.get(0x00, 0))

    def forced_lines(self) -> Iterator[int]:
        """Those that only the software has asked for."""
        asked = self.values.get(0x14, 0) & self.values.get(0x00, 0)
        yield from set(self._numbers(asked & self.forced)) - set(self._numbers(asked & ~self.forced))

    def _numbers(self, pending: int) -> Iterator[int]:
        for line in range(16) if pending else ():
            if pending >> line & 1:
                yield 6 + line if line < 5 else 23 if line < 10 else 40
