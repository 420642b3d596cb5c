"""A bench with its candidate, elaborated by pyslang, made ready to run: signals, processes, and the code of both.

Ports are joined to the signals that they are connected to. Nets with two drivers, and what is not modelled, are not
simulated.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from resources.domains.chip_design.prediction.simulator.testbench.expressions import ExpressionWriter
from resources.domains.chip_design.prediction.simulator.testbench.kernel import CHANGE, Watch
from resources.domains.chip_design.prediction.simulator.testbench.places import assigned
from resources.domains.chip_design.prediction.simulator.testbench.signals import Signals, shape_of
from resources.domains.chip_design.prediction.simulator.testbench.statements import Program, StatementWriter, waits
from resources.domains.chip_design.prediction.simulator.testbench.system_tasks import SystemTasks
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_MAXIMUM_PROCESSES = 2_000
_SECONDS = {"Seconds": 0, "Milliseconds": -3, "Microseconds": -6, "Nanoseconds": -9, "Picoseconds": -12}
_SECONDS |= {"Femtoseconds": -15}
_UNMODELLED = {"InstanceArraySymbol", "UninstantiatedDefSymbol", "CheckerInstanceSymbol", "ClockingBlockSymbol"}


class Start(StrEnum):
    """Where a process stands in Icarus's order at time 0, before which nothing has run."""

    FIRST = "first"
    """A continuous assignment: runs."""
    WAITING = "waiting"
    """What waits for levels: it waits before anything runs."""
    IN_TURN = "in turn"
    """What waits for edges begins to do so when its turn comes, among what is initial."""
    LAST = "last"
    """`always_comb`: waits at once, and runs when all else has."""


@dataclass(frozen=True)
class StaticProcess:
    """`name` of its function, which runs whenever one of `watches` changes. See `Start` for when it begins."""

    name: str
    watches: tuple[Watch, ...]
    cost: int
    start: Start


@dataclass(frozen=True)
class Thread:
    """`name` of a generator that is run once, from the start."""

    name: str


@dataclass
class Elaboration:
    """What a run is made of, in the order in which Icarus starts it. `final` are names of functions; `initials` are
    lines that give variables their first values; `driven` says which slots are driven whole, or in parts, by how many.
    """

    program: Program
    processes: list[StaticProcess | Thread] = field(default_factory=list)
    final: list[str] = field(default_factory=list)
    initials: list[str] = field(default_factory=list)
    driven: dict[int, list[bool]] = field(default_factory=dict)
    counters: list[int] = field(default_factory=list)
    """Variables of the bench that are called as counters of errors are."""
    precision: int = 0
    """Of time, as a power of ten in seconds."""

    @property
    def source(self) -> str:
        watched = {watch.slot for watches in self._watches() for watch in watches}
        lines = [_PUT.sub(lambda put: _stored(put, watched), line) for line in self.program.lines]
        first = ["def initials():", *self.initials, " pass"]
        verdict = [f"def verdict(): return ({''.join(f'{text}, ' for text in self.program.system.verdict)})"]
        return "\n".join([*lines, *first, *verdict])

    def _watches(self) -> Iterator[tuple[Watch, ...]]:
        yield from self.program.watches.values()
        yield from (item.watches for item in self.processes if isinstance(item, StaticProcess))


_PUT = re.compile(r"^( *)put\((\d+), (.*)\)$")


def _stored(put: re.Match[str], watched: set[int]) -> str:
    """What nobody waits for is stored without a look at who does: most counters of a bench are."""
    indent, slot, value = put.groups()
    return put[0] if int(slot) in watched else f"{indent}v[{slot}] = {value}"


def elaborated_bench(top: Any, candidate: str) -> Elaboration:
    """`top` is pyslang's instance of the bench, `candidate` the candidate's module. Raises UnsupportedConstruct."""
    elaboration = Elaboration(Program(Signals(), SystemTasks()))
    elaboration.precision = min(_precisions(top))
    try:
        _Members(elaboration, candidate).instance(top)
    finally:
        elaboration.program.forget()
    doubled = [slot for slot, wholes in elaboration.driven.items() if len(wholes) > 1 and any(wholes)]
    if doubled:
        raise UnsupportedConstruct("a net with two drivers")
    return elaboration


def _precisions(top: Any) -> list[int]:
    scales: list[int] = [0]

    def visit(item: Any) -> None:
        if type(item).__name__ == "InstanceSymbol" and item.body.timeScale is not None:
            scales.append(_exponent(item.body.timeScale.precision))

    top.visit(visit)
    return scales


def _exponent(value: Any) -> int:
    return _SECONDS[str(value.unit.name)] + {"One": 0, "Ten": 1, "Hundred": 2}[str(value.magnitude.name)]


class _Members:
    """Goes through scopes and fills an elaboration."""

    def __init__(self, elaboration: Elaboration, candidate: str) -> None:
        self._all, self._program, self._candidate = elaboration, elaboration.program, candidate
        self._is_bench = True

    def instance(self, instance: Any) -> None:
        if not instance.isModule:
            raise UnsupportedConstruct("an interface")
        before, scale, was_bench = self._program.unit, instance.body.timeScale, self._is_bench
        self._is_bench = was_bench and str(instance.definition.name) != self._candidate
        self._program.system.is_bench = self._is_bench
        unit = 0 if scale is None else _exponent(scale.base)
        self._program.unit = 10 ** (unit - self._all.precision)
        self._scope(instance.body)
        self._program.unit, self._is_bench = before, was_bench
        self._program.system.is_bench = was_bench

    def _scope(self, scope: Any) -> None:
        members = list(scope)
        inner = [member for member in members if type(member).__name__ in _SCOPES]
        for member in (*inner, *(member for member in members if type(member).__name__ not in _SCOPES)):
            write = _MEMBERS.get(type(member).__name__)
            if write is not None:
                write(self, member)
            elif type(member).__name__ in _UNMODELLED:
                raise UnsupportedConstruct(f"a member of kind {type(member).__name__}")
        if len(self._all.processes) > _MAXIMUM_PROCESSES:
            raise UnsupportedConstruct("too many processes")

    def generated(self, block: Any) -> None:
        if not block.isUninstantiated:
            self._scope(block)

    def variable(self, symbol: Any) -> None:
        if self._is_bench and symbol.type.isIntegral and _ERRORS.search(str(symbol.name)):
            self._all.counters.append(self._program.signals.slot(symbol))
        if symbol.initializer is None or not _is_stored(symbol):
            return
        writer = StatementWriter(self._program)
        writer.emit(f"put({self._program.signals.slot(symbol)}, {writer.expression(symbol.initializer)})")
        self._all.initials += writer.lines

    def net(self, symbol: Any) -> None:
        kind = str(symbol.netType.netKind.name)
        if kind not in ("Wire", "Tri", "UWire", "Supply0", "Supply1"):
            raise UnsupportedConstruct(f"a net of kind {kind}")
        slot = self._program.signals.slot(symbol)
        if kind.startswith("Supply"):
            self._all.initials.append(
                f" put({slot}, {self._program.signals.shapes[slot].mask if kind[-1] == '1' else 0})"
            )
        if symbol.initializer is not None:
            self._static(
                lambda writer: writer.emit(f"put({slot}, {writer.expression(symbol.initializer)})"), {slot: True}
            )

    def assignment(self, symbol: Any) -> None:
        node = symbol.assignment
        delay = None if symbol.delay is None else symbol.delay

        def write(writer: StatementWriter) -> None:
            if delay is None:
                writer.store(node.left, writer.expression(node.right))
                return
            if type(delay).__name__ != "DelayControl":
                raise UnsupportedConstruct("a delay of several values")
            after = writer.delay(delay.expr)
            for function, arguments in writer.stores(node.left, writer.expression(node.right)):
                writer.emit(f"k.after({after}, {function}, ({arguments},))")

        self._static(write, None)

    def gate(self, symbol: Any) -> None:
        kind, pins = str(symbol.primitiveType.name), list(symbol.portConnections)
        if kind not in _GATES or symbol.delay is not None:
            raise UnsupportedConstruct(f"a gate of kind {kind}")
        outputs = pins[:-1] if kind in ("buf", "not") else pins[:1]
        inputs = pins[len(outputs) :]

        def write(writer: StatementWriter) -> None:
            texts = [f"({writer.expression(pin)} & 1)" for pin in inputs]
            value = f" {_GATES[kind]} ".join(texts)
            value = f"(~({value}) & 1)" if kind in ("nand", "nor", "xnor", "not") else f"({value})"
            for pin in outputs:
                writer.store(assigned(pin), value)

        self._static(write, None)

    def _static(self, write: Callable[[StatementWriter], None], drives: dict[int, bool] | None) -> None:
        """A continuous assignment. `drives` says what it drives where that is known."""
        writer = StatementWriter(self._program)
        write(writer)
        self._function(writer, _all_of(writer), Start.FIRST)
        for slot in drives or writer.written:
            whole = drives is not None or any(
                f"put({slot}," in line or f"put, ({slot}," in line for line in writer.lines
            )
            self._all.driven.setdefault(slot, []).append(whole)

    def _function(self, writer: StatementWriter, watches: tuple[Watch, ...], start: Start) -> None:
        name = self._program.fresh("p")
        self._program.lines += [f"def {name}():", *writer.lines, " pass"]
        self._all.processes.append(StaticProcess(name, watches, 1 + len(writer.lines), start))

    def procedure(self, block: Any) -> None:
        kind, body = str(block.procedureKind.name), block.body
        if kind in ("AlwaysComb", "AlwaysLatch"):
            self._combinational(body)
        elif kind in ("Always", "AlwaysFF") and self._is_static(body):
            self._triggered(body)
        else:
            self._waiting(kind, body)

    def _is_static(self, body: Any) -> bool:
        """Whether a process waits at its head, for events, and nowhere else."""
        return (
            type(body).__name__ == "TimedStatement"
            and type(body.timing).__name__ in ("SignalEventControl", "EventListControl", "ImplicitEventControl")
            and not waits(self._program, body.stmt)
        )

    def _combinational(self, body: Any) -> None:
        writer = StatementWriter(self._program)
        writer.statement(body)
        self._function(writer, _all_of(writer), Start.LAST)

    def _triggered(self, body: Any) -> None:
        writer = StatementWriter(self._program)
        writer.statement(body.stmt)
        if type(body.timing).__name__ == "ImplicitEventControl":
            watches = _all_of(writer)
        else:
            watches = writer.watches(body.timing)
        has_edge = any(watch.kind != CHANGE for watch in watches)
        self._function(writer, watches, Start.IN_TURN if has_edge else Start.WAITING)

    def _waiting(self, kind: str, body: Any) -> None:
        writer, name = StatementWriter(self._program), self._program.fresh("p")
        if kind in ("Always", "AlwaysFF"):
            with writer.loop("while True:", []):
                writer.statement(body)
        else:
            writer.statement(body)
        if kind == "Final":
            self._all.final.append(name)
        else:
            self._all.processes.append(Thread(name))
        tail = [" pass"] if kind == "Final" else [" return", " yield"]
        self._program.lines += [f"def {name}():", *writer.lines, *tail]

    def part(self, instance: Any) -> None:
        for connection in instance.portConnections:
            if connection.port.internalSymbol is not None:
                self._connect(connection)
        self.instance(instance)

    def _connect(self, connection: Any) -> None:
        port, outer = connection.port, connection.expression
        inner, direction = port.internalSymbol, str(port.direction.name)
        if direction not in ("In", "Out"):
            raise UnsupportedConstruct("a port that is neither input nor output")
        if outer is None:
            return
        if direction == "Out":
            outer = assigned(outer)
        if self._joined(inner, outer):
            return
        slot = self._program.signals.slot(inner)
        if direction == "In":
            self._static(lambda writer: writer.emit(f"put({slot}, {writer.expression(outer)})"), {slot: True})
        else:
            self._static(lambda writer: self._driven(writer, outer, slot, port.type), None)

    def _joined(self, inner: Any, outer: Any) -> bool:
        """Whether the port is its signal: both are whole, and of one shape."""
        if type(outer).__name__ != "NamedValueExpression" or type(outer.symbol).__name__ not in _SIGNALS:
            return False
        slot, signals = self._program.signals.slot(outer.symbol), self._program.signals
        if signals.shapes[slot] != shape_of(inner.type) or signals.knows(inner):
            return False
        signals.alias(inner, slot)
        return True

    def _driven(self, writer: StatementWriter, outer: Any, slot: int, kind: Any) -> None:
        width, size, mask = int(kind.bitWidth), int(outer.type.bitWidth), (1 << int(outer.type.bitWidth)) - 1
        writer.expressions.reads.add(slot)
        extends = size > width and kind.isSigned
        writer.store(outer, f"extended(v[{slot}], {width}, {mask})" if extends else f"(v[{slot}] & {mask})")


_SCOPES = {"InstanceSymbol", "GenerateBlockSymbol", "GenerateBlockArraySymbol"}
"""Their processes are started before those of the scope that holds them."""
_ERRORS = re.compile(r"err(?:or)?s?$|fail(?:ure)?s?(?:_count)?$|mismatch(?:es)?$", re.IGNORECASE)
_SIGNALS = {"NetSymbol", "VariableSymbol"}
_GATES = {"and": "&", "nand": "&", "or": "|", "nor": "|", "xor": "^", "xnor": "^", "buf": "&", "not": "&"}
_GATES |= {name.capitalize(): sign for name, sign in _GATES.items()}


def _all_of(writer: StatementWriter) -> tuple[Watch, ...]:
    """Everything that is read."""
    return tuple(Watch(slot) for slot in sorted(writer.expressions.reads))


def _is_stored(symbol: Any) -> bool:
    return bool(symbol.type.isIntegral or symbol.type.isFloating)


def _array(members: _Members, array: Any) -> None:
    for entry in array.entries:
        members.generated(entry)


_MEMBERS: dict[str, Callable[[_Members, Any], None]] = {
    "ContinuousAssignSymbol": _Members.assignment,
    "ProceduralBlockSymbol": _Members.procedure,
    "InstanceSymbol": _Members.part,
    "GenerateBlockSymbol": _Members.generated,
    "GenerateBlockArraySymbol": _array,
    "PrimitiveInstanceSymbol": _Members.gate,
    "VariableSymbol": _Members.variable,
    "NetSymbol": _Members.net,
}

__all__ = ["Elaboration", "ExpressionWriter", "StaticProcess", "elaborated_bench"]
