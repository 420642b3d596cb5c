"""Machine: CPU, peripherals, pins and devices on one clock, and the loop that runs them.

The CPU runs in slices that end at the next event, at a register write, or when a poll repeats; then events happen and
exceptions are taken. Nothing here depends on the host's time. Register accesses are `access`, traps of the CPU `traps`.
"""

from __future__ import annotations

from hashlib import sha256, shake_256

from unicorn import arm_const as arm
from unicorn.unicorn_py3.unicorn import UcError

from .access import RegisterAccess
from .board import Board
from .core_peripherals import SVCALL
from .cpu import FLASH, RAM, Cpu, Fault
from .exceptions import Exceptions, name_of, storm_text
from .hazards import Hazards, watch_numbers, watch_reached, watch_unmasking
from .image import Image
from .image_conduct import ImageConduct
from .moments import Moments
from .peripheral import NEVER
from .polling import Polling
from .rendezvous import Rendezvous
from .scenario import Scenario
from .traps import CALL, RETURN, WAIT, Traps

BUDGET = 1_500_000_000
"""The work that one program may be over all its scenarios, counted so that it ends at the same place everywhere; two
minutes of a very busy processor at the most. The dearest right programs poll a counter without a pause, which is
never skipped: a Modbus slave of that kind takes most of it."""
WORK_OF_STEP, WORK_OF_LOOK = 400, 80
"""What a register access, an event or a moved item costs, and an instruction at which the model looks before it runs,
where another instruction costs 1. Measured: 20 to 30 microseconds, and 4."""
STEPS_OF_SLICE = 4
"""What a slice costs, at whose ends all peripherals are asked: 100 microseconds with a few of them at work."""
_NOWHERE = b"\xa5\x9b\xc6\xd3"
"""The uppermost bytes of what uninitialised RAM holds at power-up: taken for an address, it is none."""

_MASKS_AND_MODE = (
    arm.UC_ARM_REG_PRIMASK, arm.UC_ARM_REG_FAULTMASK, arm.UC_ARM_REG_BASEPRI, arm.UC_ARM_REG_CONTROL,
)  # fmt: skip


class BudgetSpent(Exception):
    """The program has had all the work that it may cause."""


class Machine(Board):
    """One program under one scenario. `run` once."""

    conduct: ImageConduct

    def __init__(self, image: Image, scenario: Scenario, budget: int = BUDGET) -> None:
        self.image, self.scenario = image, scenario
        self._budget, self._steps, self._looks = budget, 0, 0
        symbols = image.addresses
        self.stack_bottom, self.stack_top = symbols["_stack_bottom"].value, symbols["_stack_top"].value
        self.uses_floating_point = any(code >> 16 and code & 0xEC00 == 0xEC00 for _, code in image.instructions())
        self.cpu = Cpu([(segment.address, segment.data) for segment in image.segments()], scenario.ram_bytes)
        self.paint = power_up_content(scenario.name, scenario.ram_bytes)
        """What the RAM held at power-up."""
        self.cpu.write_memory(RAM, self.paint)
        self._in_slice = False
        self.idle_cycles = self.instructions = 0
        self.ended = ""
        self.resets: list[str] = []
        self._reset_wanted = ""
        self.event_flag = self.has_pending = False
        """WFE's event; and whether an enabled exception waits, as the slice begins."""
        self.conduct = ImageConduct(self)
        super().__init__(scenario)
        self.exceptions = Exceptions(self)
        self.polling = Polling(self)
        self.traps = Traps(self)
        access = RegisterAccess(self)
        self.cpu.map_registers(access.read, access.write)
        self.hazards = Hazards(self)
        watch_unmasking(self)
        self.numbers_executed: list[dict[str, str]] = []
        """Forbidden: no reader of the program would see these instructions."""
        watch_numbers(self)
        self.reached = watch_reached(self)
        self.moments = Moments(self) if scenario.is_open else None
        self.rendezvous = Rendezvous(self, scenario.meeting)
        self._boot()

    @property
    def active(self) -> list[int]:
        return [item.exception for item in self.exceptions.stack]

    @property
    def work(self) -> int:
        """What has been done of the budget, in slices that are over."""
        return self.instructions + WORK_OF_STEP * self._steps + WORK_OF_LOOK * self._looks

    def step(self, cost: int = 1) -> None:
        """One thing more that costs time of the host. Raises BudgetSpent."""
        self._steps += cost
        self._spent()

    def now(self) -> int:
        return self.time + self.cpu.done_in_slice() if self._in_slice else self.time

    def look(self) -> None:
        """Counts an instruction at which the model looks before it runs. Raises BudgetSpent."""
        self._looks += 1
        self._spent()

    def _spent(self) -> None:
        if self.work > self._budget:
            raise BudgetSpent

    def is_masked(self) -> bool:
        return bool(self.cpu.get(arm.UC_ARM_REG_PRIMASK) & 1 or self.cpu.get(arm.UC_ARM_REG_FAULTMASK) & 1)

    def wake(self) -> None:
        self.event_flag = True

    def end_slice(self) -> None:
        if self._in_slice:
            self.cpu.end_slice()

    def reset(self, reason: str) -> None:
        """After this instruction."""
        self._reset_wanted = reason
        self.end_slice()

    def flooded(self) -> None:
        self.ended = self.ended or "flood"
        self.end_slice()

    def storm(self, exception: int) -> None:
        self.violate(name_of(exception), storm_text(exception))
        self.ended = "storm"

    def run(self) -> None:
        """Until the scenario's time is over or the program has ended. Raises EnvironmentGap."""
        try:
            while not self.ended:
                self._settle()
                if not self.ended:
                    self._slice()
                self._after_slice()
        except BudgetSpent:
            self.ended = self.ended or "instructions"

    def _boot(self) -> None:
        """The CPU as after a reset, from the vector table; the RAM keeps what it has."""
        self.exceptions.reset()
        self.conduct.reset()
        self.polling.broken()
        for register in range(13):
            self.cpu.set(arm.UC_ARM_REG_R0 + register, 0)
        for register in _MASKS_AND_MODE:
            self.cpu.set(register, 0)
        self.event_flag = False
        self.cpu.set(arm.UC_ARM_REG_LR, 0xFFFFFFFF)
        self.cpu.set(arm.UC_ARM_REG_XPSR, 1 << 24)
        top, entry = (int.from_bytes(self.cpu.read_memory(FLASH + 4 * index, 4), "little") for index in range(2))
        self.cpu.sp, self.cpu.pc = top, entry

    def _settle(self) -> None:
        """Everything that is due now."""
        self.rendezvous.keep()
        self._advance()
        if self._reset_wanted:
            self._restart()
        if self.ns_at(self.time) >= self.scenario.duration_ns:
            self.ended = self.ended or "duration"
        waiting = self.pending()
        self.has_pending = bool(waiting)
        taken = self.exceptions.ready(waiting) if waiting else None
        if taken is not None and not self.ended:
            self.polling.disturbed()
            self.exceptions.enter(taken)

    def _restart(self) -> None:
        reason, self._reset_wanted = self._reset_wanted, ""
        self.resets.append(reason)
        if len(self.resets) > self.scenario.resets:
            self.ended = f"{reason} reset"
        else:
            self.power_up(reason, self)
            self._boot()

    def next_event(self) -> int:
        return min(self.bus.next_event(), self.next_stimulus(), self.cycle_of_ns(self.scenario.duration_ns))

    def _slice(self) -> None:
        until = self.next_event()
        count = max(1, until - self.time)
        if self.polling.skip(until):
            return
        self.execute(min(count, 2_000_000))

    def execute(self, count: int) -> None:
        """Runs up to `count` instructions and lets time pass for them; then sleeps, where a WFI ended them."""
        self.step(STEPS_OF_SLICE)
        thread = not self.exceptions.stack
        before = self.cpu.pc if thread else 0
        self._in_slice = True
        done = self.cpu.run(count)
        self._in_slice = False
        self.time += done
        self.instructions += done
        if thread and (done > 1 or self.cpu.pc != before):
            self.exceptions.thread_ran()
        if done < count and self._waits():
            self._sleep()

    def _waits(self) -> bool:
        """Whether the slice ended at a WFI or WFE."""
        if self.cpu.fault or self.cpu.error or self.traps.event or self.ended or self._reset_wanted:
            return False
        try:
            code = self.cpu.read_memory(self.cpu.pc - 2, 2)
        except UcError:
            return False
        return code in (b"\x30\xbf", b"\x20\xbf")

    def hold(self, handler: int, last: int) -> None:
        """No instruction is executed until a handler is asked for, or to a cycle."""
        while handler not in self.pending() and self.time < last:
            self.step()
            self.time = max(self.time + 1, min(self.next_event(), last))
            self._advance()

    def _advance(self) -> None:
        """Stimuli and events that are due."""
        self.apply_stimuli()
        for peripheral in list(self.bus.touched.values()):
            if peripheral.next_event() <= self.time:
                peripheral.advance(self.time)
                self.polling.disturbed()

    def _sleep(self, *, for_event: bool = False) -> None:
        """Time passes without instructions until an exception wakes the CPU; for WFE, it is taken, or an event."""
        self.polling.slept()
        while not self.ended and not self._reset_wanted:
            self.step()
            self._advance()
            if self._is_event() if for_event else self._is_awake():
                return
            if self.ns_at(self.time) >= self.scenario.duration_ns:
                return
            self.refuse_deep_sleep()
            until = max(self.time + 1, min(self.next_event(), NEVER))
            self.idle_cycles += until - self.time
            if not self.exceptions.stack:
                self.exceptions.thread_ran()
            self.time = until

    def _after_slice(self) -> None:
        if self.cpu.error is not None:
            raise self.cpu.error
        if self.cpu.fault is not None:
            self.ended = self.ended or "fault"
        elif self.traps.event:
            self._take(self.traps.event)
            self.traps.event = ""
        if self.cpu.fault is not None:
            self.ended = self.ended or "fault"
        if self.work > self._budget:
            self.ended = self.ended or "instructions"
        self.hazards.adapt()

    def _take(self, event: str) -> None:
        """A call or a return that the CPU has come to."""
        if event == CALL:
            self._call()
        elif event == RETURN:
            self._return()
        elif event == WAIT:
            if not self.event_flag:
                self._sleep(for_event=True)
            self.event_flag = False

    def _call(self) -> None:
        """SVC is taken at once or, ARMv7-M B1.5.6, escalates: no later moment would be its own."""
        if self.exceptions.ready({SVCALL}) is not None:
            self.exceptions.enter(SVCALL)
            return
        text = "SVC where its exception is held back: by a mask, or by a handler that is as urgent"
        self.cpu.fault = Fault("HardFault", ("FORCED",), None, self.cpu.pc - 2, text)

    def _is_awake(self) -> bool:
        """What ends a WFI: an exception that is taken, or would be if PRIMASK did not hold it back."""
        waiting = self.pending()
        return bool(waiting) and self.exceptions.ready(waiting, primask=False) is not None

    def _is_event(self) -> bool:
        """What ends a WFE: the event flag, an exception that can be taken, or a pending one where SEVONPEND is set."""
        pends = self.system.values.get(0xD10, 0) & 0x10 and self.system.asking()
        return self.event_flag or bool(pends) or self.exceptions.ready(self.pending()) is not None

    def _return(self) -> None:
        self.exceptions.leave()
        if not self.exceptions.stack and self.system.values.get(0xD10, 0) & 2 and not self.ended:
            self._sleep()


def power_up_content(name: str, size: int) -> bytes:
    """Other words everywhere, and others in each scenario: who takes memory that nobody wrote for a constant is wrong
    in the next one. Which they are depends on the scenario's name alone."""
    digest = sha256(name.encode("utf-8", "surrogatepass")).digest()
    content = bytearray(shake_256(digest).digest(size))
    content[3::4] = _NOWHERE[digest[0] % len(_NOWHERE) : digest[0] % len(_NOWHERE) + 1] * len(content[3::4])
    return bytes(content)
