"""Timers: up-counting time base, update events, output compare, PWM and input capture.

Down and centre-aligned counting, slave modes and encoders are gaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from . import bits_of_peripherals
from .count_length import CountLength
from .peripheral import NEVER, Peripheral

if TYPE_CHECKING:
    from .board import Board

_CEN, _UDIS, _URS, _OPM, _ARPE = 1, 2, 4, 8, 0x80
_CR1, _SMCR, _DIER, _SR, _EGR, _CCMR1, _CCER, _CNT, _PSC, _ARR, _CCR1, _BDTR = (
    0x00, 0x08, 0x0C, 0x10, 0x14, 0x18, 0x20, 0x24, 0x28, 0x2C, 0x34, 0x44,
)  # fmt: skip
MINIMUM_EVENT_CYCLES = 48
"""A shorter period is looked at this often only: one of two cycles must not stop the CPU at each instruction."""


TABLES = {
    "TIM1": bits_of_peripherals.ADVANCED_TIMER,
    "TIM6": bits_of_peripherals.BASIC_TIMER,
    "TIM7": bits_of_peripherals.BASIC_TIMER,
}


class Timer(Peripheral):
    names: ClassVar[Mapping[int, str]] = {
        0x00: "CR1", 0x04: "CR2", 0x08: "SMCR", 0x0C: "DIER", 0x10: "SR", 0x14: "EGR", 0x18: "CCMR1",
        0x1C: "CCMR2", 0x20: "CCER", 0x24: "CNT", 0x28: "PSC", 0x2C: "ARR", 0x30: "RCR", 0x34: "CCR1",
        0x38: "CCR2", 0x3C: "CCR3", 0x40: "CCR4", 0x44: "BDTR", 0x48: "DCR", 0x4C: "DMAR", 0x50: "OR",
    }  # fmt: skip

    def __init__(
        self,
        machine: Board,
        name: str,
        interrupts: tuple[int, ...],
        bus: int,
        *,
        function: int = 0,
        pins: Mapping[int, tuple[str, ...]] | None = None,
        wide: bool = False,
    ) -> None:
        self._top = 0xFFFFFFFF if wide else 0xFFFF
        super().__init__(machine, name, interrupts)
        self.values[_ARR] = self._top
        self.live = frozenset({f"{name}->CNT"})
        self._bus, self._function, self._pins = bus, function, pins or {}
        self._advanced = name == "TIM1"
        self.bits = TABLES.get(name, bits_of_peripherals.GENERAL_TIMER)
        self._ignored = [0, 0, 0, 0]
        """Edges of each channel since the last one that was captured."""
        self._prescaler, self._reload = 0, self._top
        self._compare = [0, 0, 0, 0]
        self._started = 0
        """The cycle at which the counter was 0, while it runs."""
        self._length = CountLength()
        self._stopped_at = 0
        self._matched = [NEVER, NEVER, NEVER, NEVER]
        self._update_at = NEVER

    def _tick(self) -> int:
        """CPU cycles in one count."""
        return (self._prescaler + 1) * self.machine.rcc.timer_divider(self._bus)

    def _period(self) -> int:
        """CPU cycles from one overflow to the next."""
        return (self._reload + 1) * self._tick()

    def _running(self) -> bool:
        return bool(self.values.get(_CR1, 0) & _CEN)

    def count(self, now: int) -> int:
        return (now - self._started) // self._tick() if self._running() else self._stopped_at

    def read(self, offset: int) -> int:
        if offset == _CNT:
            return self.count(self.machine.now()) % (self._reload + 1) if self._reload else 0
        if 0x34 <= offset <= 0x40 and self._is_capture((offset - 0x34) // 4):
            self.values[_SR] = self.values.get(_SR, 0) & ~(2 << (offset - 0x34) // 4)
            self.machine.end_slice()
        return self.values.get(offset, 0)

    def write(self, offset: int, value: int) -> bool:
        now = self.machine.now()
        if offset == _SR:
            self.values[_SR] = self.values.get(_SR, 0) & value
        elif offset == _EGR:
            self._generate(value, now)
        elif offset == _CR1:
            self._control(value, now)
        elif offset == _CNT:
            self._started, self._stopped_at = now - (value & self._top) * self._tick(), value & self._top
            self._length.restart(self._started, self._period())
        else:
            self._store(offset, value, now)
        self._schedule(now)
        return True

    def _control(self, value: int, now: int) -> None:
        was = self._running()
        if was and not value & _CEN:
            self._stopped_at = self.count(now)
        self.values[_CR1] = value
        if not was and value & _CEN:
            if not self._reload:
                self.violation(_CR1, "the counter is enabled with ARR = 0 and does not count")
            self._started = now - self._stopped_at * self._tick()
            self._length.start(self._started)

    def _store(self, offset: int, value: int, now: int) -> None:
        if offset in (_CCMR1, _CCMR1 + 4):
            self._check_mode(offset, value)
        elif offset == _CCER:
            self._ignored = [edges if value >> 4 * channel & 1 else 0 for channel, edges in enumerate(self._ignored)]
        self.values[offset] = value & self._top if offset in (_ARR, 0x34, 0x38, 0x3C, 0x40) else value
        if offset == _ARR and not (self._running() and self.values.get(_CR1, 0) & _ARPE):
            self._reload = value & self._top
            if self._running() and self._reload and self.count(now) > self._reload:
                self._started = now
                self._length.restart(now, self._period())
        if offset in (0x34, 0x38, 0x3C, 0x40) and not (self._preloads((offset - 0x34) // 4) and self._running()):
            self._compare[(offset - 0x34) // 4] = value & self._top

    def _check_mode(self, offset: int, value: int) -> None:
        """Bit 7 of an output's mode clears it by ETR; of an input's, it is part of the filter."""
        for channel in range(2):
            mode = value >> 8 * channel & 0xFF
            if mode & 0x80 and not mode & 3:
                self.machine.gap(f"an output that ETR clears ({self.register(offset)} bit {8 * channel + 7})")

    def _preloads(self, channel: int) -> bool:
        return bool(self._mode_bits(channel) & 8)

    def _mode_bits(self, channel: int) -> int:
        return self.values.get(_CCMR1 + 4 * (channel >> 1), 0) >> 8 * (channel & 1) & 0xFF

    def _is_capture(self, channel: int) -> bool:
        return bool(self._mode_bits(channel) & 3)

    def _enabled(self, channel: int) -> bool:
        return bool(self.values.get(_CCER, 0) >> 4 * channel & 1)

    def _generate(self, value: int, now: int) -> None:
        if value & 1:
            self._load()
            self._started, self._stopped_at = now, 0
            self._length.restart(now, self._period())
            if not self.values.get(_CR1, 0) & (_URS | _UDIS):
                self.values[_SR] = self.values.get(_SR, 0) | 1
        for channel in range(4):
            if value >> (channel + 1) & 1:
                if self._is_capture(channel):
                    self.values[_CCR1 + 4 * channel] = self.count(now) % (self._reload + 1)
                self.values[_SR] = self.values.get(_SR, 0) | 2 << channel

    def _load(self) -> None:
        """What is preloaded takes effect at an update."""
        self._prescaler = self.values.get(_PSC, 0) & 0xFFFF
        self._reload = self.values.get(_ARR, self._top)
        self._compare = [self.values.get(_CCR1 + 4 * channel, 0) for channel in range(4)]

    def _schedule(self, now: int) -> None:
        """When the counter next wraps, and when it next meets each compare value."""
        self._update_at = NEVER
        self._matched = [NEVER] * 4
        self._drive(now)
        if not self._running() or not self._reload:
            return
        self._update_at = self._started + self._period()
        for channel in range(4):
            at = self._started + self._compare[channel] * self._tick()
            if not self._is_capture(channel) and at > now and self._compare[channel] <= self._reload:
                self._matched[channel] = at

    def next_event(self) -> int:
        soonest = min(self._update_at, *self._matched)
        if self.machine.time < soonest < NEVER and self._period() < MINIMUM_EVENT_CYCLES:
            return self.machine.time + MINIMUM_EVENT_CYCLES
        return soonest

    def advance(self, now: int) -> None:
        while True:
            at = min(self._update_at, *self._matched)
            if at > now:
                return
            self.machine.step()
            self.machine.event_time = at
            if at == self._update_at:
                self._update(now, at)
            else:
                channel = self._matched.index(at)
                self._matched[channel] = NEVER
                self.values[_SR] = self.values.get(_SR, 0) | 2 << channel
                self._drive(at)

    def _update(self, now: int, at: int) -> None:
        self.machine.conduct.note(f"overflow {self.name}")
        self.machine.conduct.note(f"count {self.name} for {self._length.end(at, self._period())} cycles")
        if not self.values.get(_CR1, 0) & _UDIS:
            self._load()
            self.values[_SR] = self.values.get(_SR, 0) | 1
        self._started = at
        if self.values.get(_CR1, 0) & _OPM:
            self.values[_CR1] &= ~_CEN
            self._stopped_at = 0
        period = self._period()
        if self._running() and period < MINIMUM_EVENT_CYCLES and now - at > period:
            skipped = (now - at) // period * period
            self._started += skipped
            self._length.skip(skipped)
        self._schedule(self._started)
        if self.values.get(_DIER, 0) & 1 << 8:
            self.machine.timer_request(self.name)

    def _drive(self, now: int) -> None:
        """The levels of the output channels."""
        if self._advanced and not self.values.get(_BDTR, 0) & 1 << 15:
            return
        for channel, pins in self._pins.items():
            if not self._enabled(channel) or self._is_capture(channel):
                continue
            mode = self._mode_bits(channel) >> 4 & 7
            level = self._level(channel, mode, now)
            if level is not None:
                level ^= self.values.get(_CCER, 0) >> (4 * channel + 1) & 1
                for pin in pins:
                    if self.machine.pins.outputs.get((pin, self._function)) != level:
                        self.machine.pins.output(self.name, pin, self._function, level)

    def _level(self, channel: int, mode: int, now: int) -> int | None:
        before = self.count(now) < self._compare[channel]
        if mode in (6, 7):
            return int(before) if mode == 6 else int(not before)
        if mode in (4, 5):
            return mode - 4
        reached = self.count(now) == self._compare[channel] and self._running()
        if mode in (1, 2) and reached:
            return 2 - mode
        if mode == 3 and reached:
            return 1 - self.machine.pins.outputs.get((self._pins[channel][0], self._function), 0)
        return None

    def edge(self, pin: str, level: int) -> None:
        """Input capture."""
        for channel, pins in self._pins.items():
            if pin not in pins or not self._enabled(channel) or self._mode_bits(channel) & 3 != 1:
                continue
            falling, both = self.values[_CCER] >> (4 * channel + 1) & 1, self.values[_CCER] >> (4 * channel + 3) & 1
            routed = self.machine.ports[pin[1]].alternate(int(pin[2:])) == self._function
            if routed and self._running() and (both or level != falling) and self._is_due(channel):
                status = self.values.get(_SR, 0)
                self.machine.conduct.note(f"capture {self.name} channel {channel + 1}", "hardware")
                self.values[_CCR1 + 4 * channel] = self.count(self.machine.now()) % (self._reload + 1)
                self.values[_SR] = status | 2 << channel | (0x200 << channel if status & 2 << channel else 0)
                self.machine.end_slice()

    def _is_due(self, channel: int) -> bool:
        """Whether this edge is captured: with ICxPSC only every second, fourth or eighth is."""
        self._ignored[channel] = (self._ignored[channel] + 1) % (1 << (self._mode_bits(channel) >> 2 & 3))
        return not self._ignored[channel]

    def lines(self) -> Iterator[int]:
        raised = self.values.get(_SR, 0) & self.values.get(_DIER, 0)
        if raised & 1:
            yield self.interrupts[0]
        if raised & 0x1E:
            yield self.interrupts[-1]
