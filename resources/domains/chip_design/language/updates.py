"""How a candidate's text sets its signals, as far as it tells when a simulator shows a change.

`<=` in logic that waits for what it sets makes the logic run again; a register that is set with `=`, or more than once
in a run of its block, has values of no length, which whatever waits for its edges would see.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from resources.domains.chip_design.language.races import (
    EDGES,
    LOOPS,
    Block,
    accesses_of,
    blocks_of,
    changes_of,
    is_name,
    met_again,
)
from resources.domains.chip_design.language.syntax import elaborate, kind_of
from resources.execution.reader.apart import apart
from resources.execution.reader.contract import ReaderDied


@dataclass(frozen=True)
class Updates:
    """Names without their modules. `late` are set by `<=` alone, in logic that waits for them; `pulsed` in clocked
    blocks with `=`, or more than once in a run; `met` in logic with `=`, behind where assignments of them are read."""

    late: tuple[str, ...] = ()
    pulsed: tuple[str, ...] = ()
    met: tuple[str, ...] = ()


def _unknown(death: ReaderDied, *_: object) -> Updates:
    """Of a text that no reader survives, tools alone judge."""
    return Updates()


@apart(died=_unknown)
def updates_of(code: str) -> Updates:
    symbols: list[Any] = []
    root = elaborate(code).compilation.getRoot()
    root.visit(symbols.append)
    late, at_once, pulsed = set[str](), set[str](), set[str]()
    for symbol in symbols:
        if kind_of(symbol) != "ProceduralBlock" or "Initial" in str(symbol.procedureKind):
            continue
        block = accesses_of(Block(frozenset()), symbol.body)
        at_once |= block.sets_at_once
        if _is_clocked(symbol.body):
            times = _times(symbol.body.stmt)
            pulsed |= block.sets_at_once | {name for name, count in times.items() if count > 1}
        else:
            late |= (block.sets - block.sets_at_once) & set(_waited_for(symbol.body))
    blocks = list(blocks_of(root))
    assigned = changes_of([block for block in blocks if not block.is_process])
    logic = [block for block in blocks if block.is_process and not block.edges]
    met = {name for block in logic for name in met_again(block, assigned)}
    return Updates(_plain(late - at_once), _plain(pulsed), _plain(met))


def _plain(paths: set[str]) -> tuple[str, ...]:
    return tuple(sorted({path.rpartition(".")[2] for path in paths}))


def _is_clocked(body: Any) -> bool:
    return kind_of(body) == "Timed" and any(
        str(event.edge.name) in EDGES
        for event in getattr(body.timing, "events", [body.timing])
        if getattr(event, "edge", None)
    )


def _waited_for(body: Any) -> Iterator[str]:
    """What a block names that runs when something of it changes; not so `always_comb`, for what it sets itself."""
    if kind_of(body) != "Timed":
        return
    text = body.stmt if kind_of(body.timing) == "ImplicitEvent" else body.timing
    nodes: list[Any] = []
    text.visit(nodes.append)
    yield from (str(node.symbol.hierarchicalPath) for node in nodes if is_name(node))


def _times(statement: Any) -> Counter[str]:
    """How often a run may set each name, at most."""
    kind = kind_of(statement)
    if kind == "List":
        return sum((_times(part) for part in statement.list), Counter())
    if kind == "Block":
        return _times(statement.body)
    if kind == "Conditional":
        return _times(statement.ifTrue) | (_times(statement.ifFalse) if statement.ifFalse else Counter())
    if kind == "Case":
        parts = [item.stmt for item in statement.items]
        return _most([*parts, *([statement.defaultCase] if statement.defaultCase else [])])
    if kind in LOOPS:
        once = _times(statement.body)
        return once + once
    return Counter(accesses_of(Block(frozenset()), statement).sets)


def _most(parts: list[Any]) -> Counter[str]:
    most: Counter[str] = Counter()
    for part in parts:
        most |= _times(part)
    return most
