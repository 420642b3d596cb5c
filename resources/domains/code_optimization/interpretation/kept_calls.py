"""Which made-up calls a comparison uses: few and short ones that reach as much of the baseline as can be."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache

from resources.domains.code_optimization.assembly import Assembly
from resources.domains.code_optimization.interpretation.arguments import Call, Prototype, calls, read_prototype
from resources.domains.code_optimization.interpretation.machine import Ending
from resources.domains.code_optimization.interpretation.program import Program
from resources.domains.code_optimization.interpretation.runs import Result, run

_STEPS_OF_A_CALL = (500, 2000)
"""First what is short, then what is long where nothing is."""
_MOST_STEPS, _MOST_CALLS, _USUAL_STEPS = 1500, 9, 250
_MOST_FUNCTIONS = 4


@dataclass(frozen=True)
class Expected:
    """One call of one function, and what the baseline makes of it."""

    name: str
    prototype: Prototype
    call: Call
    result: Result


@lru_cache(maxsize=256)
def expected(reference: str, interface: str, entry: str, texts: tuple[bytes, ...]) -> tuple[Expected, ...]:
    """The calls that are kept, of the functions that are called from outside. Looked up for a known baseline."""
    program = Program(Assembly(reference))
    kept: list[Expected] = []
    for name in entry.split()[:_MOST_FUNCTIONS]:
        prototype, start = read_prototype(interface, name), program.entry(name)
        if prototype is not None and start is not None:
            kept += _calls_of(program, start, name, prototype, texts)
    return tuple(kept[: 2 * _MOST_CALLS])


def _calls_of(
    program: Program, start: int, name: str, prototype: Prototype, texts: tuple[bytes, ...]
) -> list[Expected]:
    made = tuple(dict.fromkeys(calls(prototype, texts)))
    for most in _STEPS_OF_A_CALL:
        tried = [
            Expected(name, prototype, call, run(program, start, prototype, call, most, watch=True)) for call in made
        ]
        chosen = _chosen(
            [item for item in tried if item.result.path.ending is Ending.RETURNED], max(2 * most, _MOST_STEPS)
        )
        if chosen:
            return [_tightened(program, start, item) for item in chosen]
    return []


def _tightened(program: Program, start: int, item: Expected) -> Expected:
    """The same call in rooms that end where the baseline's path has its last access."""
    rooms = tuple(room.cut(reach) for room, reach in zip(item.call.rooms, item.result.reaches, strict=True))
    call = replace(item.call, rooms=rooms)
    result = run(program, start, item.prototype, call, item.result.path.steps + 1)
    return replace(item, call=call, result=result)


def _worth(item: Expected, covered: AbstractSet[int], counts: AbstractSet[int]) -> tuple[int, bool, int]:
    """What is new, at few steps; where nothing is, another size, and a path of some length."""
    path = item.result.path
    new = len(path.covered - covered)
    return new, item.call.count not in counts, -path.steps if new else min(path.steps, _USUAL_STEPS)


def _chosen(tried: Sequence[Expected], most_steps: int) -> list[Expected]:
    """Greedily those that reach most that is new. The largest is first, as tests begin with an ordinary case; then
    from the smallest on."""
    left, steps = list(tried), 0
    kept: list[Expected] = []
    covered: set[int] = set()
    while left and len(kept) < _MOST_CALLS:
        best = max(left, key=lambda item: _worth(item, covered, {other.call.count for other in kept}))
        left.remove(best)
        if steps + best.result.path.steps <= most_steps:
            kept.append(best)
            covered |= best.result.path.covered
            steps += best.result.path.steps
    kept.sort(key=lambda item: item.call.count)
    return [*kept[-1:], *kept[:-1]]
