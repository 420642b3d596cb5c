"""What can be told of a flattened design without running it: its ports, drivers, latches, resets and loops."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from resources.domains.chip_design.prediction.simulator.design import Design


@dataclass(frozen=True)
class Structure:
    """`ports` has direction and width by name; the others are counts."""

    ports: Mapping[str, tuple[str, int]]
    driven_twice: int
    inputs_driven: int
    latches: int
    odd_resets: int
    loops: int
    falling: int
    watched: int


def structure(design: Design) -> Structure:
    writes = Counter(slot for process in design.processes for slot in process.writes)
    widths = design.signals.widths
    ports = {name: ("in", widths[slot]) for name, slot in design.inputs.items()}
    ports |= {name: ("out", widths[slot]) for name, slot in design.outputs.items()}
    return Structure(
        ports,
        sum(count > 1 for count in writes.values()),
        len(writes.keys() & set(design.inputs.values())),
        len({slot for process in design.processes for slot in process.latches}),
        sum(process.has_odd_reset for process in design.processes),
        len(_looped(design)),
        sum(edge.falls for process in design.processes for edge in process.edges),
        sum(len(process.edges) for process in design.processes),
    )


def _looped(design: Design) -> set[int]:
    """Signals on the way from a signal to itself through combinational processes, as words: a carry chain counts."""
    graph: dict[int, set[int]] = {}
    for process in design.processes:
        if not process.edges:
            for slot in process.writes:
                graph.setdefault(slot, set()).update(process.reads)
    left: set[int] = set()
    while left != graph.keys():
        left = set(graph)
        read = {slot for reads in graph.values() for slot in reads}
        graph = {slot: reads & left for slot, reads in graph.items() if reads & left and slot in read}
    return left


def compared(own: Structure, reference: Structure) -> dict[str, float]:
    """Features by name: what the candidate has more than the reference."""
    common = own.ports.keys() & reference.ports.keys()
    refused = ("latches", "odd_resets", "loops", "inputs_driven")
    return {
        "unsynthesisable": float(sum(getattr(own, name) > getattr(reference, name) for name in refused)),
        "ports_missing": float(len(reference.ports.keys() - own.ports.keys())),
        "ports_added": float(len(own.ports.keys() - reference.ports.keys())),
        "ports_turned": float(sum(own.ports[name][0] != reference.ports[name][0] for name in common)),
        "ports_resized": float(sum(own.ports[name][1] != reference.ports[name][1] for name in common)),
        "drivers": float(own.driven_twice - reference.driven_twice),
        "inputs_driven": float(own.inputs_driven - reference.inputs_driven),
        "latches": float(own.latches - reference.latches),
        "odd_resets": float(own.odd_resets - reference.odd_resets),
        "loops": float(own.loops - reference.loops),
        "falling_edges": float(own.falling - reference.falling),
        "watched_edges": float(own.watched - reference.watched),
    }
