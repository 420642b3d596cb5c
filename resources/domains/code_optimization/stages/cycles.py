"""Cycles of a run, estimated from callgrind's counts. Equal runs give equal numbers, on any load.

The estimate is `instructions + 10 × L1 misses + 10 × mispredicted branches + extra cycles of slow instructions of
the candidate`. Instruction counts alone rank a division before the multiplication that replaces it; the extra
cycles, about a recent core's latency less one, mend that. It knows no pipeline: chains of dependent instructions,
ports and memory bandwidth beyond the first cache are not in it. Whole processes are counted, start-up too, since
anything that starts and stops counting could be misled by the candidate.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from resources.domains.code_optimization.stages.objects import Instruction

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
class Counts:
    """What callgrind counted for a whole run, by its event names, and instructions executed by address."""

    events: Mapping[str, int]
    executed: Mapping[int, int]


@dataclass(frozen=True)
class Estimate:
    """Instructions and estimated cycles of a whole run."""

    instructions: int
    cycles: int


def read_counts(profile: str) -> Counts | None:
    """Reads a profile with instruction positions; None where it is not complete."""
    names: list[str] = []
    totals: list[int] = []
    for line in profile.splitlines():
        if line.startswith("events: "):
            names = line.split()[1:]
        elif line.startswith("totals: "):
            totals = [int(word) for word in line.split()[1:] if word.isdigit()]
    if not names or not totals:
        return None
    executed: Counter[int] = Counter()
    for address, count in _self_costs(profile):
        executed[address] += count
    return Counts(dict(zip(names, totals, strict=False)), executed)


def _self_costs(profile: str) -> Iterator[tuple[int, int]]:
    """Address and executions of each cost line. The line after `calls=` is the callee's cost, not an execution."""
    address, of_call = 0, False
    for line in profile.splitlines():
        if line.startswith("calls="):
            of_call = True
            continue
        if not line or line[0] not in "0+-*":
            continue
        words = line.split()
        address = _position(words[0], address)
        if not of_call and len(words) > 2:
            yield address, int(words[2])
        of_call = False


def _position(word: str, before: int) -> int:
    if word == "*":
        return before
    value = int(word, 0)
    return before + value if word[0] in "+-" else value


def estimate(counts: Counts, code: Mapping[int, Instruction]) -> Estimate:
    """The estimate for a run of the program whose candidate's code is `code`."""
    events = counts.events
    misses = sum(events.get(name, 0) for name in ("I1mr", "D1mr", "D1mw"))
    mispredicted = events.get("Bcm", 0) + events.get("Bim", 0)
    extra = sum(count * extra_cycles(code[at].text) for at, count in counts.executed.items() if at in code)
    instructions = events.get("Ir", 0)
    cycles = instructions + L1_MISS_CYCLES * misses + MISPREDICT_CYCLES * mispredicted + extra
    return Estimate(instructions, cycles)


def extra_cycles(text: str) -> int:
    """Cycles of one execution beyond the first."""
    return next((cycles for pattern, cycles in _EXTRA_CYCLES if pattern.match(text)), 0)
