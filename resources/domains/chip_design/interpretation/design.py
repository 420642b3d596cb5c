"""A design flattened: the processes of its instances over one set of signals. `flattening` makes it of a tree."""

from collections.abc import Callable
from dataclasses import dataclass, field

from resources.domains.chip_design.interpretation.control import Statement
from resources.domains.chip_design.interpretation.expressions import Compiler
from resources.domains.chip_design.interpretation.signals import Code, Signals
from resources.domains.chip_design.interpretation.statements import call


@dataclass(frozen=True)
class Edge:
    """What a clocked process waits for: the lowest bit of `code`, which is a part of the signal in `slot`."""

    code: Code
    slot: int
    rises: bool
    falls: bool


@dataclass(frozen=True)
class Process:
    """`edges` is empty where any change in `reads` runs it; `cost` in steps."""

    run: Statement
    reads: frozenset[int]
    writes: frozenset[int]
    edges: tuple[Edge, ...]
    cost: int
    latches: frozenset[int] = frozenset()
    has_odd_reset: bool = False


@dataclass(frozen=True)
class Procedure:
    """Of an always block: the slots that it assigns on all paths, and whether it runs only when something changes."""

    surely: frozenset[int]
    has_odd_reset: bool = False
    waits_first: bool = False


@dataclass
class Design:
    """`inputs` and `outputs` are the top's ports by name, `aliases` the outer signals that instances' inputs copy,
    `clocked_ways` the ways at branches of processes that wait for edges."""

    signals: Signals = field(default_factory=Signals)
    processes: list[Process] = field(default_factory=list)
    initial: list[Statement] = field(default_factory=list)
    inputs: dict[str, int] = field(default_factory=dict)
    outputs: dict[str, int] = field(default_factory=dict)
    aliases: dict[int, int] = field(default_factory=dict)
    clocked_ways: set[int] = field(default_factory=set)

    def root(self, slot: int) -> int:
        while slot in self.aliases:
            slot = self.aliases[slot]
        return slot


def add_process(
    design: Design,
    compiled: Callable[[Compiler], Statement],
    edges: tuple[Edge, ...] = (),
    reads: frozenset[int] | None = None,
    procedure: Procedure | None = None,
) -> None:
    """A procedure does not wait while it runs, so what it assigns at once does not run it again."""
    compiler, known = Compiler(design.signals, call), design.signals.room_of_ways
    run = compiled(compiler)
    design.clocked_ways.update(range(known, design.signals.room_of_ways) if edges else ())
    read = frozenset(compiler.reads) if reads is None else reads
    if procedure is not None:
        if procedure.waits_first and not edges and not read:
            return
        read -= compiler.writes - compiler.postpones
    written = frozenset(compiler.writes | compiler.postpones)
    cost = 2 + len(compiler.reads) + len(written)
    latches = frozenset() if procedure is None or edges else written - procedure.surely
    odd = procedure is not None and procedure.has_odd_reset
    design.processes.append(Process(run, read, written, edges, cost, latches, odd))
