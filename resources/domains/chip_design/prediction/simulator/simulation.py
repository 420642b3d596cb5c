"""Running a flattened design: combinational processes until nothing changes, edges, then nonblocking assignments.

Runs over given inputs, and single steps from given states. What two designs' runs have in common is `comparison`.
"""

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from resources.domains.chip_design.prediction.simulator.design import Design, Process
from resources.domains.chip_design.prediction.simulator.signals import masked
from resources.domains.chip_design.prediction.simulator.stimulus import Step, drawn
from resources.domains.toolkit.simulation.halting import Budget, ExecutionHalted


@dataclass(frozen=True)
class Origin:
    """The made-up values that signals begin with: drawn from `seed` and the signal's name, or 0 without a seed.
    Flipped, every bit is another."""

    seed: int | None
    is_flipped: bool = False

    def draw(self, name: str, width: int, count: int) -> list[int]:
        flip = masked(width) if self.is_flipped else 0
        if self.seed is None:
            return [flip] * count
        size = (width + 7) // 8
        drawn = hashlib.shake_128(f"{self.seed} {name}".encode()).digest(size * count)
        return [int.from_bytes(drawn[at : at + size]) & masked(width) ^ flip for at in range(0, size * count, size)]


class Simulation:
    """One design and its state. Not thread-safe. `known_as` are another design's names of this one's signals."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.known_as: dict[str, str] = {}
        self.signals = design.signals
        self._readers: dict[int, list[int]] = {}
        self._free = [index for index, process in enumerate(design.processes) if not process.edges]
        self._clocked = [process for process in design.processes if process.edges]
        self._scattered: dict[Origin, list[Any]] = {}
        self._seen: list[list[int]] = []
        for index in self._free:
            for slot in design.processes[index].reads:
                self._readers.setdefault(slot, []).append(index)
        self.kept = frozenset(slot for process in self._clocked for slot in process.writes)

    def start(self, origin: Origin, budget: int) -> None:
        """Every signal takes a made-up value, then what is assigned initially, and all settles."""
        self.signals.budget = Budget(budget)
        self.scatter(origin)
        self.signals.postponed.clear()
        for item in self.design.initial:
            item()
        self.settle_all()

    def scatter(self, origin: Origin) -> None:
        if origin not in self._scattered:
            self._scattered[origin] = list(self._drawn(origin))
        values = self._scattered[origin]
        self.signals.values[:] = [list(value) if isinstance(value, list) else value for value in values]

    def _drawn(self, origin: Origin) -> Iterator[Any]:
        signals = self.signals
        for name, width, length in zip(signals.names, signals.widths, signals.lengths, strict=True):
            drawn = origin.draw(self.known_as.get(name, name), width, max(1, length))
            yield drawn if length else drawn[0]

    def put(self, values: Mapping[int, int]) -> None:
        for slot, value in values.items():
            self.signals.store(slot, value)

    def settle_all(self) -> None:
        """Runs every combinational process; no edge is seen in what led to the present values."""
        self._run_free(set(self._free))
        while self.signals.postponed:
            self._assign_postponed()
            self._run_free(self._woken())
        self._seen = [[edge.code() & 1 for edge in process.edges] for process in self._clocked]

    def settle(self) -> None:
        """Raises ExecutionHalted where it does not come to an end within the budget."""
        while True:
            self._run_free(self._woken())
            triggered = self._triggered()
            for process in triggered:
                self.signals.budget.take(process.cost)
                process.run()
            if triggered:
                continue
            if not self.signals.postponed:
                return
            self._assign_postponed()

    def _woken(self) -> set[int]:
        woken = {index for slot in self.signals.changed for index in self._readers.get(slot, ())}
        self.signals.changed.clear()
        return woken

    def _run_free(self, waiting: set[int]) -> None:
        processes = self.design.processes
        while waiting:
            for index in sorted(waiting):
                self.signals.budget.take(processes[index].cost)
                processes[index].run()
            waiting = self._woken()

    def _assign_postponed(self) -> None:
        postponed = self.signals.postponed[:]
        self.signals.postponed.clear()
        for put, where, value in postponed:
            put(where, value)

    def _triggered(self) -> list[Process]:
        triggered = []
        for process, seen in zip(self._clocked, self._seen, strict=True):
            now = [edge.code() & 1 for edge in process.edges]
            if now != seen and any(
                new != old and (edge.rises if new else edge.falls)
                for edge, new, old in zip(process.edges, now, seen, strict=True)
            ):
                triggered.append(process)
            seen[:] = now
        return triggered


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
    points: list[Values] = []
    try:
        simulation.start(origin, budget)
        for step in plan.steps:
            values = list(_stepped(simulation, step, plan.outputs))
            points.extend(() if step.is_first_reset else values)
    except ExecutionHalted:
        return Run(tuple(points), False)
    return Run(tuple(points), True)


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
    signals.budget = Budget(budget)
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
    except ExecutionHalted:
        return None
    after = tuple(_frozen(signals.values[own[name]]) if name in own else None for name in setting.state)
    return Trial(before, outputs(simulation, names), after, ways | (signals.taken & design.clocked_ways))
