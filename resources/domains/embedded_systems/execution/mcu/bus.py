"""The bus: which peripheral answers at an address, whether its clock is on, and what may be used at all.

Addresses that the device has and the model lacks are gaps; addresses that the device lacks are bus faults.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .findings import EnvironmentGap
from .peripheral import Peripheral

if TYPE_CHECKING:
    from .board import Board

PERIPHERALS = 0x40000000
BLOCK_BITS = 10

GATES: Mapping[str, tuple[int, int]] = {
    **{f"GPIO{letter}": (0x30, bit) for bit, letter in enumerate("ABCDE")},
    **{"CRC": (0x30, 12), "DMA1": (0x30, 21), "DMA2": (0x30, 22)},
    **{f"TIM{number}": (0x40, number - 2) for number in range(2, 8)},
    **{"SPI2": (0x40, 14), "SPI3": (0x40, 15), "USART2": (0x40, 17), "USART3": (0x40, 18), "PWR": (0x40, 28)},
    **{"TIM1": (0x44, 0), "USART1": (0x44, 4), "USART6": (0x44, 5), "ADC1": (0x44, 8), "SPI1": (0x44, 12)},
    "SYSCFG": (0x44, 14),
}
"""Peripheral → (offset of its enable register in the RCC, bit)."""

RESET_BEFORE_ENABLE = 0x20
"""The registers that hold in reset have the same bits, as far before those that enable."""
ENABLE_REGISTERS = {0x30: "AHB1ENR", 0x40: "APB1ENR", 0x44: "APB2ENR"}

UNMODELLED: tuple[tuple[int, int, str], ...] = (
    (0x40001800, 0x40002400, "TIM12 to TIM14"),
    (0x40002800, 0x40002C00, "RTC"),
    (0x40002C00, 0x40003000, "WWDG"),
    (0x40004C00, 0x40005400, "UART4 and UART5"),
    (0x40005400, 0x40006000, "I2C"),
    (0x40006400, 0x40006C00, "CAN"),
    (0x40007400, 0x40007800, "DAC"),
    (0x40010400, 0x40010800, "TIM8"),
    (0x40012400, 0x40012800, "ADC"),
    (0x40012C00, 0x40013000, "SDIO"),
    (0x40014000, 0x40014C00, "TIM9 to TIM11"),
    (0x40021400, 0x40022400, "GPIOF to GPIOI"),
    (0x40024000, 0x40025000, "backup SRAM"),
    (0x40028000, 0x40029400, "Ethernet"),
    (0x40040000, 0x40080000, "USB OTG HS"),
    (0x50000000, 0x50061000, "USB OTG FS, DCMI and RNG"),
    (0x10000000, 0x10010000, "CCM RAM"),
    (0xE0000000, 0xE0001000, "ITM"),
    (0xE0002000, 0xE0003000, "FPB"),
    (0xE0040000, 0xE0100000, "debug and trace"),
    (0x1FFF0000, 0x1FFF8000, "system memory"),
)


class BusFault(Exception):
    """Nothing answers at this address."""


def gap_at(address: int) -> str:
    """The part of the device at an address that the model lacks; "" where the device has nothing there."""
    return next((name for start, end, name in UNMODELLED if start <= address < end), "")


def aliased(address: int, alias: int, base: int) -> tuple[int, int]:
    """The byte that an address in a bit-band alias stands for, and the bit in it."""
    bit = (address - alias) >> 2
    return base + (bit >> 3), bit & 7


class Bus:
    """Peripherals by address."""

    def __init__(self, machine: Board) -> None:
        self._machine = machine
        self._blocks: dict[int, tuple[Peripheral, int]] = {}
        self._gates: dict[str, tuple[int, int]] = dict(GATES)
        self.touched: dict[str, Peripheral] = {}
        """Peripherals that were written to, or that see time pass from the start."""

    def attach(self, base: int, peripheral: Peripheral, size: int = 1 << BLOCK_BITS) -> None:
        for start in range(base, base + size, 1 << BLOCK_BITS):
            self._blocks[start >> BLOCK_BITS] = (peripheral, base)

    def find(self, address: int) -> tuple[Peripheral, int]:
        """The peripheral and the offset of the addressed word. Raises EnvironmentGap or BusFault."""
        block = self._blocks.get(address >> BLOCK_BITS)
        if block is None:
            missing = gap_at(address)
            if missing:
                raise EnvironmentGap(f"{missing} (address 0x{address:08X})")
            raise BusFault
        return block[0], (address - block[1]) & ~3

    def clocked(self, peripheral: Peripheral) -> bool:
        """Whether it answers: its clock is on, and it is not held in reset."""
        gate = self._gates.get(peripheral.name)
        if gate is None:
            return True
        values, (offset, bit) = self._machine.rcc.values, gate
        return bool(values.get(offset, 0) >> bit & 1) and not values.get(offset - RESET_BEFORE_ENABLE, 0) >> bit & 1

    def is_held(self, peripheral: Peripheral) -> bool:
        offset, bit = self._gates[peripheral.name]
        return bool(self._machine.rcc.values.get(offset - RESET_BEFORE_ENABLE, 0) >> bit & 1)

    def reset_name(self, peripheral: Peripheral) -> str:
        """The reset bit as C names it, such as RCC->AHB1RSTR bit 0."""
        return self.gate_name(peripheral).replace("ENR", "RSTR")

    def gate_name(self, peripheral: Peripheral) -> str:
        """The enable bit as C names it, such as RCC->AHB1ENR bit 0."""
        offset, bit = self._gates[peripheral.name]
        return f"RCC->{ENABLE_REGISTERS[offset]} bit {bit}"

    def next_event(self) -> int:
        return min(peripheral.next_event() for peripheral in self.touched.values())
