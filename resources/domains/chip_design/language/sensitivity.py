"""Logic that does not wait for all that it reads: an incomplete list, or a function that reads signals of its module.

A simulator runs such logic when what it waits for changes, and keeps an old value until then; hardware has no such
list. Such a text is two designs. `always_comb` waits for what its functions read, and what only `initial` sets never
changes.
"""

from collections.abc import Iterator
from typing import Any

from resources.domains.chip_design.language.races import EDGES, Block, accesses_of, called_from, is_name, nothing
from resources.domains.chip_design.language.syntax import elaborate, kind_of
from resources.execution.reader.apart import apart

_SIGNALS = ("Net", "Variable")


@apart(died=nothing)
def unwatched_signal(code: str) -> str:
    """A signal that some logic of a candidate reads and does not wait for; "" without one."""
    symbols: list[Any] = []
    elaborate(code).compilation.getRoot().visit(symbols.append)
    begun, changed = _set_by(symbols, initially=True), _set_by(symbols, initially=False)
    for symbol in symbols:
        for name in sorted(_unwatched(symbol)):
            if name not in begun - changed:
                return name.rpartition(".")[2]
    return ""


def _set_by(symbols: list[Any], *, initially: bool) -> set[str]:
    names: set[str] = set()
    for symbol in symbols:
        if kind_of(symbol) == "ProceduralBlock" and ("Initial" in str(symbol.procedureKind)) == initially:
            names |= accesses_of(Block(frozenset()), symbol.body).sets
    return names


def _unwatched(symbol: Any) -> set[str]:
    """What a process or an assignment reads beyond what it waits for, its own variables aside."""
    assigned = {"ContinuousAssign": "assignment", "Net": "initializer"}.get(kind_of(symbol))
    if assigned and (text := getattr(symbol, assigned)) is not None:
        return _signals(called_from(text)) - set(_watched(text))
    if kind_of(symbol) != "ProceduralBlock" or kind_of(symbol.body) != "Timed":
        return set()
    timing, body = symbol.body.timing, symbol.body.stmt
    if kind_of(timing) == "ImplicitEvent":
        watched = set(_watched(body))
    else:
        events = getattr(timing, "events", [timing])
        if any(str(getattr(event, "edge", None) and event.edge.name) in EDGES for event in events):
            return set()
        watched = {name for event in events if hasattr(event, "expr") for name in _watched(event.expr)}
    block = accesses_of(Block(frozenset()), body)
    return (block.reads & _signals(called_from(body))) - watched - block.sets


def _watched(text: Any) -> Iterator[str]:
    """The signals that stand in a text itself."""
    nodes: list[Any] = []
    text.visit(nodes.append)
    yield from _signals(nodes)


def _signals(nodes: list[Any]) -> set[str]:
    """Names of signals, without those that a called subroutine declares."""
    named = [node.symbol for node in nodes if is_name(node) and kind_of(node.symbol) in _SIGNALS]
    called = [node.subroutine for node in nodes if kind_of(node) == "Call" and not node.isSystemCall]
    own = tuple(f"{subroutine.hierarchicalPath}." for subroutine in called)
    return {path for symbol in named if not (path := str(symbol.hierarchicalPath)).startswith(own)}
