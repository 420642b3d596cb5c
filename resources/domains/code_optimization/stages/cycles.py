"""Cycles of a run, estimated from callgrind's counts. Equal runs give equal numbers, on any load.

The estimate is `instructions + 10 × L1 misses + 10 × mispredicted branches + extra cycles of slow instructions of
the candidate`. Instruction counts alone rank a division before the multiplication that replaces it; the extra
cycles, about a recent core's latency less one, mend that. It knows no pipeline: chains of dependent instructions,
ports and memory bandwidth beyond the first cache are not in it. What is charged to the candidate is `profile`'s.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from resources.domains.code_optimization.stages.objects import Instruction
from resources.domains.code_optimization.stages.profile import Profile, charged, executions
from resources.domains.code_optimization.stages.program import LinkedProgram

SPREAD = 0.02
"""Estimates repeat exactly; a difference below this share is less than the model's own error and does not count."""
L1_MISS_CYCLES = 10
MISPREDICT_CYCLES = 10

_EXTRA_CYCLES: tuple[tuple[re.Pattern[str], int], ...] = tuple(
    (re.compile(pattern), cycles)
    for pattern, cycles in (
        (r"i?div[q]?\s+%r(?!\d+d\b|\d+w\b|\d+b\b)\w+|i?divq", 35),
        (r"i?div", 22),
        (r"v?sqrt[sp]d", 16),
        (r"v?sqrt[sp]s", 11),
        (r"v?div[sp]d", 12),
        (r"v?div[sp]s", 10),
        (r"fdiv|fsqrt|fprem", 20),
        (r"i?mul|mulx", 2),
        (r"v?pmulld", 9),
        (r"v?p?(mul|madd)", 3),
        (r"xchg.*\(|lock", 18),
        (r"(bsf|bsr|pop[c]nt|lzcnt|tzcnt)", 2),
    )
)


@dataclass(frozen=True)
class Estimate:
    """Instructions and estimated cycles of the candidate's part of a run."""

    instructions: int
    cycles: int


def estimate(profile: Profile, program: LinkedProgram, code: Mapping[int, Instruction]) -> Estimate:
    """The estimate for a run of the program whose candidate's code is `code`."""
    events = charged(profile, program)
    misses = sum(events.get(name, 0) for name in ("I1mr", "D1mr", "D1mw"))
    mispredicted = events.get("Bcm", 0) + events.get("Bim", 0)
    executed = executions(profile, program)
    extra = sum(count * extra_cycles(code[at].text) for at, count in executed.items() if at in code)
    instructions = events.get("Ir", 0)
    cycles = instructions + L1_MISS_CYCLES * misses + MISPREDICT_CYCLES * mispredicted + extra
    return Estimate(instructions, cycles)


def extra_cycles(text: str) -> int:
    """Cycles of one execution beyond the first."""
    return next((cycles for pattern, cycles in _EXTRA_CYCLES if pattern.match(text)), 0)
