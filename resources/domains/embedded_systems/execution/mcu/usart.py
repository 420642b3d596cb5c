"""USART: frames in time, flags, errors, DMA requests. What a terminal makes of the bytes is decided outside.

Asynchronous mode with 8 data bits, as the tasks use it; other frame formats are gaps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from . import bits_of_peripherals
from .peripheral import NEVER, Peripheral

if TYPE_CHECKING:
    from .board import Board

_TXE, _TC, _RXNE, _IDLE, _ORE, _FE, _PE = 0x80, 0x40, 0x20, 0x10, 0x08, 0x02, 0x01
_UE, _TE, _RE = 1 << 13, 1 << 3, 1 << 2
_PCE, _PEIE = 1 << 10, 1 << 8
MAXIMUM_BYTES = 8 << 10
BITS_OF_FRAME = 10
BAUD_TOLERANCE = 0.03


class Usart(Peripheral):
    names: ClassVar[Mapping[int, str]] = {
        0x00: "SR", 0x04: "DR", 0x08: "BRR", 0x0C: "CR1", 0x10: "CR2", 0x14: "CR3", 0x18: "GTPR",
    }  # fmt: skip
    reset_values: ClassVar[Mapping[int, int]] = {0x00: _TXE | _TC}
    bits = bits_of_peripherals.USART
    recorded = frozenset({"sent", "_incoming"})

    def __init__(
        self,
        machine: Board,
        name: str,
        interrupts: tuple[int, ...],
        bus: int,
        pins: tuple[tuple[str, int], ...],
        receive_pins: tuple[tuple[str, int], ...],
    ) -> None:
        super().__init__(machine, name, interrupts)
        self._bus, self._pins, self._receive_pins = bus, pins, receive_pins
        self.sent: list[tuple[int, int, int]] = []
        """(time in ns of the stop bit, byte, baud rate)."""
        self._shifting: tuple[int, int] | None = None
        """(byte, when its frame ends)."""
        self._waiting: int | None = None
        self._incoming: deque[tuple[int, int, int]] = deque()
        """(when its stop bit ends, byte, baud rate)."""
        self._status_read = False
        self._idle_at = NEVER

    def adopt(self, before: Usart) -> None:
        """After a reset: what was sent stays recorded, what is on its way still arrives."""
        self.sent = before.sent
        self._incoming = before._incoming

    def baud(self) -> int:
        """Bits in a second as the registers set them; 0 where BRR is 0."""
        divider = self.values.get(0x08, 0)
        if self.values.get(0x0C, 0) >> 15 & 1:
            divider = (divider >> 4) * 8 + (divider & 7)
        return self.machine.hertz // self.machine.rcc.divider(self._bus) // divider if divider else 0

    def is_sending(self) -> bool:
        return self._shifting is not None

    def _framed(self, byte: int) -> int:
        """The eight bits on the line: with PCE set, the last one is the parity."""
        control = self.values.get(0x0C, 0)
        if not control & _PCE:
            return byte
        odd = (byte & 0x7F).bit_count() & 1
        return byte & 0x7F | (odd ^ control >> 9 & 1) << 7

    def _frame_cycles(self) -> int:
        """Of a frame that is sent: with STOP set, it has a second stop bit."""
        baud, bits = self.baud(), BITS_OF_FRAME + (self.values.get(0x10, 0) >> 13 & 1)
        return bits * self.machine.hertz // baud if baud else NEVER

    def _on(self, bits: int) -> bool:
        return self.values.get(0x0C, 0) & (_UE | bits) == _UE | bits

    def read(self, offset: int) -> int:
        if offset == 0x00:
            self._status_read = True
        elif offset == 0x04:
            if self.values[0x00] & _RXNE:
                self.machine.conduct.note(f"take a byte from {self.name}")
            self.values[0x00] &= ~_RXNE
            if self._status_read:
                self.values[0x00] &= ~(_ORE | _FE | _PE | _IDLE)
            self._status_read = False
            self.machine.end_slice()
        return self.values.get(offset, 0)

    def write(self, offset: int, value: int) -> bool:
        if offset == 0x04:
            self._send(value & 0xFF)
        elif offset == 0x00:
            self.values[0x00] &= value | ~(_TC | _RXNE)
        else:
            self._configure(offset, value)
        self.machine.dma_requests()
        return True

    def _configure(self, offset: int, value: int) -> None:
        if (
            offset == 0x08
            and self._on(0)
            and self.values.get(0x0C, 0) & (_TE | _RE)
            and value != self.values.get(0x08, 0)
        ):
            self.violation(offset, "BRR is written while UE is set: the USART is enabled before it is configured")
        self.values[offset] = value

    def _send(self, byte: int) -> None:
        if not self._on(_TE):
            missing = "UE" if not self.values.get(0x0C, 0) & _UE else "TE"
            self.violation(0x04, f"written while {missing} is off, the byte is lost")
        elif not self.values.get(0x08, 0):
            self.violation(0x08, "transmission is started with BRR still 0")
        elif not self.machine.pins.routed(self._pins):
            self.violation(0x04, f"written while no TX pin is routed to {self.name} (MODER, AFR)")
        elif self._shifting is None:
            self._start(byte)
        elif self._waiting is None:
            self._waiting = byte
            self.values[0x00] &= ~(_TXE | _TC)
        else:
            self.violation(0x04, "written while TXE is 0, the byte before it is lost")
            self._waiting = byte

    def _start(self, byte: int) -> None:
        self._shifting = (byte, self.machine.event_time + self._frame_cycles())
        self.values[0x00] = self.values[0x00] & ~_TC | _TXE

    def receive(self, at: int, byte: int, baud: int) -> None:
        """A byte whose start bit comes now and whose stop bit ends at cycle `at`; in order."""
        if self.machine.time < self._idle_at:
            self._idle_at = NEVER
        self._incoming.append((at, byte, baud))

    def hasten(self, at: int, now: int) -> None:
        """The byte whose stop bit would end at cycle `at` ends now, if it is still on its way."""
        self._incoming = deque((now if item[0] == at else item[0], *item[1:]) for item in self._incoming)

    def next_event(self) -> int:
        shifting = self._shifting[1] if self._shifting else NEVER
        return min(shifting, self._incoming[0][0] if self._incoming else NEVER, self._idle_at)

    def advance(self, now: int) -> None:
        while (at := self.next_event()) <= now:
            self.machine.event_time = at
            if self._shifting and self._shifting[1] == at:
                self._finish_frame(at)
            elif self._incoming and self._incoming[0][0] == at:
                self._take(*self._incoming.popleft())
            else:
                self._idle_at = NEVER
                self.values[0x00] |= _IDLE
            self.machine.dma_requests()

    def _finish_frame(self, at: int) -> None:
        assert self._shifting is not None
        if not self.machine.pins.can_rise(self.machine.pins.routed(self._pins[:1])):
            pass  # nothing is connected there, or the line stays low
        elif len(self.sent) < MAXIMUM_BYTES:
            self.sent.append((self.machine.ns_at(at), self._framed(self._shifting[0]), self.baud()))
        else:
            self.machine.flooded()
        self._shifting = None
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self._start(waiting)
        else:
            self.values[0x00] |= _TC

    def _take(self, at: int, byte: int, baud: int) -> None:
        if not self._on(_RE) or not self.machine.pins.routed(self._receive_pins[:1]):
            return
        own = self.baud()
        if not own or abs(own - baud) > BAUD_TOLERANCE * baud:
            self.values[0x00] |= _FE
            byte = (byte * 37 + 11) & 0xFF
        if self.values[0x00] & _RXNE:
            self.values[0x00] |= _ORE
        else:
            self.values[0x04] = byte
            self.values[0x00] |= _RXNE | (_PE if self._framed(byte) != byte else 0)
        self._idle_at = NEVER if self._incoming else at + self._frame_cycles()

    def dma_request(self, receive: bool) -> bool:
        """Whether a DMA stream may move a byte now."""
        if receive:
            return bool(self.values.get(0x14, 0) & 1 << 6 and self.values[0x00] & _RXNE)
        return bool(self.values.get(0x14, 0) & 1 << 7 and self.values[0x00] & _TXE and self._on(_TE))

    def lines(self) -> Iterator[int]:
        status, control = self.values[0x00], self.values.get(0x0C, 0)
        raised = control & status & (_TXE | _TC | _RXNE | _IDLE) or (control & _RXNE and status & _ORE)
        raised = raised or (control & _PEIE and status & _PE)
        raised = raised or (self.values.get(0x14, 0) & 0x41 == 0x41 and status & (_ORE | _FE))
        if raised and control & _UE:
            yield self.interrupts[0]
