"""Runs of one design over given inputs, and single steps of it from given states: what its outputs and registers were.

What two designs' runs have in common is `comparison`.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from resources.domains.chip_design.interpretation.signals import TooLongError, masked
from resources.domains.chip_design.interpretation.simulation import Origin, Simulation
from resources.domains.chip_design.interpretation.stimulus import Step, drawn

Values = tuple[Any, ...]
"""Of outputs or registers in a given order: a number each, or a tuple of numbers for an array, or None."""
Layout = tuple[int, int]
"""Width and number of elements of a signal."""


@dataclass(frozen=True)
class Plan:
    """What a run is given, and the names of the outputs that are looked at."""

    steps: tuple[Step, ...]
    outputs: tuple[str, ...]


@dataclass(frozen=True)
class Run:
    """Outputs after each change of the inputs and each clock's edges. `is_whole` is False where the budget ended it."""

    outputs: tuple[Values, ...]
    is_whole: bool


@dataclass(frozen=True)
class Trial:
    """One step from a made-up state. `before` are the outputs before the clock, `after` those after it, `registers` the
    registers then, in the order of the setting's state. `ways` are those taken before the clock, and by what waits for
    it: not those that its new values lead to."""

    before: Values
    after: Values
    registers: Values
    ways: frozenset[int]


@dataclass(frozen=True)
class Setting:
    """What a trial starts from."""

    state: dict[str, Any]
    step: Step


def run(simulation: Simulation, plan: Plan, origin: Origin, budget: int) -> Run:
    """Nothing is noted of steps that still reset."""
    found: list[Values] = []
    try:
        simulation.start(origin, budget)
        for step in plan.steps:
            values = list(_stepped(simulation, step, plan.outputs))
            found.extend(() if step.is_first_reset else values)
    except TooLongError:
        return Run(tuple(found), False)
    return Run(tuple(found), True)


def _stepped(simulation: Simulation, step: Step, names: Sequence[str]) -> Iterator[Values]:
    simulation.put(_pins(simulation, step.inputs))
    simulation.settle()
    yield outputs(simulation, names)
    if step.clocks:
        for level in (1, 0):
            simulation.put(_pins(simulation, dict.fromkeys(step.clocks, level)))
            simulation.settle()
        yield outputs(simulation, names)


def _pins(simulation: Simulation, values: Mapping[str, int]) -> dict[int, int]:
    """Values by slot, cut to their ports; those of ports that the design lacks are left out."""
    inputs, widths = simulation.design.inputs, simulation.signals.widths
    return {inputs[name]: value & masked(widths[inputs[name]]) for name, value in values.items() if name in inputs}


def outputs(simulation: Simulation, names: Sequence[str]) -> Values:
    """None for an output that the design lacks."""
    slots = [simulation.design.outputs.get(name) for name in names]
    return tuple(None if slot is None else _frozen(simulation.signals.values[slot]) for slot in slots)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def registers(simulation: Simulation) -> dict[str, int]:
    """Slots of what clocked processes assign, by the name that they are known as."""
    names, known_as = simulation.signals.names, simulation.known_as
    return {known_as.get(names[slot], names[slot]): slot for slot in sorted(simulation.kept)}


def recognise(simulation: Simulation, layouts: Mapping[str, Layout]) -> bool:
    """Gives registers that `layouts` does not know the names of those that are missing, in their order.

    False where some are missing, or are arrays of another length. One of another width takes what it has room for.
    """
    own = {name: layout(simulation, slot) for name, slot in registers(simulation).items()}
    missing = [name for name in layouts if name not in own]
    strange = [name for name in own if name not in layouts]
    if any(own[name][1] != shape[1] for name, shape in layouts.items() if name in own):
        return False
    for name in missing:
        alike = next((item for item in strange if own[item] == layouts[name]), None)
        if alike is None:
            return False
        strange.remove(alike)
        simulation.known_as[alike] = name
    return True


def layout(simulation: Simulation, slot: int) -> Layout:
    return simulation.signals.widths[slot], simulation.signals.lengths[slot]


def made_up_state(simulation: Simulation, numbers: random.Random, constants: list[int]) -> dict[str, Any]:
    signals = simulation.signals
    state: dict[str, Any] = {}
    for name, slot in registers(simulation).items():
        width, length = signals.widths[slot], signals.lengths[slot]
        one = [drawn(width, numbers, constants) for _ in range(max(1, length))]
        state[name] = one if length else one[0]
    return state


def tried(simulation: Simulation, setting: Setting, names: Sequence[str], origin: Origin, budget: int) -> Trial | None:
    """None where the budget ends it. What is no register of `setting` starts from made-up values."""
    signals, design = simulation.signals, simulation.design
    signals.steps = budget
    simulation.scatter(origin)
    signals.postponed.clear()
    signals.taken.clear()
    own = registers(simulation)
    for name, value in setting.state.items():
        if name in own:
            mask = masked(signals.widths[own[name]])
            signals.values[own[name]] = [item & mask for item in value] if isinstance(value, list) else value & mask
    for slot, value in (dict.fromkeys(design.inputs.values(), 0) | _pins(simulation, setting.step.inputs)).items():
        signals.values[slot] = value
    try:
        simulation.settle_all()
        before, ways = outputs(simulation, names), frozenset(signals.taken)
        simulation.put(_pins(simulation, dict.fromkeys(setting.step.clocks, 1)))
        simulation.settle()
    except TooLongError:
        return None
    after = tuple(_frozen(signals.values[own[name]]) if name in own else None for name in setting.state)
    return Trial(before, outputs(simulation, names), after, ways | (signals.taken & design.clocked_ways))
