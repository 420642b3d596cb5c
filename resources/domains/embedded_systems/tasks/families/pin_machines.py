"""Family `pin_machine`: a drawn state machine over two sampled inputs and the time in a state, shown on pins."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from resources.domains.embedded_systems.execution.checks.demands import DeedCheck
from resources.domains.embedded_systems.execution.checks.records import (
    Check,
    InterruptCheck,
    MemoryCheck,
)
from resources.domains.embedded_systems.execution.checks.scenarios import ScenarioRecord
from resources.domains.embedded_systems.tasks.families import lazy
from resources.domains.embedded_systems.tasks.families.board_code import (
    CORE,
    INCLUDE,
    SLEEP_FOREVER,
    OutputPin,
    Tick,
    clock_ports,
    core_sentence,
    draw_outputs,
    draw_tick,
    make_outputs,
    sleep_sentence,
)
from resources.domains.embedded_systems.tasks.families.firmware import Firmware, FirmwareFamily, aside
from resources.domains.embedded_systems.tasks.families.prompt import Point, says
from resources.domains.embedded_systems.tasks.families.sleep_limits import sleep_check
from resources.domains.embedded_systems.tasks.families.waves import pin_demands, sampled_input, wave_checks
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer

INPUTS = ("PC13", "PA0")
NAMES = ("idle", "armed", "run", "pause", "alarm", "drain", "hold", "reset", "fill", "test", "warm", "cool")
_KINDS = ("high", "low", "rise", "fall")
_LOOKED_AT = 180
"""The tick from which on a long scenario is compared."""


@dataclass(frozen=True)
class Transition:
    """`after` ticks in the state, where it is not 0; else an input that is at a level, or has just come to it."""

    target: int
    after: int = 0
    pin: int = 0
    kind: str = ""

    def holds(self, now: Sequence[int], before: Sequence[int], ticks: int) -> bool:
        if self.after:
            return ticks >= self.after
        level, last = now[self.pin], before[self.pin]
        return {"high": level == 1, "low": level == 0, "rise": level > last, "fall": level < last}[self.kind]

    @property
    def told(self) -> str:
        if self.after:
            return f"after {self.after} ticks"
        name = INPUTS[self.pin]
        return {"high": f"{name} is 1", "low": f"{name} is 0", "rise": f"{name} rises", "fall": f"{name} falls"}[
            self.kind
        ]

    @property
    def code(self) -> str:
        if self.after:
            return f"ticks >= {self.after}U"
        name = INPUTS[self.pin].lower()
        return {
            "high": name,
            "low": f"!{name}",
            "rise": f"{name} && !{name}_before",
            "fall": f"!{name} && {name}_before",
        }[self.kind]


@dataclass(frozen=True)
class State:
    name: str
    shown: int
    transitions: tuple[Transition, ...]


@dataclass(frozen=True)
class Machine:
    tick: Tick
    pins: tuple[OutputPin, ...]
    states: tuple[State, ...]
    counted: int | None

    @property
    def has_edges(self) -> tuple[bool, ...]:
        """For each input, whether its changes matter."""
        kinds = {(move.pin, move.kind) for state in self.states for move in state.transitions if not move.after}
        return tuple((pin, "rise") in kinds or (pin, "fall") in kinds for pin in range(len(INPUTS)))

    @property
    def used(self) -> tuple[int, ...]:
        return tuple(
            pin
            for pin in range(len(INPUTS))
            if any(move.pin == pin and not move.after for state in self.states for move in state.transitions)
        )


def draw_machine(choice: random.Random) -> Machine:
    count = choice.randint(3, 6)
    pins = draw_outputs(choice, choice.choice((2, 3)))
    shown = choice.sample(range(1 << len(pins)), min(count, 1 << len(pins)))
    shown = [0] + [level for level in shown if level] + [1, 2, 3]
    states = []
    for place, name in enumerate(choice.sample(NAMES, count)):
        targets = [place + 1 if place + 1 < count else 0]
        targets += choice.sample([state for state in range(count) if state != place], choice.randint(0, 2))
        moves = [_draw_move(choice, target) for target in dict.fromkeys(targets)]
        if sum(move.after > 0 for move in moves) > 1:
            moves = [moves[0], *(move for move in moves[1:] if not move.after)]
        states.append(State(name, shown[place], tuple(_distinct(moves))))
    return Machine(
        draw_tick(choice, (1000, 2000, 2500)), pins, tuple(states), choice.choice((None, choice.randrange(1, count)))
    )


def _draw_move(choice: random.Random, target: int) -> Transition:
    if choice.random() < 0.35:
        return Transition(target, after=choice.randint(2, 9))
    return Transition(target, pin=choice.randrange(2), kind=choice.choice(_KINDS))


def _distinct(moves: Sequence[Transition]) -> list[Transition]:
    """Without one whose condition an earlier one takes away."""
    kept: list[Transition] = []
    for move in moves:
        wider = {"rise": "high", "fall": "low"}.get(move.kind, move.kind)
        if (
            not any(
                earlier.pin == move.pin and not earlier.after and earlier.kind in (move.kind, wider) for earlier in kept
            )
            or move.after
        ):
            kept.append(move)
    return kept


@dataclass(frozen=True)
class Run:
    """The state after each tick, and which transitions were taken."""

    states: tuple[int, ...]
    taken: frozenset[tuple[int, int]]


def simulate(machine: Machine, levels: Sequence[Sequence[int]], forgets_after: int = 0) -> Run:
    """`levels` are both inputs at each tick. A machine that forgets begins anew behind so many ticks."""
    state, ticks, before = 0, 0, levels[0]
    states, taken = [], set()
    for at, now in enumerate(levels):
        if forgets_after and at and at % forgets_after == 0:
            state, ticks = 0, 0
        ticks += 1
        moves = machine.states[state].transitions
        for place, move in enumerate(moves):
            if move.holds(now, before, ticks):
                taken.add((state, place))
                state, ticks = move.target, 0
                break
        before = now
        states.append(state)
    return Run(tuple(states), frozenset(taken))


def _draw_levels(choice: random.Random, ticks: int) -> list[tuple[int, int]]:
    levels: list[tuple[int, int]] = []
    now = [choice.randrange(2), choice.randrange(2)]
    while len(levels) < ticks:
        levels += [(now[0], now[1])] * choice.choice((1, 1, 2, 3, 5, 10))
        now[choice.randrange(2)] ^= 1
    return levels[:ticks]


def _best_levels(machine: Machine, choice: random.Random) -> list[list[tuple[int, int]]]:
    """Some runs that together take as many transitions as drawing finds."""
    chosen: list[list[tuple[int, int]]] = []
    taken: frozenset[tuple[int, int]] = frozenset()
    for _ in range(4):
        tries = [_draw_levels(choice, 70) for _ in range(12)]
        best = max(tries, key=lambda levels: len(simulate(machine, levels).taken - taken))
        chosen.append(best)
        taken |= simulate(machine, best).taken
    return chosen


def _scenario(machine: Machine, name: str, levels: Sequence[tuple[int, int]], since: int = 0) -> ScenarioRecord:
    tick, run = machine.tick, simulate(machine, levels)
    shown = [machine.states[0].shown, *(machine.states[state].shown for state in run.states)]
    ticks = len(levels)
    checks: list[Check] = [
        *wave_checks(machine.pins, shown, tick, since),
        InterruptCheck(tick.interrupt, (ticks, ticks + 1)),
        sleep_check(ticks * tick.period_ms, events=ticks),
        CORE,
    ]
    if machine.counted is not None:
        entered = sum(
            state == machine.counted and before != machine.counted
            for before, state in zip((0, *run.states), run.states, strict=False)
        )
        checks.append(MemoryCheck("entries", (entered,)))
    reads = [
        DeedCheck((f"read GPIO{INPUTS[pin][1]}->IDR",), (ticks, 6 * ticks + 8), by=(tick.interrupt,), alone=True)
        for pin in machine.used
    ]
    stimuli = [edge for pin in range(2) for edge in sampled_input(INPUTS[pin], [both[pin] for both in levels], tick)]
    return ScenarioRecord(
        name,
        (ticks + 0.5) * tick.period_ms,
        tuple(checks),
        (*pin_demands(machine.pins, tick), *reads),
        tuple(sorted(stimuli, key=lambda edge: edge.at_ms)),
    )


def _scenarios(machine: Machine, choice: random.Random, long: Sequence[tuple[int, int]]) -> Iterator[ScenarioRecord]:
    for levels in ((0, 0), (1, 1)):
        yield _scenario(machine, f"both inputs stay at {levels[0]}", [levels] * 30)
    for number, drawn in enumerate(_best_levels(machine, choice), 1):
        yield _scenario(machine, f"drawn inputs, {number}", drawn)
    yield _scenario(machine, "more ticks than eight bits count", long, _LOOKED_AT)


def _long_levels(choice: random.Random) -> list[tuple[int, int]]:
    """Inputs that stay as they are for more than 256 ticks, between drawn ones."""
    before, after = _draw_levels(choice, 20), _draw_levels(choice, 40)
    return [*before, *[before[-1]] * 270, *after]


def _table(machine: Machine) -> str:
    rows = []
    for state in machine.states:
        levels = "".join(str(state.shown >> bit & 1) for bit in range(len(machine.pins)))
        moves = ", else ".join(f"{move.told}: to {machine.states[move.target].name}" for move in state.transitions)
        rows.append(f"{state.name} shows {levels} ({moves})")
    return "; ".join(rows)


def _points(machine: Machine, choice: random.Random) -> tuple[Point, ...]:
    waves = tuple(f"changes_of {pin.name}" for pin in machine.pins)
    driven = tuple(f"driven {pin.name}" for pin in machine.pins)
    paced = tuple(f"paced {pin.name}" for pin in machine.pins)
    reads = dict.fromkeys(f"done read GPIO{INPUTS[pin][1]}->IDR" for pin in machine.used)
    used = " and ".join(INPUTS[pin] for pin in machine.used) or "no input"
    first = machine.states[0]
    sentences = [
        says(f"The outputs are {', '.join(pin.told for pin in machine.pins)}; a state shows one digit for each, in "
             f"this "
             "order.", *waves, *driven),
        says(f"These are the states, with what each shows and its transitions in the order in which they are looked "
             f"at: "
             f"{_table(machine)}.", *waves),
        says(f"The machine begins in {first.name}, which is shown from the start.", *waves),
    ]  # fmt: skip
    counted = []
    if machine.counted is not None:
        name = machine.states[machine.counted].name
        counted = [
            Point("Count", (
                says(f"The global `uint32_t entries` counts how often the state {name} is entered.", "memory entries"),
            ))
        ]  # fmt: skip
    return (
        Point("Ticks", (
            machine.tick.sentence(f"samples {used}, takes at most one transition and shows the new state",
                                  f"interrupt {machine.tick.interrupt}", *reads, *driven),
            says("The first tick comes one period after the start, to within 0.2 ms; outputs change within 0.1 ms "
                 "after "
                 "the handler is entered.", *waves, *paced),
        )),
        Point("States", tuple(sentences)),
        Point("Conditions", (
            says("A level is what the tick samples.", *waves),
            says("An input rises or falls at a tick that samples another level than the tick before it; the first tick "
                 "sees neither.", *waves),
            says("After n ticks holds from the nth tick on that comes after the one that entered the state (for the "
                 "first state, after the start).", *waves),
            says("An input is followed in all states, whether they look at it or not.", *waves),
        )),
        *counted,
        Point("Power", (core_sentence(choice), sleep_sentence(choice))),
    )  # fmt: skip


def _handler(machine: Machine) -> str:
    lines = [machine.tick.acknowledge]
    if any(machine.has_edges):
        lines.append("    static uint32_t begun;\n")
    lines += [
        f"    uint32_t {name.lower()} = (GPIO{name[1]}->IDR >> {name[2:]}) & 1U;\n"
        for name in (INPUTS[pin] for pin in machine.used)
    ]
    edges = [INPUTS[pin].lower() for pin, is_edge in enumerate(machine.has_edges) if is_edge]
    lines += [f"    static uint32_t {name}_before;\n" for name in edges]
    if edges:
        lines.append("    if (!begun) {\n        begun = 1;\n")
        lines += [f"        {name}_before = {name};\n" for name in edges]
        lines.append("    }\n")
    lines.append("    ticks++;\n    switch (state) {\n")
    for number, state in enumerate(machine.states):
        lines.append(f"    case {number}:\n")
        for place, move in enumerate(state.transitions):
            lines.append(
                f"        {'' if place == 0 else '} else '}if ({move.code}) {{\n            enter({move.target});\n"
            )
        lines.append("        }\n        break;\n")
    lines.append("    }\n")
    lines += [f"    {name}_before = {name};\n" for name in edges]
    return f"void {machine.tick.handler}(void) {{\n{''.join(lines)}}}\n\n"


def _reference(machine: Machine) -> str:
    sets = "".join(f"    {pin.set_to(f'shown[state] & {1 << bit}U')}\n" for bit, pin in enumerate(machine.pins))
    shown = ", ".join(str(state.shown) for state in machine.states)
    counted = machine.counted is not None
    count = f"    if (next == {machine.counted}U) {{\n        entries++;\n    }}\n" if counted else ""
    ports = [*(INPUTS[pin][1] for pin in machine.used), *(pin.port for pin in machine.pins)]
    return (
        f"{INCLUDE}{'volatile uint32_t entries;' + chr(10) if counted else ''}static uint32_t state;\n"
        f"static uint32_t ticks;\nstatic const uint8_t shown[] = {{{shown}}};\n\n"
        f"static void show(void) {{\n{sets}}}\n\n"
        f"static void enter(uint32_t next) {{\n    state = next;\n    ticks = 0;\n{count}    show();\n}}\n\n"
        f"{_handler(machine)}int main(void) {{\n{clock_ports(ports)}    show();\n{make_outputs(machine.pins)}"
        f"{machine.tick.start}{SLEEP_FOREVER}}}\n"
    )


def _forgetting(machine: Machine, levels: Sequence[tuple[int, int]]) -> int | None:
    """Behind how many ticks, as eight bits count them, a machine that forgets is seen to."""

    def shown(forgets_after: int) -> list[int]:
        states = simulate(machine, levels, forgets_after).states[_LOOKED_AT:]
        return [machine.states[state].shown for state in states]

    return next((ticks for ticks in range(255, _LOOKED_AT, -1) if shown(ticks) != shown(0)), None)


def _lazy(machine: Machine, points: tuple[Point, ...], long: Sequence[tuple[int, int]]) -> Iterator[LazyAnswer]:
    ticks = _forgetting(machine, long)
    if ticks:
        anew = "        state = 0;\n        ticks = 0;\n        show();\n"
        yield lazy.forgets(machine.tick, ticks, anew, "takes at most one transition")
    yield lazy.empty_handler(machine.tick, "takes at most one transition")
    yield lazy.never_sleeps(points[-1].sentences[1].says)
    if machine.counted is not None:
        yield lazy.edited("never_counts", "counts how often", ("        entries++;\n", "        entries = 0;\n"))


def draw(choice: random.Random) -> Firmware:
    machine = draw_machine(choice)
    points = _points(machine, choice)
    long = _long_levels(aside(choice))
    waves = tuple(f"changes_of {pin.name}" for pin in machine.pins)
    names = [state.name for state in machine.states]
    return Firmware(
        title=f"State machine with {len(names)} states",
        opening=(
            says(
                choice.choice(
                    (
                        f"Write bare-metal C for a state machine with the states {', '.join(names)}.",
                        f"A controller with {len(names)} states is to be written in bare-metal C.",
                    )
                ),
                *waves,
            ),
        ),
        points=points,
        declared=(
            *["volatile uint32_t entries;\n"] * (machine.counted is not None),
            f"void {machine.tick.handler}(void);",
        ),
        reference=_reference(machine),
        scenarios=tuple(_scenarios(machine, choice, long)),
        lazy=tuple(_lazy(machine, points, long)),
        tags=("state_machine", "gpio", "timer" if machine.tick.is_timer else "systick"),
    )


PIN_MACHINES = FirmwareFamily(
    "pin_machine", "1.1", "state machines over sampled inputs and times in a state, shown on pins", draw
)
