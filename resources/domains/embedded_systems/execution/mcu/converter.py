"""ADC1: regular conversions, single, continuous or scanning, from the voltages of the scenario. And the CRC unit.

Injected channels, discontinuous mode and external triggers are gaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from . import bits_of_peripherals
from .peripheral import NEVER, WORD, Peripheral

if TYPE_CHECKING:
    from .board import Board

_AWD, _EOC, _STRT, _OVR = 1, 2, 0x10, 0x20
_ADON, _CONT, _DMA, _DDS, _ALIGN, _SWSTART = 1, 2, 1 << 8, 1 << 9, 1 << 11, 1 << 30
_SCAN, _AWDSGL, _AWDEN = 1 << 8, 1 << 9, 1 << 23
_SAMPLE_CYCLES = (3, 15, 28, 56, 84, 112, 144, 480)
_COMMON_CCR = 0x304
_STABLE_AFTER_NS = 3_000
"""From ADON on. A conversion that begins earlier is off; by how much, no data sheet says."""


class Adc(Peripheral):
    names: ClassVar[Mapping[int, str]] = {
        0x00: "SR", 0x04: "CR1", 0x08: "CR2", 0x0C: "SMPR1", 0x10: "SMPR2", 0x14: "JOFR1", 0x18: "JOFR2",
        0x1C: "JOFR3", 0x20: "JOFR4", 0x24: "HTR", 0x28: "LTR", 0x2C: "SQR1", 0x30: "SQR2", 0x34: "SQR3",
        0x38: "JSQR", 0x3C: "JDR1", 0x40: "JDR2", 0x44: "JDR3", 0x48: "JDR4", 0x4C: "DR",
        0x300: "CSR", 0x304: "CCR", 0x308: "CDR",
    }  # fmt: skip
    reset_values: ClassVar[Mapping[int, int]] = {0x24: 0xFFF}
    bits = bits_of_peripherals.ADC
    recorded = frozenset({"inputs"})

    def __init__(self, machine: Board) -> None:
        super().__init__(machine, "ADC1", (18,))
        self.inputs: dict[int, int] = {}
        """Channel → what it converts to, 0 to 4095."""
        self._done_at = NEVER
        self._rank = self._converted = 0
        self._sample = 0
        """For how many cycles the conversion samples."""
        self._on_at = 0
        self._is_early = False
        """Whether the conversion began before the converter was stable."""
        self._served = False
        """Whether a DMA stream has moved its last item: without DDS, none is asked for until DMA is set anew."""

    def read(self, offset: int) -> int:
        if offset == 0x4C:
            if self.values.get(0x00, 0) & _EOC:
                self.machine.conduct.note(f"take the value of channel {self._converted}")
            self.values[0x00] = self.values.get(0x00, 0) & ~_EOC
            self.machine.end_slice()
        return self.values.get(offset, 0)

    def write(self, offset: int, value: int) -> bool:
        if offset == 0x00:
            self.values[0x00] = self.values.get(0x00, 0) & value
            return True
        was_on = self.values.get(0x08, 0) & _ADON
        self.values[offset] = value & ~_SWSTART if offset == 0x08 else value
        if offset == 0x08:
            self._served = self._served and bool(value & _DMA)
            self._on_at = self._on_at if was_on else self.machine.event_time
            if value & _SWSTART:
                self._start(is_on=bool(was_on and value & _ADON))
        return True

    def _start(self, *, is_on: bool) -> None:
        """The write that sets ADON starts nothing yet."""
        if not is_on:
            self.violation(0x08, "SWSTART is set while ADON is off, nothing is converted")
            return
        self._rank = 0
        self.machine.conduct.note("start ADC1")
        self.values[0x00] = self.values.get(0x00, 0) | _STRT
        self._convert(self.machine.event_time)

    def _channel(self) -> int:
        rank = self._rank
        register = 0x34 if rank < 6 else 0x30 if rank < 12 else 0x2C
        return self.values.get(register, 0) >> 5 * (rank % 6) & 31

    def _length(self) -> int:
        scans = self.values.get(0x04, 0) & _SCAN
        return (self.values.get(0x2C, 0) >> 20 & 15) + 1 if scans else 1

    def _convert(self, at: int) -> None:
        self._is_early = (at - self._on_at) * 1_000_000_000 < _STABLE_AFTER_NS * self.machine.hertz
        channel = self._channel()
        self._check_pin(channel)
        register, shift = (0x10, channel) if channel < 10 else (0x0C, channel - 10)
        self._sample = _SAMPLE_CYCLES[self.values.get(register, 0) >> 3 * shift & 7]
        prescaler = 2 * ((self.values.get(_COMMON_CCR, 0) >> 16 & 3) + 1)
        self._done_at = at + (self._sample + 12 - self._missing_bits()) * prescaler * self.machine.rcc.divider(2)

    def _missing_bits(self) -> int:
        """Of 12, by the resolution."""
        return 2 * (self.values.get(0x04, 0) >> 24 & 3)

    def _result(self) -> int:
        """As it stands in DR: to the right, or to the left of 16 bits (of 8, where there are 6)."""
        missing = self._missing_bits()
        value = (self.inputs.get(self._converted, 0) & 0xFFF) * (15 if self._is_early else 16) // 16 >> missing
        return value << (2 if missing == 6 else 4 + missing) if self.values[0x08] & _ALIGN else value

    def _watch(self) -> int:
        """AWD, where the analog watchdog looks at this channel and its value is outside."""
        control, value = self.values.get(0x04, 0), self.inputs.get(self._converted, 0) & 0xFFF
        looks = control & _AWDEN and (not control & _AWDSGL or control & 31 == self._converted)
        return _AWD if looks and not self.values.get(0x28, 0) <= value <= self.values[0x24] else 0

    def _check_pin(self, channel: int) -> None:
        if channel >= 16:
            return
        pin = f"PA{channel}" if channel < 8 else f"PB{channel - 8}" if channel < 10 else f"PC{channel - 10}"
        if self.machine.ports[pin[1]].mode(int(pin[2:])) != 3:
            self.violation(0x34, f"channel {channel} is converted while {pin} is not in analog mode")

    def next_event(self) -> int:
        return self._done_at

    def advance(self, now: int) -> None:
        while self._done_at <= now:
            at = self.machine.event_time = self._done_at
            status = self.values.get(0x00, 0)
            if status & _EOC and self.values[0x08] & _DMA and not self._served:
                status |= _OVR
            self._converted = self._channel()
            self.machine.conduct.note(f"convert channel {self._converted}")
            self.machine.conduct.note(f"sample channel {self._converted} for {self._sample} cycles")
            self.values[0x4C] = self._result()
            status |= self._watch()
            self._rank += 1
            last = self._rank >= self._length()
            if last or self.values[0x08] & (1 << 10 | _DMA):
                status |= _EOC
            self.values[0x00] = status
            self._done_at = NEVER
            self.machine.dma_requests()
            if not last:
                self._convert(at)
            elif self.values[0x08] & _CONT and self.values[0x08] & _ADON:
                self._rank = 0
                self._convert(at)

    def dma_request(self, receive: bool) -> bool:
        asks = self.values.get(0x08, 0) & _DMA and not self._served
        return receive and bool(asks and self.values.get(0x00, 0) & _EOC)

    def dma_over(self) -> None:
        """A stream has moved the last item of its transfer, circular or not."""
        self._served = not self.values.get(0x08, 0) & _DDS

    def lines(self) -> Iterator[int]:
        status, control = self.values.get(0x00, 0), self.values.get(0x04, 0)
        pairs = ((_EOC, 1 << 5), (_AWD, 1 << 6), (_OVR, 1 << 26))
        if any(status & flag and control & enable for flag, enable in pairs):
            yield self.interrupts[0]


class Crc(Peripheral):
    """CRC-32 (polynomial 0x04C11DB7) over words, as the device's unit computes it."""

    names: ClassVar[Mapping[int, str]] = {0x00: "DR", 0x04: "IDR", 0x08: "CR"}
    reset_values: ClassVar[Mapping[int, int]] = {0x00: WORD}
    bits = bits_of_peripherals.CRC

    def write(self, offset: int, value: int) -> bool:
        if offset == 0x08:
            if value & 1:
                self.values[0x00] = WORD
        elif offset == 0x04:
            self.values[0x04] = value & 0xFF
        else:
            remainder = self.values[0x00] ^ value
            for _ in range(32):
                remainder = (remainder << 1 ^ (0x04C11DB7 if remainder >> 31 else 0)) & WORD
            self.values[0x00] = remainder
        return False
