"""The fate of each bit of a register: modelled, lacking in this model, without effect on what is seen, or not there.

The tables are `bits_of_system` and `bits_of_peripherals`. That they are complete is held by a test.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property


def mask_of(places: str) -> int:
    """Bits as they are named in manuals: "0 4-7" is 0xF1."""
    mask = 0
    for place in places.split():
        first, _, last = place.partition("-")
        mask |= (2 << int(last or first)) - (1 << int(first))
    return mask


@dataclass(frozen=True)
class RegisterBits:
    """One register. `modelled` is what the peripheral's own code answers for, and what only hardware writes.

    `lacking` names bits that change something which this model does not know: a write that gives one another value than
    after reset is a gap. `idle` says of others why nothing that is observed depends on them. All else is reserved.
    """

    modelled: str = ""
    lacking: Mapping[str, str] = field(default_factory=dict)
    idle: Mapping[str, str] = field(default_factory=dict)
    reserved: str = ""

    @cached_property
    def gap_mask(self) -> int:
        return sum(map(mask_of, self.lacking))

    def fates(self) -> list[int]:
        """The masks of all fates; disjoint, and together 32 bits."""
        return [mask_of(places) for places in (self.modelled, *self.lacking, *self.idle, self.reserved)]

    def gap(self, changed: int) -> tuple[str, int]:
        """What is lacking of the bits that a write changes, and the lowest of its bits; ("", 0) where nothing is."""
        for places, what in self.lacking.items():
            bits = changed & mask_of(places)
            if bits:
                return what, (bits & -bits).bit_length() - 1
        return "", 0


ALL = RegisterBits("0-31")
READ_ONLY = RegisterBits("0-31")
"""What a write does there is nothing, or forbidden."""


def idle(why: str, places: str = "0-31", reserved: str = "") -> RegisterBits:
    return RegisterBits(idle={places: why}, reserved=reserved)


def lacking(what: str, places: str = "0-31", reserved: str = "") -> RegisterBits:
    return RegisterBits(lacking={places: what}, reserved=reserved)


Table = Mapping[str, RegisterBits]
"""By the register's name within its peripheral ("CR1")."""
