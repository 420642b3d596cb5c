"""GateGraph: a flattened design as AND gates, inverters and flip-flops of one bit, read from what Yosys writes.

Its form is a hash of the graph without names, its responses what the outputs do under stimulus that is the same for
all designs with such ports. Both know a port once by its place and once by its name.
"""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from resources.domains.fingerprints import NO_FINGERPRINT, Fingerprint, digest
from resources.execution.reader.apart import apart

ROUNDS = 6
"""Of refinement. A flip-flop's next value is told from others by what lies this many flip-flops behind it."""
MOST_CELLS = 60_000
LANES, LANES_OF_A_BIAS = 256, 32
CYCLES = 96
"""Of stimulus, in as many independent runs as there are lanes: 24,576 cycles for one walk over the gates a cycle."""
_BIASES = (1, 4, 4, 4, 7)
"""Eighths of the time at which an input bit is 1 in some lanes; a reset that is on half of the time shows little."""
MOST_GATE_CYCLES = 3_000_000
LEAST_ACTIVE = 0.05
"""Share of the output bits' cycles in which lanes differ: a design that waits in most of them looks like any other."""
_MASK, _ODD, _OTHER_ODD = (1 << 64) - 1, 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F

Bit = int | str


class Cell(NamedTuple):
    """`pins` are the bits it reads, in the order of its pins' names; "Y" or "Q" is what it drives."""

    kind: str
    pins: tuple[Bit, ...]
    drives: Bit


class Port(NamedTuple):
    name: str
    place: int
    bits: tuple[Bit, ...]


@dataclass(frozen=True)
class GateGraph:
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    gates: tuple[Cell, ...]
    """In the order of evaluation."""
    states: tuple[Cell, ...]


@apart(died=lambda *_: NO_FINGERPRINT)
def fingerprint_of(netlist: bytes) -> Fingerprint:
    """`netlist` is Yosys's JSON of a design with one top module."""
    graph = read_graph(json.loads(netlist))
    if graph is None:
        return NO_FINGERPRINT
    ways: tuple[Callable[[Port], object], ...] = (lambda port: port.place, lambda port: port.name)
    forms = tuple(f"netlist:{form(graph, way)}" for way in ways)
    meanings = (answer for way in ways if (answer := responses(graph, way)))
    return Fingerprint(forms, tuple(f"responses:{answer}" for answer in meanings), len(graph.gates) + len(graph.states))


def read_graph(netlist: Mapping[str, Any]) -> GateGraph | None:
    """None where it is not one module of single-bit cells, or where gates drive themselves."""
    modules = list(netlist["modules"].values())
    if len(modules) != 1:
        return None
    ports = [
        (entry["direction"], Port(name, place, tuple(entry["bits"])))
        for place, (name, entry) in enumerate(modules[0]["ports"].items())
    ]
    cells = [_cell(entry) for entry in modules[0]["cells"].values()]
    if len(cells) > MOST_CELLS:
        return None
    gates = _ordered([cell for cell in cells if cell.kind in _GATES])
    if gates is None:
        return None
    states = tuple(cell for cell in cells if cell.kind not in _GATES)
    inputs = tuple(port for direction, port in ports if direction != "output")
    return GateGraph(inputs, tuple(port for direction, port in ports if direction != "input"), gates, states)


_CONSTANTS: tuple[Bit, ...] = ("0", "1", "x", "z")
_GATES = ("$_AND_", "$_NOT_")


def _cell(entry: Mapping[str, Any]) -> Cell:
    drives = next(name for name in ("Y", "Q", *entry["connections"]) if name in entry["connections"])
    pins = tuple(entry["connections"][name][0] for name in sorted(entry["connections"]) if name != drives)
    return Cell(entry["type"], pins, entry["connections"][drives][0])


def _ordered(gates: Sequence[Cell]) -> tuple[Cell, ...] | None:
    """Each behind those that it reads; None where there is a loop."""
    driver = {gate.drives: gate for gate in gates}
    ordered: list[Cell] = []
    seen: dict[Bit, bool] = {}
    for gate in gates:
        waiting = [gate]
        while waiting:
            top = waiting[-1]
            if seen.get(top.drives):
                waiting.pop()
                continue
            before = [driver[pin] for pin in top.pins if pin in driver and not seen.get(pin)]
            if before and top.drives in seen:
                return None
            seen[top.drives] = not before
            if not before:
                ordered.append(waiting.pop())
            else:
                waiting += before
    return tuple(ordered)


def form(graph: GateGraph, way: Callable[[Port], object]) -> str:
    """A hash that no name, order of cells or order of an AND's pins has part in."""
    colours: dict[Bit, int] = dict(zip(_CONSTANTS, map(_drawn, _CONSTANTS), strict=True))
    for port in graph.inputs:
        colours.update(
            {bit: _drawn(way(port), number) for number, bit in enumerate(port.bits) if bit not in _CONSTANTS}
        )
    kinds = [_drawn(cell.kind) for cell in graph.states]
    states = {cell.drives: kind for cell, kind in zip(graph.states, kinds, strict=True)}
    known = dict(colours)
    for _ in range(ROUNDS):
        known = colours | states
        for gate in graph.gates:
            first, second = known.get(gate.pins[0], 0), known.get(gate.pins[-1], 0)
            known[gate.drives] = _mixed((first ^ second) * _ODD + (first + second) * _OTHER_ODD + len(gate.pins))
        states = {
            cell.drives: _mixed(kind + sum(_mixed(known.get(pin, 0) + place) for place, pin in enumerate(cell.pins)))
            for cell, kind in zip(graph.states, kinds, strict=True)
        }
    outputs = sorted(
        (repr(way(port)), number, known.get(bit, 0)) for port in graph.outputs for number, bit in enumerate(port.bits)
    )
    return digest(outputs, sorted(states.values()))


def _drawn(*what: object) -> int:
    return int(digest(*what)[:16], 16)


def _mixed(value: int) -> int:
    value = (value * _ODD) & _MASK
    return ((value ^ value >> 29) * _OTHER_ODD) & _MASK


def responses(graph: GateGraph, way: Callable[[Port], object]) -> str:
    """A hash of what the outputs do; "" where they do too little, or it takes too long to see. States begin with 0."""
    if len(graph.gates) * CYCLES > MOST_GATE_CYCLES:
        return ""
    every = (1 << LANES) - 1
    values: dict[Bit, int] = {cell.drives: 0 for cell in graph.states}
    values.update({"0": 0, "1": every, "x": 0, "z": 0})
    drawn = [
        (bit, _Stimulus(repr((way(port), number))))
        for port in graph.inputs
        for number, bit in enumerate(port.bits)
        if isinstance(bit, int)
    ]
    watched = sorted((repr(way(port)), number, bit) for port in graph.outputs for number, bit in enumerate(port.bits))
    seen: list[int] = []
    for _ in range(CYCLES):
        values |= {bit: stimulus.next() for bit, stimulus in drawn}
        for gate in graph.gates:
            if gate.kind == "$_NOT_":
                values[gate.drives] = every ^ values.get(gate.pins[0], 0)
            else:
                values[gate.drives] = values.get(gate.pins[0], 0) & values.get(gate.pins[1], 0)
        seen += [values.get(bit, 0) for _, _, bit in watched]
        values |= {cell.drives: _next(cell, values) for cell in graph.states}
    active = sum(value not in (0, every) for value in seen)
    return digest([(name, number) for name, number, _ in watched], seen) if active >= LEAST_ACTIVE * len(seen) else ""


def _next(cell: Cell, values: Mapping[Bit, int]) -> int:
    """Clocks are taken for one: of a flip-flop D counts, of a latch its enable too."""
    if cell.kind.startswith("$_DFF_"):
        return values.get(cell.pins[1], 0)
    if cell.kind.startswith("$_DLATCH_"):
        open_, value = values.get(cell.pins[1], 0), values.get(cell.pins[0], 0)
        open_ = open_ if cell.kind.endswith("P_") else ~open_
        return (open_ & value) | (~open_ & values.get(cell.drives, 0))
    return values.get(cell.drives, 0)


class _Stimulus:
    """An input bit's values in all lanes, cycle by cycle: lanes in groups, each with its share of ones."""

    def __init__(self, name: str) -> None:
        self._dice = random.Random(name)
        self._biases = [self._dice.choice(_BIASES) for _ in range(LANES // LANES_OF_A_BIAS)]

    def next(self) -> int:
        value = 0
        for eighths in self._biases:
            value = (value << LANES_OF_A_BIAS) | self._group(eighths)
        return value

    def _group(self, eighths: int) -> int:
        one, other, third = (self._dice.getrandbits(LANES_OF_A_BIAS) for _ in range(3))
        return {1: one & other & third, 7: one | other | third}.get(eighths, one)
