"""Races over what a block sets with `=`: what another clocked block reads at the same edge, directly or through logic,
and what the same block reads through logic.

The standard leaves to the simulator which comes first, and hardware knows no order: such a text is two designs. A
variable that each block sets before it reads it, a loop's say, is no race.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from resources.domains.chip_design.language.syntax import elaborate, kind_of
from resources.execution.reader.apart import apart
from resources.execution.reader.contract import ReaderDied

EDGES = ("PosEdge", "NegEdge")
LOOPS = ("ForLoop", "RepeatLoop", "WhileLoop", "DoWhileLoop", "ForeverLoop")
_STEPS = ("Preincrement", "Predecrement", "Postincrement", "Postdecrement")


@dataclass
class Block:
    """A process: at which edges it runs (none: it is logic), what it reads that it has not set before, what it sets."""

    edges: frozenset[str]
    reads: set[str] = field(default_factory=set)
    sets: set[str] = field(default_factory=set)
    sets_at_once: set[str] = field(default_factory=set)
    """By `=`."""
    steps: list[tuple[int, str, str]] = field(default_factory=list)
    """Place, way and name of each access, in the text's order."""
    loops: list[range] = field(default_factory=list)
    branches: list[list[range]] = field(default_factory=list)
    """By condition, the texts of which one is run."""
    is_process: bool = False

    def chooses(self, one: int, other: int) -> bool:
        """Whether only one of two places is reached in a run."""
        return any(
            one in branch and other not in branch and any(other in second for second in branches)
            for branches in self.branches
            for branch in branches
        )


def nothing(death: ReaderDied, *_: object) -> str:
    """Of a text that no reader survives, tools alone judge."""
    return ""


@apart(died=nothing)
def raced_signal(code: str) -> str:
    """A signal over which clocked blocks of a candidate race; "" without one."""
    blocks = list(blocks_of(elaborate(code).compilation.getRoot()))
    changes = changes_of([block for block in blocks if not block.edges])
    clocked = [block for block in blocks if block.edges]
    for block in clocked:
        for name in sorted(block.sets_at_once):
            reached = _reached(name, changes)
            if any(other is not block and other.edges & block.edges and other.reads & reached for other in clocked):
                return name.rpartition(".")[2]
    return next((name for block in clocked for name in met_again(block, changes)), "").rpartition(".")[2]


def met_again(block: Block, changes: Mapping[str, set[str]]) -> Iterator[str]:
    """What a block sets with `=` and reads again through logic: a clocked one after it has set it, where hardware reads
    the old value, and logic before, as an assignment may follow while the block still runs, which so misses it."""
    for place, how, name in block.steps:
        if how != "set at once":
            continue
        reached = _reached(name, changes) - {name}
        for other, way, read in block.steps if reached else ():
            together = any(place in loop and other in loop for loop in block.loops)
            follows = (other > place) == bool(block.edges) and not block.chooses(place, other)
            if way == "read" and read in reached - block.sets and (together or follows):
                yield name


def changes_of(logic: list[Block]) -> Mapping[str, set[str]]:
    """By signal, what logic sets from it."""
    changes: dict[str, set[str]] = defaultdict(set)
    for block in logic:
        for read in block.reads:
            changes[read] |= block.sets
    return changes


def _reached(name: str, changes: Mapping[str, set[str]]) -> set[str]:
    """What changes with a signal before the next edge."""
    reached, waiting = {name}, [name]
    while waiting:
        new = changes.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached


def blocks_of(root: Any) -> Iterator[Block]:
    symbols: list[Any] = []
    root.visit(symbols.append)
    for symbol in symbols:
        kind = kind_of(symbol)
        if kind == "ProceduralBlock" and "Initial" not in str(symbol.procedureKind):
            yield _process(symbol.body)
        elif kind == "ContinuousAssign":
            yield accesses_of(Block(frozenset()), symbol.assignment)
        elif kind == "Net" and symbol.initializer is not None:
            yield accesses_of(Block(frozenset(), sets={str(symbol.hierarchicalPath)}), symbol.initializer)
        elif kind == "Instance":
            yield from _joined(symbol)


def _process(body: Any) -> Block:
    edges: frozenset[str] = frozenset()
    if kind_of(body) == "Timed":
        events = getattr(body.timing, "events", [body.timing])
        edges = frozenset(str(event.edge.name) for event in events if hasattr(event, "edge")) & frozenset(EDGES)
        body = body.stmt
    return accesses_of(Block(edges, is_process=True), body)


def _joined(instance: Any) -> Iterator[Block]:
    """A port is logic between what it is connected to and the signal inside."""
    for connection in instance.portConnections:
        inside = getattr(connection.port, "internalSymbol", None)
        if inside is None or connection.expression is None:
            continue
        outside = Block(frozenset())
        accesses_of(outside, connection.expression)
        names, inner = outside.reads | outside.sets, str(inside.hierarchicalPath)
        is_in = "In" in str(connection.port.direction)
        yield Block(frozenset(), reads=names if is_in else {inner}, sets={inner} if is_in else names)


def accesses_of(block: Block, body: Any) -> Block:
    """Adds to `block` what its text reads and sets, in the text's order; an assignment's right side comes first."""
    nodes = called_from(body)
    targets: dict[int, tuple[int, bool]] = {}
    for node in nodes:
        if kind_of(node) == "Assignment":
            for target in _targets(node.left):
                targets[target.sourceRange.start.offset] = (node.sourceRange.end.offset, bool(node.isNonBlocking))
        elif kind_of(node) in LOOPS:
            block.loops.append(_extent(node))
        elif kind_of(node) == "Conditional" and node.ifFalse is not None:
            block.branches.append([_extent(node.ifTrue), _extent(node.ifFalse)])
        elif kind_of(node) == "Case":
            parts = [item.stmt for item in node.items] + [node.defaultCase]
            block.branches.append([_extent(part) for part in parts if part is not None])
        elif kind_of(node) == "UnaryOp" and node.op.name in _STEPS:
            block.sets_at_once |= {str(target.symbol.hierarchicalPath) for target in _targets(node.operand)}
    accesses = [(*_when(node, targets), str(node.symbol.hierarchicalPath)) for node in nodes if is_name(node)]
    block.steps = sorted(accesses)
    for _, how, name in block.steps:
        if how == "read" and name not in block.sets_at_once:
            block.reads.add(name)
        elif how != "read":
            block.sets.add(name)
            block.sets_at_once |= {name} if how == "set at once" else set()
    return block


def _extent(node: Any) -> range:
    return range(node.sourceRange.start.offset, node.sourceRange.end.offset + 1)


def called_from(body: Any) -> list[Any]:
    """The nodes of a text and of the subroutines that it calls."""
    nodes: list[Any] = []
    seen: set[str] = set()
    waiting = [body]
    while waiting:
        below: list[Any] = []
        waiting.pop().visit(below.append)
        nodes += below
        called = [node.subroutine for node in below if kind_of(node) == "Call" and not node.isSystemCall]
        new = {str(item.hierarchicalPath): item.body for item in called if str(item.hierarchicalPath) not in seen}
        seen |= new.keys()
        waiting += new.values()
    return nodes


def _when(node: Any, targets: dict[int, tuple[int, bool]]) -> tuple[int, str]:
    start = node.sourceRange.start.offset
    if start not in targets:
        return start, "read"
    end, is_later = targets[start]
    return end, "set later" if is_later else "set at once"


def _targets(left: Any) -> list[Any]:
    """The names that an assignment sets; those in an index are read."""
    if kind_of(left) == "Concatenation":
        return [target for part in left.operands for target in _targets(part)]
    while hasattr(left, "value") and not is_name(left):
        left = left.value
    return [left] if is_name(left) else []


def is_name(node: Any) -> bool:
    return kind_of(node) in ("NamedValue", "HierarchicalValue")
