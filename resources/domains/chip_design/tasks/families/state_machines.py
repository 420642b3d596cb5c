"""State machines from random transition graphs: each state waits for its own conditions, outputs are Moore and Mealy.

A graph is drawn as a spanning tree, so that every state is reached, and more edges. A condition is one input, its
inverse, or two inputs together; where several hold, the first that is listed decides.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from resources.domains.chip_design.tasks.families.design import (
    Clocking,
    Design,
    Inputs,
    Outputs,
    Phase,
    Pin,
    Wording,
)
from resources.domains.chip_design.tasks.families.task import draw_clocking, made_task
from resources.domains.families import MadeTask, TaskFamily

SIGNALS = ("start", "stop", "ready", "fault", "timeout", "grant", "ack", "match", "last", "skip")
STATES = ("IDLE", "FETCH", "LOAD", "RUN", "WAIT", "CHECK", "DRAIN", "RETRY", "DONE", "ERROR", "ARM", "PAUSE")
MOORE = ("busy", "enable", "error", "active", "load", "alarm")
MEALY = ("take", "pulse", "advance", "flush")
NOUNS = ("sequencer", "controller", "scheduler", "handler", "supervisor", "dispatcher")
RANDOM_CYCLES = 240


@dataclass(frozen=True)
class Condition:
    """All of these inputs have these values; without any it always holds."""

    terms: tuple[tuple[str, int], ...]

    def holds(self, inputs: Inputs) -> bool:
        return all(inputs[name] == value for name, value in self.terms)

    @property
    def verilog(self) -> str:
        return " && ".join(name if value else f"!{name}" for name, value in self.terms)

    @property
    def words(self) -> str:
        return " and ".join(f"`{name}` = {value}" for name, value in self.terms)


@dataclass(frozen=True)
class Edge:
    """Where a condition leads, and the Mealy output that is 1 while it is about to be taken, or ""."""

    condition: Condition
    target: str
    pulse: str


@dataclass(frozen=True)
class Graph:
    """States in the order of their numbers, each with its edges in order of priority and the outputs that are 1 in
    it; the first is the one after a reset. `hold` is an input that stops the machine while it is 1, or ""."""

    states: tuple[str, ...]
    edges: dict[str, tuple[Edge, ...]]
    moore: dict[str, frozenset[str]]
    signals: tuple[str, ...]
    levels: tuple[str, ...]
    pulses: tuple[str, ...]
    hold: str

    def edge(self, state: str, inputs: Inputs) -> Edge | None:
        return next((edge for edge in self.edges[state] if edge.condition.holds(inputs)), None)


class Walk:
    """The model: it follows the graph."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._state: str | None = None

    def reset(self) -> None:
        self._state = self._graph.states[0]

    def outputs(self, inputs: Inputs) -> Outputs:
        graph = self._graph
        if self._state is None:
            return dict.fromkeys((*graph.levels, *graph.pulses))
        edge = self._edge(inputs)
        levels = {name: int(name in graph.moore[self._state]) for name in graph.levels}
        return levels | {name: int(edge is not None and edge.pulse == name) for name in graph.pulses}

    def step(self, inputs: Inputs) -> None:
        edge = self._edge(inputs)
        if edge is not None:
            self._state = edge.target

    def _edge(self, inputs: Inputs) -> Edge | None:
        if self._state is None or (self._graph.hold and inputs[self._graph.hold]):
            return None
        return self._graph.edge(self._state, inputs)


def draw_graph(choice: random.Random) -> Graph:
    """Drawn again where a condition that could not be met has cut a state off."""
    while True:
        graph = _graph(choice)
        if reached(graph).keys() == set(graph.states):
            return graph


def _graph(choice: random.Random) -> Graph:
    states = ("IDLE", *choice.sample(STATES[1:], choice.randint(2, 7)))
    signals = tuple(choice.sample(SIGNALS, choice.randint(2, 4)))
    levels = tuple(choice.sample(MOORE, choice.randint(1, 3)))
    pulses = tuple(choice.sample(MEALY, choice.choice((0, 0, 1, 2))))
    targets: dict[str, list[str]] = {state: [] for state in states}
    for place in range(1, len(states)):
        targets[choice.choice(states[max(0, place - 3) : place])].append(states[place])
    for state in states:
        while len(targets[state]) < choice.randint(1, 3):
            targets[state].append(choice.choice([other for other in states if other != state]))
        choice.shuffle(targets[state])
    edges = {state: _edges(choice, targets[state], signals, pulses) for state in states}
    conditions = [edge.condition for listed in edges.values() for edge in listed]
    used = tuple(name for name in signals if any(name in dict(condition.terms) for condition in conditions))
    hold = choice.choice(("", "", "", "hold", "stall"))
    return Graph(states, edges, _moore(choice, states, levels), used, levels, pulses, hold)


def _edges(
    choice: random.Random, targets: Sequence[str], signals: Sequence[str], pulses: Sequence[str]
) -> tuple[Edge, ...]:
    """No condition is hidden by one before it: of each pair some inputs meet the later one alone."""
    edges: list[Edge] = []
    for target in targets:
        while True:
            names = sorted(choice.sample(signals, choice.choice((1, 1, 2))))
            condition = Condition(tuple((name, choice.choice((0, 1, 1))) for name in names))
            if _reachable([*(edge.condition for edge in edges), condition], signals):
                break
            if len(edges) >= 2:
                return tuple(edges)
        edges.append(Edge(condition, target, choice.choice(("", *pulses))))
    return tuple(edges)


def _reachable(conditions: Sequence[Condition], signals: Sequence[str]) -> bool:
    """Whether some inputs meet the last condition and none before it."""
    return any(
        conditions[-1].holds(inputs) and not any(condition.holds(inputs) for condition in conditions[:-1])
        for inputs in assignments(signals)
    )


def assignments(signals: Sequence[str]) -> Iterator[dict[str, int]]:
    for value in range(1 << len(signals)):
        yield {name: value >> place & 1 for place, name in enumerate(signals)}


def _moore(choice: random.Random, states: Sequence[str], levels: Sequence[str]) -> dict[str, frozenset[str]]:
    """Each output is 1 in some state and 0 in another, and no two are the same."""
    lit: dict[str, frozenset[str]] = {}
    for name in levels:
        while name not in lit:
            drawn = frozenset(choice.sample(states, choice.randint(1, len(states) - 1)))
            lit |= {name: drawn} if drawn not in lit.values() else {}
    return {state: frozenset(name for name in levels if state in lit[name]) for state in states}


def body_text(graph: Graph, clocking: Clocking, codes: dict[str, int], width: int) -> str:
    """One block for the next state, one for the register, assignments for the outputs."""
    listed = ", ".join(f"{state} = {width}'d{codes[state]}" for state in graph.states)
    cases = "".join(_case(state, graph.edges[state]) for state in graph.states)
    hold = f"if (!{graph.hold}) " if graph.hold else ""
    levels = "".join(
        f"    assign {name} = {' || '.join(f'(state == {state})' for state in lit(graph, name))};\n"
        for name in graph.levels
    )
    return f"""    localparam [{width - 1}:0] {listed};

    reg [{width - 1}:0] state;
    reg [{width - 1}:0] next_state;

{levels}{"".join(_pulse(graph, name) for name in graph.pulses)}
    always @* begin
        next_state = state;
        case (state)
{cases}            default: next_state = {graph.states[0]};
        endcase
    end

    always @({clocking.sensitivity}) begin
        if ({clocking.asserted})
            state <= {graph.states[0]};
        else {hold}
            state <= next_state;
    end
"""


def _case(state: str, edges: Sequence[Edge]) -> str:
    lines = [
        f"                {'else ' * (place > 0)}if ({edge.condition.verilog}) next_state = {edge.target};\n"
        for place, edge in enumerate(edges)
    ]
    return f"            {state}: begin\n{''.join(lines)}            end\n"


def _pulse(graph: Graph, name: str) -> str:
    terms = []
    for state in graph.states:
        edges = graph.edges[state]
        for place, edge in enumerate(edges):
            if edge.pulse == name:
                before = "".join(f" && !({earlier.condition.verilog})" for earlier in edges[:place])
                terms.append(f"(state == {state} && {edge.condition.verilog}{before})")
    guard = f"!{graph.hold} && " if graph.hold else ""
    return f"    assign {name} = {guard}({' || '.join(terms) or '1' + chr(39) + 'b0'});\n"


def stimuli(graph: Graph, clocking: Clocking, choice: random.Random) -> tuple[Phase, ...]:
    """Every edge from every state by the shortest way, then a random walk in which conditions are met more often."""
    on, off = {clocking.reset: clocking.active}, {clocking.reset: 1 - clocking.active}
    resets = [on | _any(graph, choice) for _ in range(2)]
    ways = reached(graph)
    directed: list[Inputs] = []
    for state in graph.states:
        for inputs in assignments(graph.signals):
            directed += [on | _any(graph, choice), *(off | way for way in ways[state]), off | inputs]
    walk: list[Inputs] = []
    for _ in range(RANDOM_CYCLES):
        walk.append((on if choice.random() < 0.02 else off) | _any(graph, choice))
    return (
        Phase("a reset", resets),
        Phase("every state under every input", directed[:900]),
        Phase("random inputs, now and then a reset", walk),
    )


def _any(graph: Graph, choice: random.Random) -> dict[str, int]:
    values = {name: choice.getrandbits(1) for name in graph.signals}
    return values | ({graph.hold: int(choice.random() < 0.2)} if graph.hold else {})


def reached(graph: Graph) -> dict[str, list[dict[str, int]]]:
    """The states that are reached from the first, each with the inputs of a shortest way."""
    ways: dict[str, list[dict[str, int]]] = {graph.states[0]: []}
    waiting = [graph.states[0]]
    for state in waiting:
        for inputs in assignments(graph.signals):
            edge = graph.edge(state, inputs)
            if edge is not None and edge.target not in ways:
                ways[edge.target] = [*ways[state], inputs]
                waiting.append(edge.target)
    return ways


def wording(graph: Graph, choice: random.Random) -> Wording:
    first = graph.states[0]
    rules = [
        "In each state the conditions are looked at in the order in which they are listed: the first that holds "
        "decides the next state. Where none holds, the state stays.",
        *(_level_rule(graph, name) for name in graph.levels),
        *(_pulse_rule(graph, name) for name in graph.pulses),
    ]
    if graph.hold:
        rules.append(f"While `{graph.hold}` = 1 the state does not change at a clock edge (a reset still works).")
    signals = ", ".join(f"`{name}`" for name in graph.signals)
    opening = choice.choice(
        (
            f"It is a state machine with {len(graph.states)} states: {', '.join(graph.states)}.",
            f"A machine with the states {', '.join(graph.states)} reacts to {signals}.",
        )
    )
    style = choice.choice((_as_table, _as_list, _as_arrows))
    return Wording(opening, tuple(rules), f"the state is {first}", style(graph))


def lit(graph: Graph, name: str) -> list[str]:
    """The states in which a Moore output is 1."""
    return [state for state in graph.states if name in graph.moore[state]]


def _level_rule(graph: Graph, name: str) -> str:
    states = lit(graph, name)
    several = "s" * (len(states) > 1)
    return (
        f"`{name}` is 1 in the state{several} {', '.join(states)} and 0 in all others; it depends on the state alone."
    )


def _pulse_rule(graph: Graph, name: str) -> str:
    if not any(edge.pulse == name for edges in graph.edges.values() for edge in edges):
        return f"`{name}` is always 0."
    held = f" While `{graph.hold}` = 1 it is 0." if graph.hold else ""
    return (
        f"`{name}` is combinational (Mealy): it is 1 exactly while the present state and the present inputs select "
        f"a transition that is marked with `{name}` below. It depends on nothing else.{held}"
    )


def _mark(edge: Edge) -> str:
    return f" (marked `{edge.pulse}`)" if edge.pulse else ""


def _as_table(graph: Graph) -> str:
    rows = "\n".join(
        f"| {state} | {edge.condition.words} | {edge.target} | {f'`{edge.pulse}`' if edge.pulse else '-'} |"
        for state in graph.states
        for edge in graph.edges[state]
    )
    head = "| state | condition | next state | mark |\n|---|---|---|---|\n"
    return f"Transitions, in order of priority within a state:\n\n{head}{rows}"


def _as_list(graph: Graph) -> str:
    return "Transitions:\n\n" + "\n".join(
        f"- From {state}: "
        + "; otherwise ".join(
            f"if {edge.condition.words}, to {edge.target}{_mark(edge)}" for edge in graph.edges[state]
        )
        + "."
        for state in graph.states
    )


def _as_arrows(graph: Graph) -> str:
    lines = [
        f"{state} -> {edge.target} when {edge.condition.words.replace('`', '')}{_mark(edge).replace('`', '')}"
        for state in graph.states
        for edge in graph.edges[state]
    ]
    return "Transitions (of one state, the upper ones first):\n\n```\n" + "\n".join(lines) + "\n```"


def _codes(states: Sequence[str], choice: random.Random) -> tuple[dict[str, int], int]:
    """In order, in Gray's order, or one hot: how the reference writes them is nobody else's business."""
    style = choice.choice(("binary", "gray", "one_hot"))
    if style == "one_hot":
        return {state: 1 << place for place, state in enumerate(states)}, len(states)
    width = max(1, (len(states) - 1).bit_length())
    return {state: place ^ (place >> 1) if style == "gray" else place for place, state in enumerate(states)}, width


def _pins(graph: Graph) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    inputs = [Pin(name, 1, "condition input") for name in graph.signals]
    inputs += [Pin(graph.hold, 1, "1 keeps the state")] if graph.hold else []
    outputs = [Pin(name, 1, "Moore output") for name in graph.levels]
    outputs += [Pin(name, 1, "Mealy output") for name in graph.pulses]
    return tuple(inputs), tuple(outputs)


def make(choice: random.Random) -> MadeTask:
    graph, clocking = draw_graph(choice), draw_clocking(choice)
    codes, width = _codes(graph.states, choice)
    inputs, outputs = _pins(graph)
    noun = choice.choice(NOUNS)
    design = Design(
        module=f"{graph.states[1].lower()}_{graph.states[-1].lower()}_{noun}",
        title=f"{noun.capitalize()} with {len(graph.states)} states",
        inputs=inputs,
        outputs=outputs,
        clocking=clocking,
        wording=wording(graph, choice),
        body=body_text(graph, clocking, codes, width),
        model=Walk(graph),
        stimuli=stimuli(graph, clocking, choice),
        tags=("state_machine", "mealy" if graph.pulses else "moore"),
    )
    return made_task(design, choice)


STATE_MACHINES = TaskFamily(
    "chip_design",
    "state_machine",
    "3",
    "Controllers from random transition graphs with prioritised conditions, Moore and Mealy outputs",
    make,
)
