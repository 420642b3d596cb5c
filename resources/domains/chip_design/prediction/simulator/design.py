"""A design flattened: the processes of pyslang's elaborated instances over one set of signals."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from resources.domains.chip_design.prediction.simulator.expressions import Compiler
from resources.domains.chip_design.prediction.simulator.operators import resized
from resources.domains.chip_design.prediction.simulator.processes import is_odd, surely_assigned
from resources.domains.chip_design.prediction.simulator.signals import Code, Signals, place
from resources.domains.chip_design.prediction.simulator.statements import (
    ON,
    Statement,
    assigned,
    call,
    statement,
    stored,
    target,
)
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct


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


_MAXIMUM_PROCESSES = 400


def flatten(top: Any) -> Design:
    """`top` is pyslang's instance. Raises UnsupportedConstruct."""
    design = Design()
    for port in top.body.portList:
        if type(port).__name__ != "PortSymbol" or port.direction.name not in ("In", "Out"):
            raise UnsupportedConstruct("a port that is neither input nor output")
        ports = design.inputs if port.direction.name == "In" else design.outputs
        ports[str(port.name)] = design.signals.slot(port.internalSymbol)
    _members(design, top.body)
    if len(design.processes) > _MAXIMUM_PROCESSES:
        raise UnsupportedConstruct("too many processes")
    return design


def _members(design: Design, scope: Any) -> None:
    for member in scope:
        kind = type(member).__name__
        if kind == "ContinuousAssignSymbol":
            add_process(design, partial(assigned, node=member.assignment, is_nonblocking=False))
        elif kind == "ProceduralBlockSymbol":
            _procedure(design, member)
        elif kind == "InstanceSymbol":
            _instance(design, member)
        elif kind == "GenerateBlockSymbol" and not member.isUninstantiated:
            _members(design, member)
        elif kind == "GenerateBlockArraySymbol":
            for entry in member.entries:
                _members(design, entry)
        elif kind in ("VariableSymbol", "NetSymbol") and member.initializer is not None:
            _initializer(design, member, kind == "NetSymbol")
        elif kind in ("InstanceArraySymbol", "PrimitiveInstanceSymbol", "UninstantiatedDefSymbol"):
            raise UnsupportedConstruct(f"a member of kind {kind}")


def _initializer(design: Design, symbol: Any, is_net: bool) -> None:
    """A net's value is a continuous assignment, a variable's an initial one."""
    slot = design.signals.slot(symbol)

    def compiled(compiler: Compiler) -> Statement:
        return stored(compiler, slot, compiler.expression(symbol.initializer))

    if is_net:
        add_process(design, compiled)
    else:
        design.initial.append(compiled(Compiler(design.signals, call)))


def _procedure(design: Design, block: Any) -> None:
    body, kind = block.body, str(block.procedureKind.name)
    if kind in ("Initial", "Final"):
        if kind == "Initial":
            design.initial.append(statement(Compiler(design.signals, call), body))
        return
    if type(body).__name__ != "TimedStatement":
        if kind == "Always":
            raise UnsupportedConstruct("a process that never waits")
        add_process(
            design,
            lambda compiler: statement(compiler, body),
            procedure=Procedure(surely_assigned(design.signals, body)),
        )
        return
    edges, levels = _events(design, body.timing)
    surely = surely_assigned(design.signals, body.stmt)
    mixed = any(edge.rises and edge.falls for edge in edges)
    odd = len(edges) > 1 and is_odd(design.signals, body.stmt, {edge.slot: int(edge.rises) for edge in edges})
    procedure = Procedure(surely, mixed or odd, waits_first=True)
    add_process(design, lambda compiler: statement(compiler, body.stmt), edges, levels, procedure)


def _events(design: Design, timing: Any) -> tuple[tuple[Edge, ...], frozenset[int] | None]:
    """Edges that are waited for, or the signals whose change is (None: of all that the process reads)."""
    kind = type(timing).__name__
    if kind == "ImplicitEventControl":
        return (), None
    if kind not in ("SignalEventControl", "EventListControl"):
        raise UnsupportedConstruct("a delay")
    events = list(timing.events) if kind == "EventListControl" else [timing]
    if any(type(event).__name__ != "SignalEventControl" or event.iffCondition is not None for event in events):
        raise UnsupportedConstruct("a condition of an event")
    named = {str(event.edge.name) for event in events}
    if named == {"None_"} or named == {"None"}:
        compiler = Compiler(design.signals, call)
        for event in events:
            compiler.expression(event.expr)
        return (), frozenset(compiler.reads)
    return tuple(_edge(design, event) for event in events), None


def _edge(design: Design, event: Any) -> Edge:
    name = str(event.edge.name)
    compiler = Compiler(design.signals, call)
    code = compiler.expression(event.expr)
    slot = place(design.signals, event.expr, compiler.expression).slot
    return Edge(code, slot, name != "NegEdge", name != "PosEdge")


def _instance(design: Design, instance: Any) -> None:
    if not instance.isModule:
        raise UnsupportedConstruct("an interface")
    for connection in instance.portConnections:
        if connection.expression is not None:
            _connection(design, connection)
    _members(design, instance.body)


def _connection(design: Design, connection: Any) -> None:
    port, outer = connection.port, connection.expression
    if port.internalSymbol is None or port.direction.name not in ("In", "Out"):
        raise UnsupportedConstruct("a port that is neither input nor output")
    inner, signals = design.signals.slot(port.internalSymbol), design.signals
    if port.direction.name == "Out":
        add_process(design, lambda compiler: _driven(compiler, outer, inner, port.type))
        return
    if type(outer).__name__ == "NamedValueExpression" and type(outer.symbol).__name__ in (
        "NetSymbol",
        "VariableSymbol",
    ):
        design.aliases[inner] = signals.slot(outer.symbol)

    add_process(design, lambda compiler: stored(compiler, inner, compiler.expression(outer)))


def _driven(compiler: Compiler, outer: Any, inner: int, kind: Any) -> Statement:
    """The outer signal takes the value of an instance's output."""
    if type(outer).__name__ != "AssignmentExpression":
        raise UnsupportedConstruct("an output connected to no signal")
    where, put = target(compiler, outer.left, compiler.writes)
    values = compiler.signals.values
    compiler.reads.add(inner)
    value = resized(lambda: values[inner], int(kind.bitWidth), int(outer.left.type.bitWidth), bool(kind.isSigned))

    def run() -> int:
        put(where(), value())
        return ON

    return run
