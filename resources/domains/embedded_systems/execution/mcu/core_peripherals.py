"""What belongs to the core: SysTick, NVIC and SCB.

Taking an exception is `exceptions`; which one is the most urgent is said here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from .bits_of_system import SYSTEM
from .count_length import CountLength
from .peripheral import NEVER, Peripheral
from .register_bits import RegisterBits

if TYPE_CHECKING:
    from .board import Board

NMI, HARD_FAULT, SVCALL, PENDSV, SYSTICK, FIRST_INTERRUPT = 2, 3, 11, 14, 15, 16
_FIXED = {NMI: -2, HARD_FAULT: -1}
_CTRL, _LOAD, _VAL = 0x10, 0x14, 0x18
_ICSR, _VTOR, _AIRCR, _SCR, _CCR, _SHPR1, _SHCSR, _CPACR = 0xD04, 0xD08, 0xD0C, 0xD10, 0xD14, 0xD18, 0xD24, 0xD88
SYSTEM_NAMES = {
    0x10: "SysTick->CTRL", 0x14: "SysTick->LOAD", 0x18: "SysTick->VAL", 0x1C: "SysTick->CALIB", 0xD00: "SCB->CPUID",
    0xD04: "SCB->ICSR", 0xD08: "SCB->VTOR", 0xD0C: "SCB->AIRCR", 0xD10: "SCB->SCR", 0xD14: "SCB->CCR",
    0xD24: "SCB->SHCSR", 0xD28: "SCB->CFSR", 0xD2C: "SCB->HFSR", 0xD30: "SCB->DFSR", 0xD34: "SCB->MMFAR",
    0xD38: "SCB->BFAR", 0xD3C: "SCB->AFSR", 0x008: "SCnSCB->ACTLR", 0xF34: "FPU->FPCCR", 0xF38: "FPU->FPCAR",
    0xF3C: "FPU->FPDSCR", 0xD88: "SCB->CPACR", 0xDF0: "CoreDebug->DHCSR", 
    0xDF4: "CoreDebug->DCRSR", 0xDF8: "CoreDebug->DCRDR", 0xDFC: "CoreDebug->DEMCR",
}  # fmt: skip
RESET_KEY = 0x05FA
_PRIORITIES = 0xF0F0F0F0
"""Four bits of each priority exist; the lower ones read 0."""
_TABLE_OFFSET = 0x3FFFFE00
"""The bits of VTOR that exist: a table is aligned to 512 bytes."""


class SystemSpace(Peripheral):
    """0xE000E000 to 0xE000EFFF: SysTick, NVIC and SCB."""

    live = frozenset({"SysTick->VAL"})
    bits = SYSTEM
    reset_values: ClassVar[Mapping[int, int]] = {0xD00: 0x410FC241, 0xD0C: 0xFA050000, 0xD14: 0x200, 0x1C: 0x4000493E}

    def __init__(self, machine: Board) -> None:
        super().__init__(machine, "SCB")
        self.pending: set[int] = set()
        """Exceptions that wait, enabled or not. A line that has risen stays pending when it falls."""
        self._high: set[int] = set()
        """Exceptions whose line was high when it was last looked at."""
        self._forced: set[int] = set()
        """Exceptions that the program has set pending, in ISPR, ICSR or STIR."""
        self._zero_at = NEVER
        self._counting = 0
        """How many cycles SysTick's count is to take that ends then."""
        self._length = CountLength()
        """Of SysTick's counts."""
        self._counted = False

    def register(self, offset: int) -> str:
        if offset in SYSTEM_NAMES:
            return SYSTEM_NAMES[offset]
        for base, name in ((0x100, "ISER"), (0x180, "ICER"), (0x200, "ISPR"), (0x280, "ICPR"), (0x300, "IABR")):
            if base <= offset < base + 0x20:
                return f"NVIC->{name}[{(offset - base) // 4}]"
        if 0x400 <= offset < 0x4F0:
            return f"NVIC->IP[{offset - 0x400}]"
        return f"SCB->SHP[{offset - 0xD18}]" if 0xD18 <= offset < 0xD24 else f"SCB->0x{offset:03X}"

    def bits_of(self, offset: int) -> RegisterBits | None:
        return self.bits.get(self.register(offset))

    def enabled(self, exception: int) -> bool:
        number = exception - FIRST_INTERRUPT
        return number < 0 or bool(self.values.get(0x100 + 4 * (number >> 5), 0) >> (number & 31) & 1)

    def latch(self, high: set[int]) -> None:
        """What lines have risen to since the last time is pending; whether it is enabled does not matter."""
        self.pending |= high - self._high
        self._high = high

    def returned(self, exception: int) -> None:
        """A handler is over: a line that is still high asks again."""
        if exception in self._high:
            self.pending.add(exception)

    def taken(self, exception: int) -> None:
        self.pending.discard(exception)
        self._forced.discard(exception)

    def is_forced(self, exception: int) -> bool:
        """Whether an exception that is taken was only the software's wish. PendSV is nothing else, and not meant."""
        if exception < SYSTICK:
            return False
        number = exception - FIRST_INTERRUPT
        if number in self.machine.exti.forced_lines():
            return True
        return exception in self._forced and number not in self.machine.lines()

    def priority(self, exception: int) -> int:
        """0 to 15, or the fixed one of NMI and HardFault; smaller is more urgent."""
        if exception in _FIXED:
            return _FIXED[exception]
        number = exception - FIRST_INTERRUPT
        offset = 0x400 + number if number >= 0 else 0xD14 + exception
        return (self.values.get(offset & ~3, 0) >> 8 * (offset & 3) & 0xFF) >> 4

    def group_priority(self, exception: int) -> int:
        """What decides on preemption: the priority without the sub-priority bits that AIRCR sets apart."""
        split, priority = self.values[_AIRCR] >> 8 & 7, self.priority(exception)
        return priority >> max(0, split - 3) if priority >= 0 else priority

    def _tick(self) -> int:
        return 1 if self.values.get(_CTRL, 0) & 4 else 8

    def read(self, offset: int) -> int:
        if offset == _CTRL:
            value = self.values.get(_CTRL, 0) | (1 << 16 if self._counted else 0)
            self._counted = False
            return value
        if offset == _VAL:
            if self._zero_at >= NEVER:
                return 0
            left = (self._zero_at - self.machine.now()) // self._tick()
            return max(0, left) % (self.values.get(_LOAD, 0) + 1)
        if offset == _ICSR:
            return self._interrupt_state()
        if 0x180 <= offset < 0x1A0:
            return self.values.get(offset - 0x80, 0)
        if 0x200 <= offset < 0x2A0 or 0x300 <= offset < 0x320:
            of = self.asking() if offset < 0x300 else set(self.machine.active)
            first = (offset & 0x1F) * 8 + FIRST_INTERRUPT
            return sum(1 << (number - first) for number in of if first <= number < first + 32)
        return self.values.get(offset, 0)

    def asking(self) -> set[int]:
        """Exceptions that are pending, whether they are enabled or not."""
        return self.pending | {FIRST_INTERRUPT + line for line in self.machine.lines()}

    def _interrupt_state(self) -> int:
        """ICSR as it is read."""
        first = min(self.machine.pending(), key=lambda number: (self.priority(number), number), default=0)
        active = self.machine.active
        value = (first & 0x1FF) << 12 | (active or [0])[-1] | (len(active) <= 1) << 11
        value |= any(number >= FIRST_INTERRUPT for number in self.asking()) << 22
        return value | (SYSTICK in self.pending) << 26 | (PENDSV in self.pending) << 28 | (NMI in self.pending) << 31

    def write(self, offset: int, value: int) -> bool:
        if offset in (_CTRL, _LOAD, _VAL):
            self._systick(offset, value)
        elif 0x100 <= offset < 0x120:
            self.values[offset] = self.values.get(offset, 0) | value
        elif 0x180 <= offset < 0x1A0:
            self.values[offset - 0x80] = self.values.get(offset - 0x80, 0) & ~value
        elif 0x200 <= offset < 0x2A0:
            self._set_pending(offset, value)
        elif offset == _ICSR:
            self._control_state(value)
        elif offset == _AIRCR:
            self._control_reset(value)
        elif 0xD90 <= offset < 0xDF0:
            self.machine.gap(f"the memory protection unit (0xE000E{offset:03X})")
        elif offset == 0xF00:
            self._pend({(value & 0x1FF) + FIRST_INTERRUPT})
        elif offset == _VTOR:
            self._move_vectors(value & _TABLE_OFFSET)
        else:
            self.values[offset] = value & _PRIORITIES if 0x400 <= offset < 0x4F0 or 0xD18 <= offset < 0xD24 else value
        return True

    def _control_state(self, value: int) -> None:
        """The pending bits of ICSR."""
        self._pend({exception for bit, exception in ((31, NMI), (28, PENDSV), (26, SYSTICK)) if value >> bit & 1})
        if value >> 25 & 1:
            self.machine.conduct.note("clear pending SysTick")
        for exception in ({PENDSV} if value >> 27 & 1 else set()) | ({SYSTICK} if value >> 25 & 1 else set()):
            self.taken(exception)

    def _move_vectors(self, value: int) -> None:
        self.values[_VTOR] = value
        note = self.machine.conduct.note
        if not self.machine.is_masked():
            note("move vectors with interrupts enabled")
        if self.values.get(_CTRL, 0) & 1:
            note("move vectors while SysTick counts")
        if any(usart.is_sending() for usart in self.machine.usarts.values()):
            note("move vectors while a USART sends")

    def _set_pending(self, offset: int, value: int) -> None:
        first = (offset & 0x1F) * 8 + FIRST_INTERRUPT
        numbers = {first + bit for bit in range(32) if value >> bit & 1}
        if offset < 0x280:
            self._pend(numbers)
        else:
            self.pending, self._forced = self.pending - (numbers - self._high), self._forced - numbers

    def _pend(self, exceptions: set[int]) -> None:
        self._forced |= exceptions - self.pending
        self.pending |= exceptions

    def _control_reset(self, value: int) -> None:
        if value >> 16 != RESET_KEY:
            self.violation(_AIRCR, "written without the key 0x05FA in its upper half, the write is ignored")
            return
        self.values[_AIRCR] = 0xFA050000 | value & 0x700
        if value & 4:
            self.machine.reset("software")

    def _systick(self, offset: int, value: int) -> None:
        now = self.machine.now()
        enabled = self.values.get(_CTRL, 0) & 1
        if offset == _VAL:
            self._counted = False
            if enabled:
                self._restart(now)
            return
        self.values[offset] = value & (0xFFFFFF if offset == _LOAD else 7)
        if offset == _CTRL and value & 1 and not enabled:
            if not self.values.get(_LOAD, 0):
                self.violation(_CTRL, "SysTick is enabled with LOAD = 0 and never counts")
            else:
                self._length.start(now)
                self._count_from(now)
        elif offset == _CTRL and not value & 1:
            self._zero_at = NEVER
            self.machine.conduct.note("stop SysTick")

    def _period(self) -> int:
        """In cycles; NEVER where LOAD = 0 stops it."""
        return max((self.values.get(_LOAD, 0) + 1) * self._tick(), 8) if self.values.get(_LOAD, 0) else NEVER

    def _restart(self, now: int) -> None:
        if self._zero_at >= NEVER:
            self._length.start(now)
        else:
            self._length.restart(now, self._period())
        self._count_from(now)

    def _count_from(self, at: int) -> None:
        self._counting = self._period()
        self._zero_at = at + self._counting

    def next_event(self) -> int:
        return self._zero_at

    def advance(self, now: int) -> None:
        while self._zero_at <= now:
            self.machine.step()
            self._counted = True
            if self.values.get(_CTRL, 0) & 2:
                self.pending.add(SYSTICK)
            passed = self._length.end(self._zero_at, self._counting)
            self.machine.conduct.note(f"count SysTick for {passed} cycles")
            self._count_from(self._zero_at)
