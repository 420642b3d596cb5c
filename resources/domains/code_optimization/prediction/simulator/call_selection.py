"""Which calls a comparison uses: those of shown tests, then few and short ones that reach much of the baseline."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache

from resources.domains.code_optimization.language.assembly import parsed
from resources.domains.code_optimization.prediction.simulator.calls import (
    Call,
    Prototype,
    as_read,
    calls,
    read_prototype,
    varied,
)
from resources.domains.code_optimization.prediction.simulator.memory import WINDOW_BITS
from resources.domains.code_optimization.prediction.simulator.preconditions import (
    ObservedCall,
    Precondition,
    keeping,
    preconditions_of,
)
from resources.domains.code_optimization.prediction.simulator.program import Program
from resources.domains.code_optimization.prediction.simulator.replay import ReplayedTests
from resources.domains.code_optimization.prediction.simulator.runs import Result, run
from resources.domains.simulation import HaltReason

_STEPS_OF_A_CALL = (500, 2000)
"""First what is short, then what is long where nothing is."""
_MOST_STEPS, _MOST_CALLS, _USUAL_STEPS = 1500, 9, 250
_MOST_FUNCTIONS = 4


@dataclass(frozen=True)
class _Bounds:
    """Of what is followed: calls, and the baseline's steps in all of them."""

    calls: int
    steps: int


_MOST_REPLAYED, _MOST_ALIKE = _Bounds(9, 3000), _Bounds(5, 1000)


@dataclass(frozen=True)
class Expected:
    """One call of one function, and what the baseline makes of it. `is_replay`: a shown test calls so."""

    name: str
    prototype: Prototype
    call: Call
    result: Result
    is_replay: bool = False


@lru_cache(maxsize=256)
def expected(
    reference: str, interface: str, entry: str, inputs: tuple[bytes, ...], harness: str = ""
) -> tuple[Expected, ...]:
    """The calls that are kept, of the functions that are called from outside. Looked up for a known baseline.

    `inputs` are what the shown tests read. Where the `harness` is at hand as assembly, its calls in these tests come
    first, in their order, and then those that it makes of other inputs; made-up calls are the last.
    """
    program = Program(parsed(reference))
    kept: list[Expected] = []
    for name in entry.split()[:_MOST_FUNCTIONS]:
        prototype, start = read_prototype(interface, name), program.entry(name)
        if prototype is not None and start is not None:
            function = _Function(program, start, name, prototype)
            tests = ReplayedTests(reference, harness, name, prototype) if harness else None
            kept += _kept(function, tests, inputs)
    return tuple(kept[: 3 * _MOST_CALLS])


@dataclass(frozen=True)
class _Function:
    """The baseline's."""

    program: Program
    start: int
    name: str
    prototype: Prototype

    def expected(self, call: Call, most_steps: int) -> Expected | None:
        """None where the path does not come back within so many steps."""
        result = run(self.program, self.start, self.prototype, call, most_steps, watch=True)
        return Expected(self.name, self.prototype, call, result) if result.path.halt is HaltReason.RETURNED else None

    def all_expected(self, made: Iterable[Call], most_steps: int) -> list[Expected]:
        tried = (self.expected(call, most_steps) for call in made)
        return [item for item in tried if item is not None]

    def tightened(self, item: Expected, conditions: Mapping[int, Precondition]) -> Expected:
        """The same call in rooms that end where the baseline's path has its last access; not those whose content is
        sorted up to its end, which another search may look at."""
        whole = {item.call.values[place] >> WINDOW_BITS for place, known in conditions.items() if known.is_sorted}
        buffers = tuple(
            buffer if buffer.window in whole else buffer.cut(reach)
            for buffer, reach in zip(item.call.buffers, item.result.reaches, strict=True)
        )
        call = replace(item.call, buffers=buffers)
        result = run(self.program, self.start, self.prototype, call, item.result.path.steps + 1)
        return replace(item, call=call, result=result)


def _kept(function: _Function, tests: ReplayedTests | None, inputs: Sequence[bytes]) -> list[Expected]:
    replayed: list[Expected] = []
    alike: list[Expected] = []
    conditions: Mapping[int, Precondition] = {}
    if tests is not None:
        made = tests.calls(inputs)
        replayed = _replayed(function, made)
        known = set(made)
        others = [call for call in tests.calls(varied(inputs)) if call not in known]
        tried = function.all_expected(others, _STEPS_OF_A_CALL[1])
        short = [item for item in tried if item.result.path.steps <= _STEPS_OF_A_CALL[0]]
        alike = _chosen(short, _MOST_ALIKE, replayed)
        observed = (ObservedCall(item.call, item.result.reaches) for item in (*replayed, *tried))
        conditions = preconditions_of(function.prototype, observed)
    texts = [text for text in (given.partition(b"\n")[2] for given in inputs) if text]
    made_up = dict.fromkeys(keeping(call, conditions) for call in calls(function.prototype, texts))
    if replayed:
        made_up = dict.fromkeys(as_read(call, [item.call for item in (*replayed, *alike)]) for call in made_up)
    for most in _STEPS_OF_A_CALL:
        bounds = _Bounds(_MOST_CALLS, max(2 * most, _MOST_STEPS))
        chosen = _chosen(function.all_expected(made_up, most), bounds, replayed)
        if chosen:
            return [*replayed, *alike, *(function.tightened(item, conditions) for item in chosen)]
    return [*replayed, *alike]


def _replayed(function: _Function, made: Iterable[Call]) -> list[Expected]:
    """The first of them, as far as the steps go."""
    kept, left = list[Expected](), _MOST_REPLAYED.steps
    for call in made:
        item = function.expected(call, left)
        if item is not None and len(kept) < _MOST_REPLAYED.calls:
            kept.append(replace(item, is_replay=True))
            left -= item.result.path.steps
    return kept


def _worth(item: Expected, covered: AbstractSet[int], counts: AbstractSet[int]) -> tuple[int, bool, int]:
    """What is new, at few steps; where nothing is, another size, and a path of some length."""
    path = item.result.path
    new = len(path.covered - covered)
    return new, item.call.count not in counts, -path.steps if new else min(path.steps, _USUAL_STEPS)


def _chosen(tried: Sequence[Expected], bounds: _Bounds, known: Iterable[Expected]) -> list[Expected]:
    """Greedily those that reach most that is new beside what is known. The largest is first, as tests begin with an
    ordinary case; then from the smallest on."""
    left, steps = list(tried), 0
    kept: list[Expected] = []
    covered = set[int]().union(*(item.result.path.covered for item in known))
    while left and len(kept) < bounds.calls:
        best = max(left, key=lambda item: _worth(item, covered, {other.call.count for other in kept}))
        left.remove(best)
        if steps + best.result.path.steps <= bounds.steps:
            kept.append(best)
            covered |= best.result.path.covered
            steps += best.result.path.steps
    kept.sort(key=lambda item: item.call.count)
    return [*kept[-1:], *kept[:-1]]
