"""A profile of callgrind: what was executed where, what of it the candidate is charged with, and where it strayed.

The candidate's cost is that of its own instructions and of what it calls outside of them. The harness, the guards and
the start of the process are nobody's: they cost both sides the same and would only hide the difference.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from resources.domains.code_optimization.stages.objects import Instruction, is_forbidden
from resources.domains.code_optimization.stages.program import LinkedProgram
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
    found: Counter[int] = Counter()
    for cost in profile.costs:
        if cost.target is None and cost.counts and cost.at in program.code:
            found[cost.at] += cost.counts[0]
    return found


def path_findings(
    profile: Profile,
    program: LinkedProgram,
    code: Mapping[int, Instruction],
    imported: frozenset[str],
    *,
    any_function: bool,
) -> Iterator[Finding]:
    """Places where the run left what the disassembly shows: the inside of an instruction, data, or a function by its
    address.

    `any_function` is for tasks whose baseline calls functions that it is given.
    """
    for cost in profile.costs:
        if cost.at not in program.code:
            continue
        if cost.at not in code:
            yield Finding("a jump into the middle of an instruction", _line_before(cost.at, code))
        elif is_forbidden(code[cost.at]):
            yield Finding(code[cost.at].text, max(1, code[cost.at].line))
        elif not _known_target(cost.target, program, imported, any_function):
            yield Finding("a call of code by its address", max(1, code[cost.at].line))


def _known_target(address: int | None, program: LinkedProgram, imported: frozenset[str], any_function: bool) -> bool:
    if address is None or address in program.code:
        return True
    return program.may_be_called(address, imported, any_function=any_function)


def _line_before(address: int, code: Mapping[int, Instruction]) -> int:
    return next((max(1, code[at].line) for at in range(address, address - 16, -1) if at in code), 1)
