"""Peripheral: a block of registers with names, reset values, events in time and interrupt lines.

What a block does stands in its own module; address decoding and clock gating are `bus`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from .register_bits import RegisterBits, Table, mask_of

if TYPE_CHECKING:
    from .board import Board

NEVER = 1 << 62
WORD = 0xFFFFFFFF


class Peripheral:
    """Registers by offset. Subclasses override reads and writes of those that do something.

    All times are in CPU cycles. `reset_values` gives what is not 0 after reset; `live` names the registers
    whose value changes with time alone ("TIM2->CNT"): a poll of them is never skipped. `bits` says what becomes of
    each bit; `recorded` names what no reset takes back.
    """

    names: ClassVar[Mapping[int, str]] = MappingProxyType({})
    reset_values: ClassVar[Mapping[int, int]] = MappingProxyType({})
    bits: Table = MappingProxyType({})
    live: frozenset[str] = frozenset()
    recorded: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, machine: Board, name: str, interrupts: tuple[int, ...] = ()) -> None:
        self.machine, self.name, self.interrupts = machine, name, interrupts
        self.values: dict[int, int] = dict(self.reset_values)

    def register(self, offset: int) -> str:
        """The register as it is written in C; a reserved offset has its number."""
        return f"{self.name}->{self.names.get(offset, f'0x{offset:02X}')}"

    def settle_in(self) -> None:
        """Keeps the state that a reset leads back to: that of now, before anything has happened."""
        lasting = self.recorded | {"machine"}
        self._fresh: dict[str, Any] = {name: copy(value) for name, value in vars(self).items() if name not in lasting}

    def restart(self) -> None:
        """A reset of this block alone."""
        vars(self).update({name: copy(value) for name, value in self._fresh.items()})

    def bits_of(self, offset: int) -> RegisterBits | None:
        return self.bits.get(self.names.get(offset, "").rpartition(".")[2])

    def existing(self, offset: int) -> int:
        """The bits of a register that are there; the others are read as 0, whatever is written."""
        bits = self.bits_of(offset)
        return WORD if bits is None else WORD & ~mask_of(bits.reserved)

    def put(self, offset: int, value: int) -> bool:
        """A write, as `write` answers it. Raises EnvironmentGap for bits that do what this model lacks."""
        bits = self.bits_of(offset)
        changed = 0 if bits is None else (value ^ self.reset_values.get(offset, 0)) & bits.gap_mask
        if bits is not None and changed:
            what, bit = bits.gap(changed)
            self.machine.gap(f"{what} ({self.register(offset)} bit {bit})")
        return self.write(offset, value)

    def read(self, offset: int) -> int:
        return self.values.get(offset, 0)

    def write(self, offset: int, value: int) -> bool:
        """True where events or interrupt lines may have changed: the CPU then stops after this instruction."""
        self.values[offset] = value
        return True

    def changes(self, offset: int, value: int) -> bool:
        """Whether a write may change anything at all; a loop whose writes do not is one that waits."""
        return True

    def merged(self, offset: int, value: int, mask: int) -> int:
        """What a byte or half-word access writes to the whole register."""
        return value if mask == WORD else (self.values.get(offset, 0) & ~mask) | (value & mask)

    def advance(self, now: int) -> None:
        """Brings the state to `now`; called at the block's own events at the latest."""

    def next_event(self) -> int:
        """When something happens without a register access."""
        return NEVER

    def lines(self) -> Iterable[int]:
        """The interrupt numbers whose line is high."""
        return ()

    def violation(self, offset: int, text: str) -> None:
        self.machine.violate(self.register(offset), text)
