"""The CPU: unicorn's Cortex-M4 with memory, run for counted instructions. One instruction is one cycle here.

Peripherals, interrupts and time stand in `machine`; how an exception is entered, in `exceptions`.
"""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from unicorn import arm_const as arm
from unicorn import unicorn_const as const
from unicorn.unicorn_py3.unicorn import Uc, UcError, uclib

FLASH, FLASH_BYTES = 0x08000000, 1 << 20
RAM, RAM_BYTES = 0x20000000, 128 << 10
PERIPHERAL_SPACE, PERIPHERAL_BYTES = 0x40000000, 0x80000
CORE_SPACE, CORE_BYTES = 0xE0000000, 0x100000
RAM_BITS, PERIPHERAL_BITS, BIT_ALIAS_BYTES = 0x22000000, 0x42000000, 32 << 20
"""Bit-band aliases: each word stands for one bit of the first megabyte of RAM or of the peripherals."""
_NO_END = 0xFFFFFFFE
_CONDITIONAL = 0x0600_FC00
"""XPSR's bits of an IT block that goes on."""

_CORE = (
    *(arm.UC_ARM_REG_R0 + index for index in range(13)), arm.UC_ARM_REG_SP, arm.UC_ARM_REG_LR, arm.UC_ARM_REG_PC,
    arm.UC_ARM_REG_XPSR, arm.UC_ARM_REG_PRIMASK, arm.UC_ARM_REG_BASEPRI, arm.UC_ARM_REG_FAULTMASK,
    arm.UC_ARM_REG_CONTROL,
)  # fmt: skip
_FLOATING = (*tuple(arm.UC_ARM_REG_D0 + index for index in range(16)), arm.UC_ARM_REG_FPSCR)


class UnknownUnicorn(Exception):
    """This build of unicorn keeps its instruction counter where it cannot be found."""


@dataclass(frozen=True)
class Fault:
    """Why the CPU stopped: the exception ("BusFault"), its status bits, the address and the instruction."""

    exception: str
    bits: tuple[str, ...]
    address: int | None
    pc: int
    text: str


class _Registers:
    """Reads a fixed set of registers in one call; unicorn's own batch takes fifty times as long."""

    def __init__(self, handle: Any, numbers: tuple[int, ...]) -> None:
        self._handle, self._count = handle, len(numbers)
        self.values = (ctypes.c_uint64 * self._count)()
        self._numbers = (ctypes.c_int * self._count)(*numbers)
        base, size = ctypes.addressof(self.values), ctypes.sizeof(ctypes.c_uint64)
        self._pointers = (ctypes.c_void_p * self._count)(*(base + size * index for index in range(self._count)))

    def read(self) -> bytes:
        uclib.uc_reg_read_batch(self._handle, self._numbers, self._pointers, self._count)
        return bytes(self.values)

    def write(self) -> None:
        uclib.uc_reg_write_batch(self._handle, self._numbers, self._pointers, self._count)


_TRANSLATION_BYTES = 32 << 20
"""For translated code, as QEMU's `tb-size`; unicorn's own 1 GiB of addresses fails where only rlimits cap memory."""


def _new_engine() -> Any:
    engine: Any = Uc(const.UC_ARCH_ARM, const.UC_MODE_THUMB | const.UC_MODE_MCLASS)
    engine.ctl_set_cpu_model(arm.UC_CPU_ARM_CORTEX_M4)
    engine.ctl_set_tcg_buffer_size(_TRANSLATION_BYTES)
    return engine


@cache
def _counter_offset() -> int:
    """Where unicorn keeps (instructions done, instructions asked for), found by running a known number of them.

    A program's time is exact only with this: an access in the middle of a slice has to know when it happens.
    """
    engine, steps = _new_engine(), 4_321
    engine.mem_map(FLASH, 0x1000)
    engine.mem_write(FLASH, b"\xfe\xe7")
    engine.emu_start(FLASH | 1, _NO_END, count=steps)
    words = (ctypes.c_uint64 * 1024).from_address(engine._uch.value)
    places = [index for index in range(1023) if words[index] == steps + 1 and words[index + 1] == steps]
    if len(places) != 1:
        raise UnknownUnicorn(f"unicorn: its instruction counter is at {len(places)} places")
    return 8 * places[0]


class Cpu:
    """Registers, memory and the run of a slice. `image` is (address, bytes) of what lies in the flash."""

    def __init__(self, image: list[tuple[int, bytes]], ram_bytes: int) -> None:
        self.engine = _new_engine()
        self.ram = mmap.mmap(-1, RAM_BYTES)
        self._ram_pointer = (ctypes.c_char * RAM_BYTES).from_buffer(self.ram)
        self.engine.mem_map(FLASH, FLASH_BYTES, const.UC_PROT_READ | const.UC_PROT_EXEC)
        self.engine.mem_map(0, FLASH_BYTES, const.UC_PROT_READ | const.UC_PROT_EXEC)
        self.engine.mem_map_ptr(RAM, ram_bytes, const.UC_PROT_ALL, ctypes.addressof(self._ram_pointer))
        self.ram_bytes = ram_bytes
        for address, data in image:
            self.engine.mem_write(address, data)
            self.engine.mem_write(address - FLASH, data)
        base = self.engine._uch.value + _counter_offset()
        self._done, self._asked = ctypes.c_uint64.from_address(base), ctypes.c_uint64.from_address(base + 8)
        self._core = _Registers(self.engine._uch, _CORE)
        self._floating = _Registers(self.engine._uch, _FLOATING)
        self.fault: Fault | None = None
        self.error: BaseException | None = None

    def map_registers(self, read: Callable[[int, int], int], write: Callable[[int, int, int], None]) -> None:
        """`read(address, size)` and `write(address, size, value)` answer all accesses to peripherals and core."""
        for base, size in (
            (PERIPHERAL_SPACE, PERIPHERAL_BYTES), (CORE_SPACE, CORE_BYTES),
            (RAM_BITS, BIT_ALIAS_BYTES), (PERIPHERAL_BITS, BIT_ALIAS_BYTES),
        ):  # fmt: skip
            self.engine.mmio_map(base, size, _reader(self, base, read), None, _writer(self, base, write), None)

    def watch_memory(self, kinds: int, callback: Callable[[int, int, int], None], first: int = 1, last: int = 0) -> int:
        """`callback(address, size, value)` sees loads or stores before they happen; all, or those from `first` to
        `last`. Returns unicorn's handle.

        For each of them unicorn puts the bits of an IT block into XPSR, where they stay when the block has ended: what
        comes next would be conditional, too. They are not needed there, since translated code knows its blocks.
        """

        def hook(engine: Any, _access: int, address: int, size: int, value: int, _data: Any) -> None:
            callback(address, size, value)
            flags = engine.reg_read(arm.UC_ARM_REG_XPSR)
            if flags & _CONDITIONAL:
                engine.reg_write(arm.UC_ARM_REG_XPSR, flags & ~_CONDITIONAL)

        return int(self.engine.hook_add(kinds, hook, None, first, last))

    def done_in_slice(self) -> int:
        """Instructions begun in this slice; the current one counts."""
        return int(self._done.value)

    def end_slice(self) -> None:
        """Lets the current instruction be the last of the slice."""
        self._asked.value = self._done.value

    def run(self, count: int) -> int:
        """Runs up to `count` instructions and says how many it were. WFI and exceptions end it."""
        try:
            self.engine.emu_start(self.pc | 1, _NO_END, count=count)
        except UcError as error:
            if self.fault is None and self.error is None:
                self.fault = Fault("HardFault", (), None, self.pc, str(error))
        done = int(self._done.value)
        return done - 1 if done > self._asked.value else done

    @property
    def pc(self) -> int:
        return int(self.engine.reg_read(arm.UC_ARM_REG_PC))

    @pc.setter
    def pc(self, value: int) -> None:
        self.engine.reg_write(arm.UC_ARM_REG_PC, value | 1)

    @property
    def sp(self) -> int:
        return int(self.engine.reg_read(arm.UC_ARM_REG_SP))

    @sp.setter
    def sp(self, value: int) -> None:
        self.engine.reg_write(arm.UC_ARM_REG_SP, value)

    def get(self, register: int) -> int:
        return int(self.engine.reg_read(register))

    def set(self, register: int, value: int) -> None:
        self.engine.reg_write(register, value)

    def floating(self) -> bytes:
        return self._floating.read()

    def restore_floating(self, values: bytes) -> None:
        ctypes.memmove(self._floating.values, values, len(values))
        self._floating.write()

    def state(self) -> tuple[bytes, bytes, bytes]:
        """Everything that the next instructions depend on: equal states behave equally until something external."""
        return self._core.read(), self._floating.read(), self.ram[: self.ram_bytes]

    def is_ram(self, address: int, size: int) -> bool:
        """Whether the program's stacks can lie there."""
        return RAM <= address <= RAM + self.ram_bytes - size

    def is_memory(self, address: int, size: int) -> bool:
        """Whether RAM or flash is there, and no register, which answers to accesses of the program alone."""
        flash = (0, FLASH)
        return self.is_ram(address, size) or any(base <= address <= base + FLASH_BYTES - size for base in flash)

    def read_memory(self, address: int, size: int) -> bytes:
        """Raises UcError where nothing is mapped."""
        return bytes(self.engine.mem_read(address, size))

    def write_memory(self, address: int, data: bytes) -> None:
        self.engine.mem_write(address, data)


def _reader(cpu: Cpu, base: int, read: Callable[[int, int], int]) -> Callable[..., int]:
    def callback(_engine: Any, offset: int, size: int, _data: Any) -> int:
        try:
            return read(base + offset, size)
        except Exception as error:  # ctypes would print it and go on
            cpu.error = cpu.error or error
            cpu.end_slice()
            return 0

    return callback


def _writer(cpu: Cpu, base: int, write: Callable[[int, int, int], None]) -> Callable[..., None]:
    def callback(_engine: Any, offset: int, size: int, value: int, _data: Any) -> None:
        try:
            write(base + offset, size, value)
        except Exception as error:  # ctypes would print it and go on
            cpu.error = cpu.error or error
            cpu.end_slice()

    return callback
