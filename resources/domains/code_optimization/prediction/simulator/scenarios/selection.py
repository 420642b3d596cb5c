"""Which made-up scenarios a comparison uses: few and short ones that reach as much of the baseline as can be."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

from resources.domains.code_optimization.language.assembly import parsed
from resources.domains.code_optimization.language.c_declarations import read_header
from resources.domains.code_optimization.language.c_types import Shapes
from resources.domains.code_optimization.prediction.simulator.program import Program
from resources.domains.code_optimization.prediction.simulator.scenarios.execution import Outcome, follow
from resources.domains.code_optimization.prediction.simulator.scenarios.plans import Scenario, scenarios
from resources.domains.code_optimization.prediction.simulator.scenarios.test_literals import Body, bodies_of, held_back
from resources.domains.simulation import HaltReason

_STEPS_OF_A_SCENARIO = (1200, 6000)
"""First what is short, then what is long where nothing is."""
_BESIDE_STEPS = 200
"""What a scenario costs beside its steps."""
_MOST_STEPS, _MOST_SCENARIOS, _MOST_TRIED = 2400, 18, 240


@dataclass(frozen=True)
class ExpectedScenario:
    """A scenario and what the baseline makes of it."""

    scenario: Scenario
    outcome: Outcome


@dataclass(frozen=True)
class Expectation:
    shapes: Shapes
    items: tuple[ExpectedScenario, ...] = ()


@lru_cache(maxsize=256)
def expected_scenarios(reference: str, interface: str, entry: str, tests: str, suite: str) -> Expectation | None:
    """None where the header cannot be read; without items where the baseline cannot be followed."""
    header = read_header(interface)
    if header is None:
        return None
    names = tuple(entry.split())
    hidden = held_back(tests, suite)
    bodies = (Body(),) if hidden is None else bodies_of(tests, names, tuple(header.constants.items()), hidden)
    made = tuple(dict.fromkeys(scenarios(header, names, bodies)))[:_MOST_TRIED]
    program = Program(parsed(reference))
    for most in _STEPS_OF_A_SCENARIO:
        tried = [ExpectedScenario(item, follow(program, item, header.shapes, most, watch=True)) for item in made]
        chosen = _chosen([item for item in tried if _is_whole(item.outcome)], max(_MOST_STEPS, most))
        if chosen:
            return Expectation(header.shapes, tuple(chosen))
    return Expectation(header.shapes)


def _is_whole(outcome: Outcome) -> bool:
    return outcome.halt is HaltReason.RETURNED and outcome.is_balanced


def _worth(outcome: Outcome, covered: AbstractSet[int], many: int) -> tuple[int, int]:
    """What is new for its steps; where nothing is, some steps."""
    new = len(outcome.covered - covered)
    return 1000 * new // (outcome.steps + _BESIDE_STEPS), min(outcome.steps, many)


def _chosen(tried: Sequence[ExpectedScenario], most_steps: int) -> list[ExpectedScenario]:
    """What tests do comes first, up to half of it; then the rest."""
    kept: list[ExpectedScenario] = []
    _choose(kept, [item for item in tried if item.scenario.is_replay], _MOST_SCENARIOS // 2, most_steps // 2)
    _choose(kept, [item for item in tried if item not in kept], _MOST_SCENARIOS, most_steps)
    return sorted(kept, key=lambda item: not item.scenario.is_replay)


def _choose(kept: list[ExpectedScenario], left: list[ExpectedScenario], most: int, most_steps: int) -> None:
    """Greedily what reaches most that is new; where nothing does, what takes some steps, as more of it counts."""
    steps = sum(item.outcome.steps for item in kept)
    covered = set[int]().union(*(item.outcome.covered for item in kept))
    while left and len(kept) < most:
        best = max(left, key=lambda item: _worth(item.outcome, covered, most_steps // 8))
        left.remove(best)
        if steps + best.outcome.steps <= most_steps:
            kept.append(best)
            covered |= best.outcome.covered
            steps += best.outcome.steps
