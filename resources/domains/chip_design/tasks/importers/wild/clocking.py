"""Clock and resets of an elaborated design, found by how they are used: edges that blocks wait for, and what they test
first. What a simulator runs and no hardware is (latches, waiting) is found here, too.

A signal is traced to a port of the top through instances and plain assignments. Works on pyslang's symbols.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from resources.domains.chip_design.language.races import EDGES
from resources.domains.chip_design.language.syntax import kind_of
from resources.domains.chip_design.tasks.importers.verilog_source import VerilogError

_NAMES = ("NamedValue",)


@dataclass(frozen=True)
class Reset:
    """A port that clears registers: `active` is its level, `asynchronous` whether it needs no clock edge."""

    name: str
    active: int
    asynchronous: bool


@dataclass(frozen=True)
class Register:
    """An output that is what a block at a clock's edge sets; `at_reset` is what a reset gives it, in Verilog, "" if
    nothing."""

    name: str
    at_reset: str


@dataclass(frozen=True)
class Clocking:
    """`clock` is "" where nothing waits for an edge; `edges` are those that count, "rising" and "falling"."""

    clock: str
    edges: tuple[str, ...]
    resets: tuple[Reset, ...]
    registers: tuple[Register, ...]


@dataclass(frozen=True)
class _Block:
    """A process with edges: signals by edge, the first test's names and level, the statement."""

    events: tuple[tuple[str, str], ...]
    body: Any


def clocking_of(symbols: list[Any], ports: dict[str, int], outputs: list[str]) -> Clocking:
    """`symbols` are all of a design, `ports` the widths of its top's inputs by path, `outputs` the other
    paths. Raises VerilogError where a bench cannot clock it."""
    traces = _traces(symbols)
    clocks: dict[str, set[str]] = {}
    resets: dict[str, Reset] = {}
    tested: Counter[Reset] = Counter()
    blocks = list(_blocks(symbols))
    for block in blocks:
        asynchronous, (edge, clock) = _roles(block)
        for where, path in asynchronous:
            port = _port(path, traces, ports)
            if port:
                resets.setdefault(port, Reset(_last(port), int(where == "PosEdge"), True))
        if port := _port(clock, traces, ports):
            clocks.setdefault(port, set()).add({"PosEdge": "rising", "NegEdge": "falling"}[edge])
        if synchronous := _synchronous(block, traces, ports):
            tested[synchronous] += 1
    if len(clocks) > 1:
        raise VerilogError(f"several clocks: {', '.join(sorted(map(_last, clocks)))}")
    if blocks and not clocks:
        raise VerilogError("its clock comes from no input of its own")
    clock = next(iter(clocks), "")
    if clock and ports[clock] != 1:
        raise VerilogError("its clock is one bit of a wider input")
    if clock in resets:
        raise VerilogError(f"several clocks: {_last(clock)} is a clock here and a reset there")
    likely = [reset for reset, _ in tested.most_common() if reset.name not in {_last(port) for port in resets}]
    found = (*resets.values(), *likely[:1])
    edges = tuple(sorted(clocks.get(clock, ()), reverse=True))
    set_there = _set_at_edges(blocks, {reset.name for reset in found})
    reached = ((path, _followed(path, traces, set_there)) for path in outputs)
    registers = tuple(Register(_last(path), set_there[place]) for path, place in reached if place)
    return Clocking(_last(clock), edges, found, registers)


def _last(path: str) -> str:
    return path.rpartition(".")[2]


def _traces(symbols: list[Any]) -> dict[str, str]:
    """By signal, the one that it is another name of: a port inside an instance, a wire that is assigned a name."""
    traces: dict[str, str] = {}
    for symbol in symbols:
        kind = kind_of(symbol)
        if kind == "Instance":
            for connection in symbol.portConnections:
                inside = getattr(connection.port, "internalSymbol", None)
                if inside is not None and (outside := _path(connection.expression)):
                    traces[str(inside.hierarchicalPath)] = outside
        elif kind == "ContinuousAssign" and kind_of(symbol.assignment) == "Assignment":
            target, source = _path(symbol.assignment.left), _path(symbol.assignment.right)
            if target and source:
                traces[target] = source
        elif kind == "Net" and symbol.initializer is not None and (source := _path(symbol.initializer)):
            traces[str(symbol.hierarchicalPath)] = source
    return traces


def _path(expression: Any) -> str:
    """Of an expression that is but a name; "" else."""
    while expression is not None and kind_of(expression) == "Conversion":
        expression = expression.operand
    if expression is None or kind_of(expression) not in _NAMES:
        return ""
    return str(expression.symbol.hierarchicalPath)


def _port(path: str, traces: dict[str, str], ports: dict[str, int]) -> str:
    return _followed(path, traces, ports)


def _followed(path: str, traces: Mapping[str, str], wanted: Collection[str]) -> str:
    """The first of the wanted signals that a signal is another name of; "" where it is of none."""
    seen: set[str] = set()
    while path and path not in wanted and path not in seen:
        seen.add(path)
        path = traces.get(path, "")
    return path if path in wanted else ""


def _blocks(symbols: list[Any]) -> Iterator[_Block]:
    """Processes that wait for edges. Raises VerilogError for an edge of what is no name: one bit of a vector, say."""
    for symbol in symbols:
        if kind_of(symbol) != "ProceduralBlock" or kind_of(symbol.body) != "Timed":
            continue
        timing = symbol.body.timing
        events = [event for event in getattr(timing, "events", [timing]) if hasattr(event, "edge")]
        edged = [(str(event.edge.name), _path(event.expr)) for event in events if event.edge.name in EDGES]
        if edged and not all(path for _, path in edged):
            raise VerilogError("it waits for an edge of what is no signal by itself")
        if edged:
            yield _Block(tuple(edged), symbol.body.stmt)


def _first(statement: Any) -> Any:
    """The statement that a block begins with."""
    while kind_of(statement) in ("Block", "List"):
        inner = statement.body if kind_of(statement) == "Block" else next(iter(_statements(statement)), None)
        if inner is None:
            return statement
        statement = inner
    return statement


def _statements(statement: Any) -> list[Any]:
    return [item for item in statement.list if kind_of(item) not in ("Empty", "VariableDeclaration")]


def _names_in(node: Any) -> set[str]:
    nodes: list[Any] = []
    node.visit(nodes.append)
    return {str(item.symbol.hierarchicalPath) for item in nodes if kind_of(item) in _NAMES}


def _roles(block: _Block) -> tuple[list[tuple[str, str]], tuple[str, str]]:
    """The events that the block tests (asynchronous resets), and the one that it does not: its clock."""
    tested: set[str] = set()
    statement = _first(block.body)
    for _ in block.events[1:]:
        if statement is None or kind_of(statement) != "Conditional":
            break
        tested |= {name for condition in statement.conditions for name in _names_in(condition.expr)}
        statement = _first(statement.ifFalse) if statement.ifFalse is not None else None
    others = [event for event in block.events if event[1] not in tested]
    if len(block.events) == 1:
        return [], block.events[0]
    if len({path for _, path in others}) != 1:
        names = ", ".join(_last(path) for _, path in block.events)
        raise VerilogError(f"several clocks: of the edges of {names} it does not say which are resets")
    return [event for event in block.events if event[1] in tested], others[0]


def _synchronous(block: _Block, traces: dict[str, str], ports: dict[str, int]) -> Reset | None:
    """The one-bit input that a block tests first, where it then sets nothing but constants."""
    statement = _first(block.body)
    if kind_of(statement) != "Conditional" or len(statement.conditions) != 1:
        return None
    path, active = _level(statement.conditions[0].expr)
    port = _port(path, traces, ports)
    if not port or ports[port] != 1 or port in {_port(name, traces, ports) for _, name in block.events}:
        return None
    nodes: list[Any] = []
    statement.ifTrue.visit(nodes.append)
    assigned = [node for node in nodes if kind_of(node) == "Assignment"]
    if not assigned or any(_names_in(node.right) for node in assigned if not _is_constant(node.right)):
        return None
    return Reset(_last(port), active, False)


def _constant_text(expression: Any) -> str:
    """A constant as it is written; "" of anything else."""
    while kind_of(expression) == "Conversion":
        expression = expression.operand
    written = expression.syntax is not None and _is_constant(expression)
    return " ".join(str(expression.syntax).split()) if written else ""


def _is_constant(expression: Any) -> bool:
    nodes: list[Any] = []
    expression.visit(nodes.append)
    return all(kind_of(node.symbol) in ("Parameter", "EnumValue") for node in nodes if kind_of(node) in _NAMES)


def _level(expression: Any) -> tuple[str, int]:
    """The name that a condition is, and the level at which it holds; "" where it is more than a name."""
    active = 1
    while True:
        kind = kind_of(expression)
        if kind == "Conversion":
            expression = expression.operand
        elif kind == "UnaryOp" and expression.op.name in ("LogicalNot", "BitwiseNot"):
            expression, active = expression.operand, 1 - active
        elif kind == "BinaryOp" and expression.op.name in ("Equality", "CaseEquality"):
            value = _number(expression.right)
            if value not in (0, 1):
                return "", active
            expression, active = expression.left, active if value else 1 - active
        else:
            return _path(expression), active


def _number(expression: Any) -> int | None:
    while kind_of(expression) == "Conversion":
        expression = expression.operand
    if kind_of(expression) not in ("IntegerLiteral", "UnbasedUnsizedIntegerLiteral"):
        return None
    try:
        return int(expression.value)
    except (ValueError, TypeError):
        return None


def _set_at_edges(blocks: list[_Block], resets: set[str]) -> dict[str, str]:
    """What blocks at edges set, by path, with the constant that a reset gives it, "" where none does."""
    found: dict[str, str] = {}
    for block in blocks:
        statement = _first(block.body)
        if kind_of(statement) == "Conditional" and {_last(p) for p in _names_in(statement.conditions[0].expr)} & resets:
            for name, value in _assigned(statement.ifTrue):
                found[name] = value if name not in found or found[name] == value else ""
        for name, _ in _assigned(block.body):
            found.setdefault(name, "")
    return found


def _assigned(statement: Any) -> Iterator[tuple[str, str]]:
    """Names that assignments set whole, with the text of a constant, and such as they set in part, with ""."""
    nodes: list[Any] = []
    statement.visit(nodes.append)
    for node in nodes:
        if kind_of(node) != "Assignment":
            continue
        if path := _path(node.left):
            yield path, _constant_text(node.right)
        else:
            target = node.left
            while hasattr(target, "value") and kind_of(target) not in _NAMES:
                target = target.value
            if path := _path(target):
                yield path, ""
