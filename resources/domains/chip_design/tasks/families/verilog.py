"""Pieces of Verilog that drawn designs share: the range of a width, a block of registers, and the parts of a body."""

from collections.abc import Iterable
from typing import NamedTuple

from resources.domains.chip_design.tasks.families.design import Clocking


class Parts(NamedTuple):
    """A body with registers, by lines: declarations, the names that a reset clears, and what other edges do."""

    declarations: list[str]
    cleared: list[str]
    updates: list[str]


def shape(width: int) -> str:
    """The range that stands before a name: empty for a single bit."""
    return f"[{width - 1}:0] " if width > 1 else ""


def registers(clocking: Clocking, cleared: Iterable[str], updates: Iterable[str], enable: str = "") -> list[str]:
    """What a reset does to registers, and what every other clock edge does, or each at which `enable` holds."""
    return [
        f"    always @({clocking.sensitivity}) begin",
        f"        if ({clocking.asserted}) begin",
        *(f"            {line}" for line in cleared),
        f"        end else {f'if ({enable}) ' if enable else ''}begin",
        *(f"            {line}" for line in updates),
        "        end",
        "    end",
    ]
