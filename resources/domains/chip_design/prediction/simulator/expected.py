"""What a reference does over made-up inputs, once for all its candidates: runs and single steps."""

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from resources.domains.chip_design.language.syntax import Elaborated, elaborate
from resources.domains.chip_design.prediction.simulator.design import Design, flatten
from resources.domains.chip_design.prediction.simulator.simulation import (
    Layout,
    Origin,
    Plan,
    Run,
    Setting,
    Simulation,
    Trial,
    layout,
    made_up_state,
    registers,
    run,
    tried,
)
from resources.domains.chip_design.prediction.simulator.stimulus import ALWAYS, NOW_AND_THEN, Pins, pins, steps
from resources.domains.chip_design.prediction.simulator.structure import Structure, structure
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_RUN_BUDGET = 6_000
_TRIALS_BUDGET = 6_000
"""Steps that the reference's run, and all its trials together, may take about; a design gets as many as fit."""
_FEWEST, _MOST = 24, 80
_LEEWAY = 4
"""How much longer than the reference a candidate may take."""
_DRAWN = 16
"""How many settings are drawn for each that is kept: what a design seldom does is not met by chance."""
_SAMPLE, _SAMPLE_BUDGET = 8, 50_000
"""Steps of the stimulus by which the reference's cost is told."""
_ORIGINS = tuple(Origin(seed, is_flipped) for seed in (None, 1) for is_flipped in (False, True))
OWN_ORIGINS = _ORIGINS[2:]
"""The candidate's: two of the reference's, so that what both leave to chance has the same chances."""


@dataclass(frozen=True)
class Expected:
    """The reference's runs of `plan` and its trials of each setting, from each of `_ORIGINS`."""

    plan: Plan
    runs: tuple[Run, ...]
    layouts: Mapping[str, Layout]
    settings: tuple[Setting, ...]
    trials: tuple[tuple[Trial | None, ...], ...]
    structure: Structure
    run_budget: int
    trial_budget: int


def top_instance(elaborated: Elaborated, top: str) -> Any:
    return next((item for item in elaborated.compilation.getRoot().topInstances if item.name == top), None)


def flattened(instance: Any) -> Design | None:
    """None where the design cannot be followed."""
    try:
        return flatten(instance)
    except (UnsupportedConstruct, RecursionError, AttributeError):
        # pyslang has a class of its own for what is invalid, without what the class of its valid kin has.
        return None


@lru_cache(maxsize=256)
def expected_of(reference: str, top: str) -> Expected | None:
    """None where the reference cannot be followed. The caller has made sure that it may be elaborated."""
    elaborated = elaborate(reference)
    instance = top_instance(elaborated, top)
    design = None if instance is None else flattened(instance)
    if design is None:
        return None
    numbers = random.Random(int.from_bytes(hashlib.sha256(reference.encode()).digest()[:8], "big"))
    simulation, design_pins, constants = Simulation(design), pins(design), sorted(design.signals.constants)
    run_cost, trial_cost = _costs(simulation, design_pins, constants)
    outputs = tuple(sorted(design.outputs))
    plan = Plan(tuple(steps(design_pins, numbers, constants, _fitting(_RUN_BUDGET, run_cost), NOW_AND_THEN)), outputs)
    run_budget, trial_budget = _LEEWAY * (run_cost * len(plan.steps) + 100), _LEEWAY * (trial_cost + 100)
    count = _fitting(_TRIALS_BUDGET, trial_cost)
    drawn = [
        Setting(made_up_state(simulation, numbers, constants), step)
        for step in steps(design_pins, numbers, constants, _DRAWN * count, ALWAYS)
        if not step.is_first_reset
    ]
    reach = [reached(simulation, setting, design_pins.resets, trial_budget) for setting in drawn]
    settings = farthest_reaching(drawn, reach, count)
    runs = tuple(run(simulation, plan, origin, run_budget) for origin in _ORIGINS)
    trials = tuple(
        tuple(tried(simulation, setting, outputs, origin, trial_budget) for origin in _ORIGINS) for setting in settings
    )
    layouts = {name: layout(simulation, slot) for name, slot in registers(simulation).items()}
    return Expected(plan, runs, layouts, settings, trials, structure(design), run_budget, trial_budget)


def reached(simulation: Simulation, setting: Setting, resets: Mapping[str, int], budget: int) -> int:
    """A bit for each way that a trial takes at the design's branches, and for that way together with each register
    that the trial changes, but by a reset: what a branch computes shows only where something takes it over."""
    trial = tried(simulation, setting, (), _ORIGINS[2], budget)
    if trial is None:
        return 0
    ways, room = sum(1 << way for way in trial.ways), simulation.signals.room_of_ways
    reach = ways
    if any(setting.step.inputs[name] == value for name, value in resets.items()):
        return reach
    for before, after in zip(setting.state.values(), trial.registers, strict=True):
        ways <<= room
        changed = list(after) != before if isinstance(before, list) else after != before
        reach |= ways if changed else 0
    return reach


def farthest_reaching(drawn: Sequence[Setting], reach: Sequence[int], count: int) -> tuple[Setting, ...]:
    """One after the other that which reaches most that is new, and round again until there are `count`."""
    left, kept, met = list(range(len(drawn))), list[int](), 0
    while left and len(kept) < count:
        best = max(left, key=lambda place: ((reach[place] & ~met).bit_count(), -place))
        if not reach[best] & ~met and met:
            met = 0
            continue
        left.remove(best)
        kept.append(best)
        met |= reach[best]
    return tuple(drawn[place] for place in sorted(kept))


def _costs(simulation: Simulation, design_pins: Pins, constants: list[int]) -> tuple[int, int]:
    """Steps that the reference takes for a cycle of a run and for a trial."""
    numbers = random.Random(0)
    planned = list(steps(design_pins, numbers, constants, _SAMPLE, ALWAYS))
    run(simulation, Plan(tuple(planned), ()), _ORIGINS[2], _SAMPLE_BUDGET)
    run_cost = simulation.signals.budget.taken // len(planned) + 1
    spent = 0
    for step in planned:
        setting = Setting(made_up_state(simulation, numbers, constants), step)
        tried(simulation, setting, (), _ORIGINS[2], _SAMPLE_BUDGET)
        spent += simulation.signals.budget.taken
    return run_cost, spent // len(planned) + 1


def _fitting(budget: int, cost: int) -> int:
    return min(_MOST, max(_FEWEST, budget // cost))
