"""Exceptions of the core: which one is taken, its stack frame, its return, and what is counted about it."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from unicorn import arm_const as arm

from .core_peripherals import HARD_FAULT, NMI, PENDSV, SVCALL, SYSTICK
from .cpu import Fault

if TYPE_CHECKING:
    from .machine import Machine

THREAD = 256
ENTRY_CYCLES, RETURN_CYCLES = 12, 10
_CCR, _NON_BASE_THREAD = 0xD14, 1
_TO_HANDLER, _TO_THREAD = 0xFFFFFFF1, (0xFFFFFFF9, 0xFFFFFFFD)
_FLOATING_FRAMES = (0xFFFFFFE1, 0xFFFFFFE9, 0xFFFFFFED)
"""Values of EXC_RETURN, which a handler jumps to at its end."""
EXCEPTION_STEPS = 10
"""What entry and return together cost the host: frame, registers of the FPU, the program's variables, twice each.
Measured: 90 to 130 microseconds, slices included."""
STORM_ENTRIES = 200
"""Entries of one handler with no instruction of the main program in between, before it counts as endless."""
_FRAME = (arm.UC_ARM_REG_R0, arm.UC_ARM_REG_R1, arm.UC_ARM_REG_R2, arm.UC_ARM_REG_R3, arm.UC_ARM_REG_R12,
          arm.UC_ARM_REG_LR)  # fmt: skip
NAMES = {
    NMI: "NMI", HARD_FAULT: "HardFault", 4: "MemManage", 5: "BusFault", 6: "UsageFault", SVCALL: "SVC", 12: "DebugMon",
    PENDSV: "PendSV", SYSTICK: "SysTick",
    **{16 + number: name for number, name in {
        0: "WWDG", 1: "PVD", 2: "TAMP_STAMP", 3: "RTC_WKUP", 4: "FLASH", 5: "RCC",
        6: "EXTI0", 7: "EXTI1", 8: "EXTI2", 9: "EXTI3", 10: "EXTI4",
        **{11 + stream: f"DMA1_Stream{stream}" for stream in range(7)},
        18: "ADC", 19: "CAN1_TX", 20: "CAN1_RX0", 21: "CAN1_RX1", 22: "CAN1_SCE", 23: "EXTI9_5", 24: "TIM1_BRK",
        25: "TIM1_UP", 26: "TIM1_TRG_COM", 27: "TIM1_CC", 28: "TIM2", 29: "TIM3", 30: "TIM4", 31: "I2C1_EV",
        32: "I2C1_ER", 33: "I2C2_EV", 34: "I2C2_ER", 35: "SPI1", 36: "SPI2", 37: "USART1", 38: "USART2", 39: "USART3",
        40: "EXTI15_10", 41: "RTC_Alarm", 42: "OTG_FS_WKUP", 43: "TIM8_BRK", 44: "TIM8_UP", 45: "TIM8_TRG_COM",
        46: "TIM8_CC", 47: "DMA1_Stream7", 48: "FSMC", 49: "SDIO", 50: "TIM5", 51: "SPI3", 52: "UART4", 53: "UART5",
        54: "TIM6_DAC", 55: "TIM7", **{56 + stream: f"DMA2_Stream{stream}" for stream in range(5)}, 61: "ETH",
        62: "ETH_WKUP", 63: "CAN2_TX", 64: "CAN2_RX0", 65: "CAN2_RX1", 66: "CAN2_SCE", 67: "OTG_FS",
        68: "DMA2_Stream5", 69: "DMA2_Stream6", 70: "DMA2_Stream7", 71: "USART6", 72: "I2C3_EV", 73: "I2C3_ER",
        74: "OTG_HS_EP1_OUT", 75: "OTG_HS_EP1_IN", 76: "OTG_HS_WKUP", 77: "OTG_HS", 78: "DCMI", 80: "HASH_RNG",
        81: "FPU",
    }.items()},
}  # fmt: skip


def name_of(exception: int) -> str:
    return NAMES.get(exception, f"exception {exception}")


def storm_text(exception: int) -> str:
    """What the log says where nothing runs but one handler."""
    again = f"the handler of {name_of(exception)} is entered again and again, the main program never runs: "
    return again + "its pending flag is not cleared, or its events come faster than it handles them"


@dataclass
class Tally:
    """What is counted about one handler; nanoseconds from entry to return, preemption included."""

    count: int = 0
    longest_ns: int = 0
    preempted: int = 0
    """How often it interrupted another handler."""
    forced: int = 0
    """How often the program itself had set it pending, and no peripheral asked for it."""


@dataclass
class _Active:
    exception: int
    entered_ns: int
    floating: bytes
    memory: bytes
    """What the handler found in the program's variables."""
    frame: int


class Exceptions:
    """The exceptions in progress, innermost last."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.stack: list[_Active] = []
        self.tallies: dict[str, Tally] = {}
        self._streak: tuple[int, int] = (0, 0)
        """(exception, entries of it without an instruction of the main program)."""

    def reset(self) -> None:
        self.stack.clear()
        self._streak = (0, 0)

    def thread_ran(self) -> None:
        """An instruction outside all handlers was executed, or the main program slept."""
        self._streak = (0, 0)

    def ready(self, pending: set[int], *, primask: bool = True) -> int | None:
        """The exception to take now, if any; without `primask`, as if PRIMASK held none back."""
        _machine, system = self._machine, self._machine.system
        waiting = [number for number in pending if number not in {item.exception for item in self.stack}]
        if not waiting:
            return None
        best = min(waiting, key=lambda number: (system.priority(number), number))
        current = min((system.group_priority(item.exception) for item in self.stack), default=THREAD)
        if system.group_priority(best) >= current:
            return None
        return None if self._masked(best, primask) else best

    def _masked(self, exception: int, primask: bool) -> bool:
        cpu = self._machine.cpu
        if exception == NMI:
            return False
        if self._machine.is_masked() if primask else cpu.get(arm.UC_ARM_REG_FAULTMASK) & 1:
            return True
        base = cpu.get(arm.UC_ARM_REG_BASEPRI) >> 4
        return bool(base and self._machine.system.priority(exception) >= base)

    def enter(self, exception: int) -> None:
        """Stacks the frame and goes to the handler. A frame that cannot be stacked is a fault."""
        machine, cpu = self._machine, self._machine.cpu
        frame = [*(cpu.get(register) for register in _FRAME), cpu.pc & ~1, cpu.get(arm.UC_ARM_REG_XPSR) | 1 << 24]
        sp = cpu.sp
        padding = sp & 4
        frame[7] |= padding << 7
        sp -= 32 + padding
        vector = machine.system.values.get(0xD08, 0) + 4 * exception
        if not cpu.is_ram(sp, 32):
            cpu.fault = Fault("BusFault", ("STKERR",), sp, cpu.pc, f"no memory for the frame of {name_of(exception)}")
            return
        if not cpu.is_memory(vector, 4):
            text = f"the vector of {name_of(exception)} is not in memory"
            cpu.fault = Fault("HardFault", ("VECTTBL",), vector, cpu.pc, text)
            return
        cpu.write_memory(sp, struct.pack("<8I", *frame))
        handler = struct.unpack("<I", cpu.read_memory(vector, 4))[0]
        process_stack = not self.stack and cpu.get(arm.UC_ARM_REG_CONTROL) & 2
        cpu.sp = sp
        cpu.set(arm.UC_ARM_REG_XPSR, 1 << 24 | exception)
        cpu.set(arm.UC_ARM_REG_LR, 0xFFFFFFF1 if self.stack else 0xFFFFFFFD if process_stack else 0xFFFFFFF9)
        if not handler & 1:
            cpu.fault = Fault(
                "UsageFault", ("INVSTATE",), handler, handler, f"the vector of {name_of(exception)} is no code"
            )
            return
        cpu.pc = handler
        self._count(exception)

    def _count(self, exception: int) -> None:
        machine = self._machine
        machine.step(EXCEPTION_STEPS)
        if machine.moments is not None:
            machine.moments.entered(exception)
        tally = self.tallies.setdefault(name_of(exception), Tally())
        tally.count += 1
        tally.preempted += bool(self.stack)
        tally.forced += machine.system.is_forced(exception)
        memory = machine.conduct.entered(name_of(exception), machine.conduct.context())
        floating = machine.cpu.floating() if machine.uses_floating_point else b""
        self.stack.append(_Active(exception, machine.now_ns(), floating, memory, machine.cpu.sp))
        machine.time += ENTRY_CYCLES
        machine.wake()
        machine.system.taken(exception)
        same, entries = self._streak
        self._streak = (exception, entries + 1 if same == exception else 1)
        if self._streak[1] > STORM_ENTRIES:
            machine.storm(exception)

    def leave(self) -> None:
        """Returns to what was interrupted, by the value that was jumped to."""
        machine, cpu = self._machine, self._machine.cpu
        done = self.stack[-1]
        machine.conduct.left(name_of(done.exception), done.memory, done.frame)
        self.stack.pop()
        machine.pending()
        machine.system.returned(done.exception)
        tally = self.tallies[name_of(done.exception)]
        tally.longest_ns = max(tally.longest_ns, machine.now_ns() - done.entered_ns)
        back = cpu.pc | 1
        if self._refuses(back):
            return
        cpu.set(arm.UC_ARM_REG_XPSR, 1 << 24 | (self.stack[-1].exception if self.stack else 0))
        if not self.stack:
            control = cpu.get(arm.UC_ARM_REG_CONTROL)
            wanted = control | 2 if back == 0xFFFFFFFD else control & ~2
            if wanted != control:
                cpu.set(arm.UC_ARM_REG_CONTROL, wanted)
        sp = cpu.sp
        if not cpu.is_memory(sp, 32):
            cpu.fault = Fault("BusFault", ("UNSTKERR",), sp, back, "the frame of a handler is not in memory")
            return
        frame = struct.unpack("<8I", cpu.read_memory(sp, 32))
        for register, value in zip(_FRAME, frame, strict=False):
            cpu.set(register, value)
        if not self._resumes(frame, back):
            return
        cpu.sp = sp + 32 + (frame[7] >> 7 & 4)
        cpu.set(arm.UC_ARM_REG_XPSR, frame[7] & 0xF8000000 | 1 << 24 | (self.stack[-1].exception if self.stack else 0))
        cpu.pc = frame[6]
        if done.floating:
            cpu.restore_floating(done.floating)
        machine.time += RETURN_CYCLES
        machine.wake()
        if machine.moments is not None:
            machine.moments.left(done.exception)
        machine.rendezvous.left(done.exception)

    def _refuses(self, back: int) -> bool:
        """Whether the CPU faults at the value that a handler jumps to; the handler is over already."""
        machine = self._machine
        if back in _FLOATING_FRAMES:
            machine.gap(f"a frame with floating-point registers (EXC_RETURN 0x{back:08X})")
        if back in ((_TO_HANDLER,) if self.stack else _TO_THREAD):
            return False
        if back in _TO_THREAD and machine.system.values.get(_CCR, 0) & _NON_BASE_THREAD:
            machine.gap("a return to the main program while handlers are active (SCB->CCR bit 0)")
        what = "to the main program, but a handler is interrupted" if back in _TO_THREAD else "to what is not there"
        machine.cpu.fault = Fault("UsageFault", ("INVPC",), None, back, f"return by 0x{back:08X} {what}")
        return True

    def _resumes(self, frame: tuple[int, ...], back: int) -> bool:
        """Whether the CPU goes on from a frame: in Thumb state, and in a handler where it returns to one."""
        if not frame[7] >> 24 & 1:
            text = f"the frame goes on at 0x{frame[6]:08X} without the Thumb bit in xPSR (0x{frame[7]:08X})"
            self._machine.cpu.fault = Fault("UsageFault", ("INVSTATE",), None, frame[6], text)
        elif bool(frame[7] & 0x1FF) != (back == _TO_HANDLER):
            text = f"return by 0x{back:08X} with exception {frame[7] & 0x1FF} in the frame's xPSR"
            self._machine.cpu.fault = Fault("UsageFault", ("INVPC",), None, frame[6], text)
        return self._machine.cpu.fault is None
