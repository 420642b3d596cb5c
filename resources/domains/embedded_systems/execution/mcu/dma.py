"""DMA controllers: streams that move items when a peripheral asks, or by themselves from memory to memory.

The FIFO moves nothing later here; what its thresholds and bursts forbid is said when a stream is enabled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from . import bits_of_peripherals
from .peripheral import NEVER, Peripheral

if TYPE_CHECKING:
    from .board import Board

_EN, _TCIE, _HTIE, _TEIE, _CIRC, _PINC, _MINC, _PINCOS = 1, 1 << 4, 1 << 3, 1 << 2, 1 << 8, 1 << 9, 1 << 10, 1 << 15
_DMDIS, _FIFO_BYTES = 4, 16
_TC, _HT, _TE = 0x20, 0x10, 0x08
_FIFO_RESET = 0x21
"""FCR: half full as the threshold, and its read-only part says that the FIFO is empty."""
_FLAG_SHIFT = (0, 6, 16, 22)
CYCLES_OF_ITEM = 4

REQUESTS: Mapping[tuple[str, int, int], tuple[str, bool]] = {
    ("DMA1", 6, 4): ("USART2", False), ("DMA1", 5, 4): ("USART2", True),
    ("DMA1", 3, 4): ("USART3", False), ("DMA1", 1, 4): ("USART3", True), ("DMA1", 4, 7): ("USART3", False),
    ("DMA2", 7, 4): ("USART1", False), ("DMA2", 2, 4): ("USART1", True), ("DMA2", 5, 4): ("USART1", True),
    ("DMA2", 6, 5): ("USART6", False), ("DMA2", 7, 5): ("USART6", False),
    ("DMA2", 1, 5): ("USART6", True), ("DMA2", 2, 5): ("USART6", True),
    ("DMA2", 3, 3): ("SPI1", False), ("DMA2", 5, 3): ("SPI1", False),
    ("DMA2", 0, 3): ("SPI1", True), ("DMA2", 2, 3): ("SPI1", True),
    ("DMA1", 4, 0): ("SPI2", False), ("DMA1", 3, 0): ("SPI2", True),
    ("DMA1", 5, 0): ("SPI3", False), ("DMA1", 7, 0): ("SPI3", False),
    ("DMA1", 0, 0): ("SPI3", True), ("DMA1", 2, 0): ("SPI3", True),
    ("DMA2", 0, 0): ("ADC1", True), ("DMA2", 4, 0): ("ADC1", True),
    ("DMA1", 1, 3): ("TIM2", False), ("DMA1", 7, 3): ("TIM2", False), ("DMA1", 2, 5): ("TIM3", False),
    ("DMA1", 6, 2): ("TIM4", False), ("DMA1", 1, 7): ("TIM6", False), ("DMA2", 5, 6): ("TIM1", False),
}  # fmt: skip
"""(controller, stream, channel) → (who asks, whether it asks for reception)."""


class Dma(Peripheral):
    names: ClassVar[Mapping[int, str]] = {
        0x00: "LISR", 0x04: "HISR", 0x08: "LIFCR", 0x0C: "HIFCR",
        **{
            0x10 + 0x18 * stream + 4 * index: f"S[{stream}].{name}"
            for stream in range(8)
            for index, name in enumerate(("CR", "NDTR", "PAR", "M0AR", "M1AR", "FCR"))
        },
    }  # fmt: skip
    bits = bits_of_peripherals.DMA

    def __init__(self, machine: Board, name: str, interrupts: tuple[int, ...]) -> None:
        super().__init__(machine, name, interrupts)
        self.values |= {0x10 + 0x18 * stream + 0x14: _FIFO_RESET for stream in range(8)}
        self._total = [0] * 8
        self._moved = [0] * 8
        self._done_at = [NEVER] * 8
        self._unanswered: set[int] = set()

    def _value(self, stream: int, index: int) -> int:
        return self.values.get(0x10 + 0x18 * stream + 4 * index, 0)

    def _flags(self, stream: int) -> int:
        return self.values.get(4 * (stream >> 2), 0) >> _FLAG_SHIFT[stream & 3] & 0x3D

    def _raise(self, stream: int, flags: int) -> None:
        offset = 4 * (stream >> 2)
        self.values[offset] = self.values.get(offset, 0) | flags << _FLAG_SHIFT[stream & 3]

    def write(self, offset: int, value: int) -> bool:
        if offset in (0x08, 0x0C):
            self.values[offset - 8] = self.values.get(offset - 8, 0) & ~value
        elif offset < 0x10:
            self.violation(offset, "the interrupt status register is read-only")
        else:
            self._write_stream((offset - 0x10) // 0x18, (offset - 0x10) % 0x18 // 4, offset, value)
        return True

    def _write_stream(self, stream: int, index: int, offset: int, value: int) -> None:
        enabled = self._value(stream, 0) & _EN
        if index == 0:
            self._control(stream, offset, value, bool(enabled))
        elif enabled:
            self.violation(offset, "written while the stream is enabled, the write is ignored")
        elif index == 5:
            self.values[offset] = value & 0x87 | _FIFO_RESET & 0x38
        else:
            self.values[offset] = value & 0xFFFF if index == 1 else value

    def _control(self, stream: int, offset: int, value: int, enabled: bool) -> None:
        old = self._value(stream, 0)
        if enabled and value & _EN and (old ^ value) & ~0x1E:
            self.violation(offset, "the stream is reconfigured while it is enabled")
        self.values[offset] = value
        if enabled and not value & _EN:
            self._done_at[stream] = NEVER
            self._raise(stream, _TC)
        elif not enabled and value & _EN:
            self._enable(stream, offset, value)

    def _enable(self, stream: int, offset: int, value: int) -> None:
        self._total[stream], self._moved[stream] = self._value(stream, 1), 0
        self._unanswered.discard(stream)
        if not self._total[stream]:
            self.violation(offset, "the stream is enabled with NDTR = 0 and moves nothing")
        elif self._flags(stream):
            self.violation(offset, "the stream is enabled before its flags are cleared in LIFCR or HIFCR")
        elif refused := self._refused(value, self._value(stream, 5)):
            self.violation(offset, refused)
            self._disable(stream)
            return
        elif value >> 6 & 3 == 2:
            if self.name == "DMA1":
                self.violation(offset, "only DMA2 can move from memory to memory")
                return
            if value & _CIRC:
                # RM0090, "Memory-to-memory mode": not allowed, and such a transfer would never end.
                self.violation(offset, "circular mode is not possible from memory to memory")
                return
            self._done_at[stream] = self.machine.event_time + CYCLES_OF_ITEM * self._total[stream]
        elif (self.name, stream, value >> 25 & 7) not in REQUESTS:
            self.violation(offset, f"no peripheral is connected to channel {value >> 25 & 7} of stream {stream}")
        self.machine.dma_requests()

    def _refused(self, control: int, fifo: int) -> str:
        """Codes that do not exist, and bursts that the FIFO cannot hold: RM0090 has the stream stop at once (FEIF)."""
        if control >> 6 & 3 == 3 or control >> 11 & 3 == 3 or control >> 13 & 3 == 3:
            return "DIR, PSIZE or MSIZE is 3, which does not exist"
        if not (fifo & _DMDIS or control >> 6 & 3 == 2):
            return ""
        threshold = 4 * ((fifo & 3) + 1)
        memory = control >> 23 & 3, 1 << (control >> 13 & 3)
        peripheral = control >> 21 & 3, 1 << (control >> 11 & 3)
        burst = (2 << memory[0]) * memory[1] if memory[0] else 0
        if burst and threshold % burst:
            return f"a FIFO error: bursts of {burst} bytes to memory do not fit its threshold of {threshold} bytes"
        burst = (2 << peripheral[0]) * peripheral[1] if peripheral[0] else 0
        if burst > _FIFO_BYTES or (burst == _FIFO_BYTES and threshold == 12):
            return f"a FIFO error: bursts of {burst} bytes do not fit its threshold of {threshold} bytes"
        return ""

    def next_event(self) -> int:
        return min(self._done_at)

    def advance(self, now: int) -> None:
        for stream in range(8):
            if self._done_at[stream] <= now:
                self._done_at[stream] = NEVER
                while self._value(stream, 0) & _EN and self._value(stream, 1):
                    self._move(stream)

    def requests(self) -> bool:
        """Serves every stream whose peripheral asks; whether anything moved."""
        moved = False
        for stream in range(8):
            control = self._value(stream, 0)
            wanted = REQUESTS.get((self.name, stream, control >> 25 & 7))
            if not control & _EN or wanted is None or control >> 6 & 3 == 2 or stream in self._unanswered:
                continue
            receive = control >> 6 & 3 == 0
            if wanted[1] == receive and self.machine.dma_request(wanted[0], receive):
                self._move(stream)
                moved = True
                if receive and self.machine.dma_request(wanted[0], receive):
                    self._leave_unanswered(stream, wanted[0])
        return moved

    def _leave_unanswered(self, stream: int, asking: str) -> None:
        """Only reading its data register ends a receiver's request. A device would go on moving for ever, and so would
        the model, within one moment."""
        self._unanswered.add(stream)
        self.violation(0x18 + 0x18 * stream, f"PAR is not the data register, so nothing answers {asking}'s request")

    def timer_request(self, timer: str) -> None:
        for stream in range(8):
            control = self._value(stream, 0)
            if control & _EN and REQUESTS.get((self.name, stream, control >> 25 & 7)) == (timer, False):
                self._move(stream)

    def _move(self, stream: int) -> None:
        """One item of the peripheral's size. The peripheral's side is the source from memory to memory.

        In memory items lie one behind the other: MSIZE only says in which portions the FIFO goes there, and without
        the FIFO it is PSIZE.
        """
        control = self._value(stream, 0)
        size, step = 1 << (control >> 11 & 3), self._moved[stream]
        stride = 4 if control & _PINCOS else size
        at_peripheral = self._value(stream, 2) + (step * stride if control & _PINC else 0)
        at_memory = self._value(stream, 3) + (step * size if control & _MINC else 0)
        source, target = (at_memory, at_peripheral) if control >> 6 & 3 == 1 else (at_peripheral, at_memory)
        if not self.machine.dma_copy(f"{self.name} stream {stream}", source, target, size):
            self._raise(stream, _TE)
            self._disable(stream)
            self.violation(
                0x10 + 0x18 * stream, f"transfer error: nothing to reach from 0x{source:08X} to 0x{target:08X}"
            )
            return
        self._count(stream)

    def _count(self, stream: int) -> None:
        self._moved[stream] += 1
        left = self._total[stream] - self._moved[stream]
        if left == self._total[stream] // 2:
            self._raise(stream, _HT)
        if left == 0:
            self.machine.dma_over(REQUESTS.get((self.name, stream, self._value(stream, 0) >> 25 & 7)))
            self._raise(stream, _TC)
            self._moved[stream] = 0
            if self._value(stream, 0) & _CIRC:
                left = self._total[stream]
            else:
                self._disable(stream)
        self.values[0x10 + 0x18 * stream + 4] = left

    def _disable(self, stream: int) -> None:
        self.values[0x10 + 0x18 * stream] = self._value(stream, 0) & ~_EN

    def lines(self) -> Iterator[int]:
        """Asked before every slice: streams without a flag cost nothing."""
        for half in (0, 4):
            if word := self.values.get(half, 0):
                for stream in range(half, half + 4):
                    flags = word >> _FLAG_SHIFT[stream & 3] & 0x3D
                    if flags and self._asks(flags, self._value(stream, 0)):
                        yield self.interrupts[stream]

    @staticmethod
    def _asks(flags: int, control: int) -> bool:
        return bool(
            (flags & _TC and control & _TCIE) or (flags & _HT and control & _HTIE) or (flags & _TE and control & _TEIE)
        )
