"""Stretches in whose middle one control keeps its value for hundreds of cycles, or one of two clocks stops or creeps.

What gives up waiting after a while, or counts how long it has waited, shows there alone: a control that keeps its value
from the reset on finds a design in which nothing has begun. Part of the bench that is written in `comparison_bench`.
"""

from collections.abc import Mapping

from resources.domains.chip_design.execution.stages.exactness import Exactness, width
from resources.domains.chip_design.language.interface import Interface

WAIT = 560
"""Cycles, two more than what counts to 2^9 needs to run over, and some to be seen."""
_BEFORE, _AFTER = 40, 40
_CREEPING = 100
"""A clock that creeps ticks once in so many cycles."""
IN_BETWEEN = f"i >= {_BEFORE} && i < {_BEFORE + WAIT}"
DECLARED = "  integer kept = -1;\n  reg keeps = 0, creeping = 0;\n  reg [31:0] stopped = 0;\n"
KEEP = f"        if (kept >= 0 && {IN_BETWEEN}) drawn[kept] = keeps;\n"
TICKS = f"if ({IN_BETWEEN}) ticks = ticks & ~(creeping && i % {_CREEPING} == 0 ? 0 : stopped); "


def long_waits(interface: Interface, exact: Exactness, places: Mapping[str, int]) -> str:
    """Calls of `stretch`, one for each control and value, and two for each clock where there are several."""
    length = _BEFORE + WAIT + _AFTER
    controls = [port.name for port in exact.random_inputs(interface) if width(port) == 1]
    controls = [name for name in controls if name not in exact.resets]
    kept = "".join(
        f"    kept = {places[name]}; keeps = {value}; repeat (2) stretch({length});\n"
        for name in controls
        for value in (0, 1)
    )
    clocks = len(exact.clocks)
    stopped = "".join(
        f"    rushing = -1; stopped = {1 << place}; creeping = {creeps}; stretch({length}); rushing = 0; stopped = 0;\n"
        for place in range(clocks if clocks > 1 else 0)
        for creeps in (0, 1)
    )
    return f"{kept}    kept = -1;\n{stopped}"
