"""From pyslang's elaborated instances to a flat design: members, procedures, and the connections between instances."""

from functools import partial
from typing import Any

from resources.domains.chip_design.interpretation.assignments import assigned, stored, target
from resources.domains.chip_design.interpretation.control import ON, Statement
from resources.domains.chip_design.interpretation.design import Design, Edge, Procedure, add_process
from resources.domains.chip_design.interpretation.expressions import Compiler
from resources.domains.chip_design.interpretation.latches import surely_assigned
from resources.domains.chip_design.interpretation.operators import resized
from resources.domains.chip_design.interpretation.places import place
from resources.domains.chip_design.interpretation.resets import is_odd
from resources.domains.chip_design.interpretation.signals import UnmodelledError
from resources.domains.chip_design.interpretation.statements import call, statement

_MAXIMUM_PROCESSES = 400


def flatten(top: Any) -> Design:
    """`top` is pyslang's instance. Raises UnmodelledError."""
    design = Design()
    for port in top.body.portList:
        if type(port).__name__ != "PortSymbol" or port.direction.name not in ("In", "Out"):
            raise UnmodelledError("a port that is neither input nor output")
        ports = design.inputs if port.direction.name == "In" else design.outputs
        ports[str(port.name)] = design.signals.slot(port.internalSymbol)
    _members(design, top.body)
    if len(design.processes) > _MAXIMUM_PROCESSES:
        raise UnmodelledError("too many processes")
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
            raise UnmodelledError(f"a member of kind {kind}")


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
            raise UnmodelledError("a process that never waits")
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
        raise UnmodelledError("a delay")
    events = list(timing.events) if kind == "EventListControl" else [timing]
    if any(type(event).__name__ != "SignalEventControl" or event.iffCondition is not None for event in events):
        raise UnmodelledError("a condition of an event")
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
        raise UnmodelledError("an interface")
    for connection in instance.portConnections:
        if connection.expression is not None:
            _connection(design, connection)
    _members(design, instance.body)


def _connection(design: Design, connection: Any) -> None:
    port, outer = connection.port, connection.expression
    if port.internalSymbol is None or port.direction.name not in ("In", "Out"):
        raise UnmodelledError("a port that is neither input nor output")
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
        raise UnmodelledError("an output connected to no signal")
    where, put = target(compiler, outer.left, compiler.writes)
    values = compiler.signals.values
    compiler.reads.add(inner)
    value = resized(lambda: values[inner], int(kind.bitWidth), int(outer.left.type.bitWidth), bool(kind.isSigned))

    def run() -> int:
        put(where(), value())
        return ON

    return run
