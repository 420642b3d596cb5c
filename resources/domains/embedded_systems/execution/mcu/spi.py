"""SPI as a master, full duplex, with 8 or 16 bit frames. What is wired to it is a device of the scenario.

Slave mode, I2S and hardware CRC are gaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from . import bits_of_peripherals
from .peripheral import NEVER, Peripheral

if TYPE_CHECKING:
    from .board import Board

_RXNE, _TXE, _MODF, _OVR, _BSY = 1, 2, 0x20, 0x40, 0x80
_MSTR, _SPE, _SSI, _SSM, _DFF = 1 << 2, 1 << 6, 1 << 8, 1 << 9, 1 << 11
_LSBFIRST = 1 << 7
_FORMAT = _DFF | _LSBFIRST | _MSTR
_SSOE = 4
MAXIMUM_FRAMES = 16_384


class Spi(Peripheral):
    names: ClassVar[Mapping[int, str]] = {
        0x00: "CR1", 0x04: "CR2", 0x08: "SR", 0x0C: "DR", 0x10: "CRCPR", 0x14: "RXCRCR", 0x18: "TXCRCR",
        0x1C: "I2SCFGR", 0x20: "I2SPR",
    }  # fmt: skip
    reset_values: ClassVar[Mapping[int, int]] = {0x08: _TXE, 0x10: 7, 0x20: 2}
    bits = bits_of_peripherals.SPI
    recorded = frozenset({"frames"})

    def __init__(
        self,
        machine: Board,
        name: str,
        interrupts: tuple[int, ...],
        bus: int,
        clock_pins: tuple[tuple[str, int], ...],
        data_pins: tuple[tuple[str, int], ...],
        input_pins: tuple[tuple[str, int], ...],
    ) -> None:
        super().__init__(machine, name, interrupts)
        self._bus, self._clock_pins, self._data_pins, self._input_pins = bus, clock_pins, data_pins, input_pins
        self.frames: list[tuple[int, int, int]] = []
        """(end in ns, sent, received)."""
        self._shifting: tuple[int, int] | None = None
        """(frame, when it ends)."""
        self._sampled = False
        """Whether its last bit was taken in, half a bit before it ends."""
        self._waiting: int | None = None
        self._settled: int | None = None
        """When BSY falls; None while a frame is on its way, and while nothing is."""

    def is_busy(self) -> bool:
        return self._shifting is not None or self._settled is not None

    def _half_bit(self) -> int:
        return (1 << (self.values.get(0x00, 0) >> 3 & 7)) * self.machine.rcc.divider(self._bus)

    def _frame_cycles(self) -> int:
        return (32 if self.values.get(0x00, 0) & _DFF else 16) * self._half_bit()

    def read(self, offset: int) -> int:
        if offset == 0x0C:
            self.values[0x08] &= ~(_RXNE | _OVR)
            self.machine.end_slice()
        value = self.values.get(offset, 0)
        return value | (_BSY if self.is_busy() and offset == 0x08 else 0)

    def write(self, offset: int, value: int) -> bool:
        if offset == 0x0C:
            self._send(value & (0xFFFF if self.values.get(0x00, 0) & _DFF else 0xFF))
        elif offset == 0x08:
            self.values[0x08] &= value | ~0x10
        else:
            self._configure(offset, value)
        self.machine.dma_requests()
        return True

    def _configure(self, offset: int, value: int) -> None:
        if offset == 0x00 and self.values.get(0x00, 0) & value & _SPE and (self.values[0x00] ^ value) & _FORMAT:
            self.violation(0x00, "the frame format is changed while SPE is set")
        if offset == 0x00 and self._shifting:
            old = self.values.get(0x00, 0)
            if old & _SPE and not value & _SPE:
                self.violation(0x00, "SPE is cleared while BSY is set, the frame is cut off")
            elif (old ^ value) & 0x3F:
                self.violation(0x00, "clock settings are changed while BSY is set")
        self.values[offset] = value
        if offset == 0x00 and value & (_MSTR | _SPE | _SSM | _SSI) == _MSTR | _SPE | _SSM:
            self.values[0x08] |= _MODF
            self.values[0x00] &= ~(_MSTR | _SPE)
            self.violation(0x00, "master mode with SSM set and SSI clear is a mode fault, SPE and MSTR are cleared")

    def _send(self, value: int) -> None:
        control = self.values.get(0x00, 0)
        if not control & _SPE:
            self.violation(0x0C, "written while SPE is off")
        elif control & _MSTR and not control & _SSM and not self.values.get(0x04, 0) & _SSOE:
            self.machine.gap(f"NSS as an input of a master ({self.name}->CR1 without SSM, CR2 without SSOE)")
        elif not control & _MSTR:
            self.machine.gap(f"{self.name} as a slave")
        elif not self.machine.pins.routed(self._clock_pins) or not self.machine.pins.routed(self._data_pins):
            self.violation(0x0C, f"written while SCK and MOSI are not both routed to {self.name} (MODER, AFR)")
        elif self._shifting is None:
            self._start(value)
        elif self._waiting is None:
            self._waiting = value
            self.values[0x08] &= ~_TXE
        else:
            self.violation(0x0C, "written while TXE is 0, the frame before it is lost")
            self._waiting = value

    def _start(self, value: int) -> None:
        self._shifting, self._sampled = (value, self.machine.event_time + self._frame_cycles()), False
        self._settled = None
        self.values[0x08] |= _TXE
        self.machine.conduct.note(f"shift {self.name} {self._format()}")

    def _format(self) -> str:
        """ "in mode 0, 8 bits, prescaler 16", as CR1 has it just now."""
        control = self.values.get(0x00, 0)
        bits, order = 16 if control & _DFF else 8, ", lowest bit first" if control & _LSBFIRST else ""
        return f"in mode {control & 3}, {bits} bits{order}, prescaler {2 << (control >> 3 & 7)}"

    def next_event(self) -> int:
        if self._shifting is None:
            return NEVER if self._settled is None else self._settled
        return self._shifting[1] if self._sampled else self._shifting[1] - self._half_bit()

    def advance(self, now: int) -> None:
        """RXNE comes with the last bit's sampling edge, half a bit before its end. BSY falls a bit after RXNE: a device
        may want its select pin held for that long."""
        while (at := self.next_event()) <= now:
            self.machine.event_time = at
            if self._shifting is None:
                self._settled = None
            elif self._sampled:
                self._finish(at)
            else:
                self._sample(*self._shifting)
            self.machine.dma_requests()

    def _sample(self, value: int, end: int) -> None:
        """A line that is open-drain without a pull-up stays low: without edges of the clock nobody takes part."""
        self._sampled = True
        pins, bits = self.machine.pins, 16 if self.values.get(0x00, 0) & _DFF else 8
        value = value if pins.can_rise(pins.routed(self._data_pins)) else 0
        answer = (1 << bits) - 1
        if pins.can_rise(pins.routed(self._clock_pins)):
            answer = self.machine.spi_exchange(self.name, value, bits)
        answer = answer if pins.routed(self._input_pins) else 0
        if len(self.frames) < MAXIMUM_FRAMES:
            self.frames.append((self.machine.ns_at(end), value, answer))
        else:
            self.machine.flooded()
        if self.values[0x08] & _RXNE:
            self.values[0x08] |= _OVR
        else:
            self.values[0x0C] = answer
            self.values[0x08] |= _RXNE

    def _finish(self, end: int) -> None:
        self._shifting = None
        if self._waiting is None:
            self._settled = end + self._half_bit() + self.machine.busy_lag(self.name)
        else:
            waiting, self._waiting = self._waiting, None
            self._start(waiting)

    def dma_request(self, receive: bool) -> bool:
        control, status = self.values.get(0x04, 0), self.values[0x08]
        return bool(control & 1 and status & _RXNE) if receive else bool(control & 2 and status & _TXE)

    def lines(self) -> Iterator[int]:
        control, status = self.values.get(0x04, 0), self.values[0x08]
        if control >> 6 & status & (_RXNE | _TXE) or (control & 0x20 and status & (_OVR | _MODF)):
            yield self.interrupts[0]
