"""A profile of callgrind: what was executed where, what of it the candidate is charged with, where it strayed, and the
cycles that it stands for.

The candidate's cost is that of its own instructions and of what it calls outside of them. The harness, the guards and
the start of the process are nobody's: they cost both sides the same and would only hide the difference.

The estimate is `instructions + 10 × L1 misses + 10 × mispredicted branches + extra cycles of slow instructions of the
candidate`; equal runs give equal numbers, on any load. Instruction counts alone rank a division before the
multiplication that replaces it; the extra cycles, about a recent core's latency less one, mend that. It knows no
pipeline: chains of dependent instructions, ports and memory bandwidth beyond the first cache are not in it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from resources.domains.code_optimization.execution.calling_convention import guard_places
from resources.domains.code_optimization.execution.stages.objects import Instruction, is_forbidden
from resources.domains.code_optimization.execution.stages.program import LinkedProgram
from resources.domains.domain import Finding

_GUARD = "__wrap_"


@dataclass(frozen=True)
class Cost:
    """Counts of events, in the profile's order, at one instruction of the function `inside`. `target` is the address
    that it called, where the counts are the callee's; else None."""

    at: int
    inside: str
    counts: tuple[int, ...]
    target: int | None = None


@dataclass(frozen=True)
class Profile:
    """`events` are the names of the counts."""

    events: tuple[str, ...]
    costs: tuple[Cost, ...]


def read_profile(text: str) -> Profile | None:
    """Reads a profile with instruction positions that are not compressed; None where it is not complete."""
    lines = text.splitlines()
    events = next((tuple(line.split()[1:]) for line in lines if line.startswith("events: ")), ())
    if not events or not any(line.startswith("totals: ") for line in lines):
        return None
    try:
        return Profile(events, tuple(_costs(lines)))
    except (ValueError, IndexError):
        return None


def _costs(lines: list[str]) -> Iterator[Cost]:
    names: dict[str, str] = {}
    inside, target = "", None
    for line in lines:
        if line.startswith("fn="):
            number, _, name = line[3:].partition(" ")
            inside = names.setdefault(number, name)
        elif line.startswith("cfn="):
            number, _, name = line[4:].partition(" ")
            names.setdefault(number, name)
        elif line.startswith("calls="):
            target = int(line.split()[1], 0)
        elif line.startswith("0x"):
            at, _, *counts = line.split()
            yield Cost(int(at, 0), inside, tuple(map(int, counts)), target)
            target = None


def instructions(profile: Profile) -> int:
    """All of the run's, whoever's they are."""
    return sum(cost.counts[0] for cost in profile.costs if cost.target is None and cost.counts)


def charged(profile: Profile, program: LinkedProgram) -> Mapping[str, int]:
    """Events of the candidate: its instructions, what it calls, less what calls it back from there."""
    total: Counter[str] = Counter()
    for cost in profile.costs:
        sign = _sign(cost, program)
        if sign:
            for name, count in zip(profile.events, cost.counts, strict=False):
                total[name] += sign * count
    return total


def _sign(cost: Cost, program: LinkedProgram) -> int:
    own = cost.at in program.code
    if cost.target is None:
        return int(own)
    into = cost.target in program.code
    if own == into:
        return 0
    return 1 if own else -int(not cost.inside.startswith(_GUARD))


def executions(profile: Profile, program: LinkedProgram) -> Mapping[int, int]:
    """How often each instruction of the candidate was executed."""
    counts: Counter[int] = Counter()
    for cost in profile.costs:
        if cost.target is None and cost.counts and cost.at in program.code:
            counts[cost.at] += cost.counts[0]
    return counts


def path_findings(
    profile: Profile,
    program: LinkedProgram,
    code: Mapping[int, Instruction],
    data: frozenset[int],
    imported: frozenset[str],
    *,
    any_function: bool,
) -> Iterator[Finding]:
    """Places where the run left what the text shows: the inside of an instruction, `data` among them, or a function by
    its address.

    `any_function` is for tasks whose baseline calls functions that it is given.
    """
    for cost in profile.costs:
        if cost.at not in program.code:
            continue
        if cost.at not in code:
            yield Finding("a jump into the middle of an instruction", line_before(cost.at, code))
        elif is_forbidden(code[cost.at]):
            yield Finding(code[cost.at].text, max(1, code[cost.at].line))
        elif cost.at in data:
            yield Finding(f"data that run: {code[cost.at].text}", max(1, code[cost.at].line))
        elif not _known_target(cost.target, program, imported, any_function):
            yield Finding("a call of code by its address", max(1, code[cost.at].line))


_EACH_ROUND = ("kernel_begins", "kernel_ended", "round_over")
"""Functions of `support/rounds.c` that a run calls once for each round."""


def harness_findings(
    profile: Profile, program: LinkedProgram, guarded: Iterable[str], rounds: int | None
) -> Iterator[Finding]:
    """Whether the harness ran as it does beside any candidate: all that each call and each round has was gone through.

    `rounds` are those of the test, None where the harness has none.
    """
    counts: Counter[int] = Counter()
    for cost in profile.costs:
        if cost.target is None and cost.counts:
            counts[cost.at] += cost.counts[0]
    for function in guarded:
        if len({counts[program.entries.get(place, -1)] for place in guard_places(function)}) > 1:
            yield Finding(f"a return from {function} to another place than its caller", 1)
    for name in _EACH_ROUND if rounds is not None else ():
        if counts[program.entries.get(name, -1)] != rounds:
            yield Finding("control that left a round of the harness", 1)


def _known_target(address: int | None, program: LinkedProgram, imported: frozenset[str], any_function: bool) -> bool:
    if address is None or address in program.code:
        return True
    return program.may_be_called(address, imported, any_function=any_function)


def line_before(address: int, code: Mapping[int, Instruction]) -> int:
    return next((max(1, code[at].line) for at in range(address, address - 16, -1) if at in code), 1)


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
        (r"pause", 40),
        (r"[lms]fence", 30),
        (r"f(sin|cos|ptan|patan|yl2x|2xm1|scale|xtract|bld|bstp)", 60),
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
