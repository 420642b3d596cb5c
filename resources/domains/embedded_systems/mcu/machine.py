"""Machine: CPU, peripherals, pins and devices on one clock, and the loop that runs them.

The CPU runs in slices that end at the next event, at a register write, or when a poll repeats; then events happen and
exceptions are taken. Nothing here depends on the host's time.
"""

from __future__ import annotations

from typing import Any

from unicorn import arm_const as arm
from unicorn import unicorn_const as const
from unicorn.unicorn_py3.unicorn import UcError

from .board import Board
from .bus import BusFault, gap_at
from .core_peripherals import FIRST_INTERRUPT, SVCALL
from .cpu import FLASH, PERIPHERAL_SPACE, RAM, Cpu, Fault
from .exceptions import Exceptions, name_of
from .findings import EnvironmentGap
from .hazards import Hazards, watch_unmasking
from .image import Image
from .peripheral import NEVER
from .polling import Polling
from .scenario import Scenario

MAXIMUM_INSTRUCTIONS = 400_000_000
_PAINT = b"\xa5"


class Machine(Board):
    """One program under one scenario. `run` once."""

    def __init__(self, image: Image, scenario: Scenario) -> None:
        self.image = image
        symbols = image.addresses
        reset = symbols["Reset_Handler"]
        self._startup = range(reset.value & ~1, (reset.value & ~1) + reset.size)
        self.stack_bottom, self.stack_top = symbols["_stack_bottom"].value, symbols["_stack_top"].value
        self.uses_floating_point = any(code >> 16 and code & 0xEC00 == 0xEC00 for _, code in image.instructions())
        self.cpu = Cpu([(segment.address, segment.data) for segment in image.segments()], scenario.ram_bytes)
        self.cpu.write_memory(self.stack_bottom, _PAINT * (self.stack_top - self.stack_bottom))
        self.cpu.map_registers(self._read, self._write)
        self._in_slice = False
        self.idle_cycles = self.instructions = 0
        self.ended = ""
        self.resets: list[str] = []
        self._reset_wanted = ""
        self._left = False
        self._called = 0
        self._waiting = False
        super().__init__(scenario)
        self.exceptions = Exceptions(self)
        self.polling = Polling(self)
        self._hook()
        self.hazards = Hazards(self)
        watch_unmasking(self)
        self._boot()

    @property
    def active(self) -> list[int]:
        return [item.exception for item in self.exceptions.stack]

    def current_exception(self) -> int:
        return self.active[-1] if self.exceptions.stack else 0

    def now(self) -> int:
        return self.time + self.cpu.done_in_slice() if self._in_slice else self.time

    # What peripherals and hooks ask for

    def end_slice(self) -> None:
        if self._in_slice:
            self.cpu.end_slice()

    def reset(self, reason: str) -> None:
        """After this instruction."""
        self._reset_wanted = reason
        self.end_slice()

    def storm(self, exception: int) -> None:
        name = name_of(exception)
        again = f"the handler of {name} is entered again and again, the main program never runs: "
        why = "its pending flag is not cleared, or its events come faster than it handles them"
        self.violate(name, again + why)
        self.ended = "storm"

    def _hook(self) -> None:
        engine = self.cpu.engine
        engine.hook_add(const.UC_HOOK_INTR, self._on_exception)
        engine.hook_add(const.UC_HOOK_MEM_INVALID, self._on_invalid)
        engine.hook_add(const.UC_HOOK_INSN_INVALID, self._on_undefined)
        for name in ("Default_Handler", "Main_Returned"):
            address = self.image.addresses[name].value & ~1
            engine.hook_add(const.UC_HOOK_CODE, self._on_trap, user_data=name, begin=address, end=address)

    def _on_trap(self, _engine: Any, _pc: int, _size: int, name: str) -> None:
        self.ended = "main returned" if name == "Main_Returned" else "default handler"
        self.cpu.engine.emu_stop()

    def _on_exception(self, _engine: Any, number: int, _data: Any) -> None:
        """Unicorn's own numbers: 2 SVC, 7 BKPT, 8 return from an exception."""
        if number == 8 and self.exceptions.stack:
            self._left = True
        elif number == 2:
            self._called = SVCALL
        else:
            bits = ("DEBUGEVT",) if number == 7 else ("INVSTATE",)
            text = "breakpoint without a debugger" if number == 7 else "jump to an address that is no code"
            self.cpu.fault = Fault("HardFault" if number == 7 else "UsageFault", bits, None, self.cpu.pc, text)
        self.cpu.engine.emu_stop()

    def _on_undefined(self, _engine: Any, _data: Any) -> bool:
        self.cpu.fault = Fault("UsageFault", ("UNDEFINSTR",), None, self.cpu.pc, "undefined instruction")
        self.cpu.engine.emu_stop()
        return False

    def _on_invalid(self, _engine: Any, access: int, address: int, size: int, value: int, _data: Any) -> bool:
        self.cpu.fault = self._fault_at(access, address, size)
        self.cpu.engine.emu_stop()
        return False

    def _fault_at(self, access: int, address: int, size: int) -> Fault:
        fetch = access in (const.UC_MEM_FETCH_UNMAPPED, const.UC_MEM_FETCH_PROT)
        write = access in (const.UC_MEM_WRITE_UNMAPPED, const.UC_MEM_WRITE_PROT)
        self.check_gap(address)
        if fetch:
            return Fault("BusFault", ("IBUSERR",), address, address, f"instruction fetch from 0x{address:08X}")
        what = f"{'write' if write else 'read'} of {size} bytes at 0x{address:08X}"
        if RAM - 0x1000 <= address < RAM and self.cpu.sp < self.stack_bottom + 0x100:
            what = f"stack overflow, {what}"
        elif RAM <= address < RAM + 0x100000:
            what += f", beyond the end of the RAM at 0x{RAM + self.scenario.ram_bytes:08X}"
        elif write and (address < 0x100000 or FLASH <= address < FLASH + 0x100000):
            what += ", in the flash"
        return Fault("BusFault", ("PRECISERR", "BFARVALID"), address, self.cpu.pc, what)

    # Register accesses

    def _read(self, address: int, size: int) -> int:
        pc = self.cpu.pc
        try:
            peripheral, offset = self.bus.find(address)
        except BusFault:
            return self._bus_fault("read", address, size, pc)
        name = peripheral.register(offset)
        self.event_time = self.now()
        if not self.bus.clocked(peripheral):
            self.unclocked("read", peripheral, name)
            return 0
        value = peripheral.read(offset)
        repeated = self.polling.access(pc, name, value, live=name in peripheral.live)
        self._note("R", name, value, pc, repeated=repeated)
        return value >> 8 * (address & 3) & ((1 << 8 * size) - 1)

    def _write(self, address: int, size: int, value: int) -> None:
        pc = self.cpu.pc
        try:
            peripheral, offset = self.bus.find(address)
        except BusFault:
            self._bus_fault("write", address, size, pc)
            return
        shift = 8 * (address & 3)
        mask = ((1 << 8 * size) - 1) << shift
        value = (value << shift) & mask
        name = peripheral.register(offset)
        self.event_time = self.now()
        if not self.bus.clocked(peripheral):
            self.polling.broken()
            self._note("W", name, value, pc)
            self.unclocked("write", peripheral, name)
            return
        self.bus.touched.setdefault(peripheral.name, peripheral)
        value = peripheral.merged(offset, value, mask)
        if not peripheral.changes(offset, value):
            repeated = self.polling.access(pc, name, value)
            self._note("W", name, value, pc, repeated=repeated)
            return
        self.polling.broken()
        self._note("W", name, value, pc)
        if peripheral.write(offset, value):
            self.cpu.end_slice()

    def _note(self, operation: str, register: str, value: int, pc: int, *, repeated: bool = False) -> None:
        """Into the trace, unless it is the board's own start-up code."""
        if pc not in self._startup:
            self.trace.add(operation, register, value, self.now_ns(), pc, repeated=repeated)

    def _bus_fault(self, what: str, address: int, size: int, pc: int) -> int:
        text = f"{what} of {size} bytes at 0x{address:08X}, where the device has nothing"
        self.cpu.fault = Fault("BusFault", ("PRECISERR", "BFARVALID"), address, pc, text)
        self.cpu.end_slice()
        return 0

    # The loop

    def run(self) -> None:
        """Until the scenario's time is over or the program has ended. Raises EnvironmentGap."""
        while not self.ended:
            self._settle()
            if not self.ended:
                self._slice()
            self._after_slice()

    def _boot(self) -> None:
        """The CPU as after a reset, from the vector table; the RAM keeps what it has."""
        self.exceptions.reset()
        self.polling.broken()
        for register in range(13):
            self.cpu.set(arm.UC_ARM_REG_R0 + register, 0)
        for register in (arm.UC_ARM_REG_PRIMASK, arm.UC_ARM_REG_BASEPRI, arm.UC_ARM_REG_CONTROL):
            self.cpu.set(register, 0)
        self.cpu.set(arm.UC_ARM_REG_XPSR, 1 << 24)
        top, entry = (int.from_bytes(self.cpu.read_memory(FLASH + 4 * index, 4), "little") for index in range(2))
        self.cpu.sp, self.cpu.pc = top, entry

    def pending(self) -> set[int]:
        """Enabled exceptions that wait, active ones included."""
        found = {number for number in self.system.pending if self.system.enabled(number)}
        for peripheral in self.bus.touched.values():
            for line in peripheral.lines():
                if self.system.enabled(FIRST_INTERRUPT + line):
                    found.add(FIRST_INTERRUPT + line)
        return found

    def _settle(self) -> None:
        """Everything that is due now."""
        self.apply_stimuli()
        for peripheral in list(self.bus.touched.values()):
            if peripheral.next_event() <= self.time:
                peripheral.advance(self.time)
        if self._reset_wanted:
            self._restart()
        if self.ns_at(self.time) >= self.scenario.duration_ns:
            self.ended = self.ended or "duration"
        waiting = self.pending()
        taken = self.exceptions.ready(waiting) if waiting else None
        if taken is not None and not self.ended:
            self.exceptions.enter(taken)
        self._waiting = bool(waiting)

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
        count = max(2, until - self.time)
        if not self._waiting and self.polling.skip(until):
            return
        self._execute(min(count, 2_000_000))

    def _execute(self, count: int) -> None:
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

    def execute_exactly(self, count: int) -> None:
        self._execute(count)

    def _waits(self) -> bool:
        """Whether the slice ended at a WFI or WFE."""
        if self.cpu.fault or self.cpu.error or self._left or self._called or self.ended or self._reset_wanted:
            return False
        try:
            code = self.cpu.read_memory(self.cpu.pc - 2, 2)
        except UcError:
            return False
        return code in (b"\x30\xbf", b"\x20\xbf")

    def _sleep(self) -> None:
        """Time passes without instructions until an exception is pending."""
        while not self.ended and not self._reset_wanted:
            self.apply_stimuli()
            for peripheral in list(self.bus.touched.values()):
                if peripheral.next_event() <= self.time:
                    peripheral.advance(self.time)
            if self.pending() or self.ns_at(self.time) >= self.scenario.duration_ns:
                return
            until = max(self.time + 1, min(self.next_event(), NEVER))
            self.idle_cycles += until - self.time
            self.time = until

    def _after_slice(self) -> None:
        if self.cpu.error is not None:
            raise self.cpu.error
        if self.cpu.fault is not None:
            self.ended = self.ended or "fault"
        elif self._left:
            self._left = False
            self.exceptions.leave()
            if not self.exceptions.stack and self.system.values.get(0xD10, 0) & 2 and not self.ended:
                self._sleep()
        elif self._called:
            self._called = 0
            self.exceptions.enter(SVCALL)
        if self.cpu.fault is not None:
            self.ended = self.ended or "fault"
        if self.instructions > MAXIMUM_INSTRUCTIONS:
            self.ended = self.ended or "instructions"
        self.hazards.relax()

    def check_gap(self, address: int) -> None:
        missing = gap_at(address) if not PERIPHERAL_SPACE <= address < PERIPHERAL_SPACE + 0x80000 else ""
        if missing:
            self.cpu.error = EnvironmentGap(f"{missing} (address 0x{address:08X})")
