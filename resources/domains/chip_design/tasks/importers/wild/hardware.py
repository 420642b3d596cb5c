"""What makes a module unfit for a bench of cycles: waiting within a process, latches, chance, values from files.

Works on pyslang's symbols. Each finding is a reason in words.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from resources.domains.chip_design.language.races import EDGES
from resources.domains.chip_design.language.syntax import kind_of

_WAITS = frozenset({"Wait", "WaitFork", "WaitOrder", "Delay", "Delay3"})
_CHANCE = ("$random", "$urandom", "$urandom_range", "$time", "$realtime", "$stime", "$dist_uniform", "$dist_normal")
_READS_FILES = ("$readmemh", "$readmemb", "$fopen", "$fread", "$fscanf", "$value$plusargs", "$test$plusargs")


@dataclass(frozen=True)
class _Targets:
    """What a statement sets by some way through it, and by every way."""

    some: frozenset[str] = frozenset()
    always: frozenset[str] = frozenset()

    def then(self, other: "_Targets") -> "_Targets":
        return _Targets(self.some | other.some, self.always | other.always)


def unfit(symbols: list[Any]) -> str:
    """Why no bench of cycles can judge the design; "" where nothing is found."""
    called = {str(getattr(node, "subroutineName", "")) for node in symbols if kind_of(node) == "Call"}
    if files := sorted(called & set(_READS_FILES)):
        return f"reads its values from files or the command line ({files[0]})"
    if chance := sorted(called & set(_CHANCE)):
        return f"what it does depends on {chance[0]}"
    processes = [symbol for symbol in symbols if kind_of(symbol) == "ProceduralBlock"]
    if any(_waits(process) for process in processes):
        return "waits within a process, as benches do"
    latch = next(filter(None, (_latch(process, symbols) for process in processes)), "")
    return f"latch: {latch} keeps its value without a clock" if latch else ""


def _waits(process: Any) -> bool:
    """Beyond the list of signals that an `always` begins with, and delays behind `=`."""
    kind, body = str(process.procedureKind), process.body
    if "Always" in kind and kind_of(body) == "Timed":
        if kind_of(body.timing) in _WAITS:
            return True
        body = body.stmt
    nodes: list[Any] = []
    body.visit(nodes.append)
    return any(kind_of(node) in ("Timed", "ForeverLoop", *_WAITS) for node in nodes)


def _latch(process: Any, symbols: list[Any]) -> str:
    """The name of a signal that logic sets in some cases only, and that is read elsewhere."""
    kind, body = str(process.procedureKind), process.body
    if "Initial" in kind or "Final" in kind or "AlwaysFF" in kind:
        return ""
    if kind_of(body) == "Timed":
        events = getattr(body.timing, "events", [body.timing])
        if any(getattr(getattr(event, "edge", None), "name", "") in EDGES for event in events):
            return ""
        body = body.stmt
    targets = _targets(body)
    kept = sorted(targets.some - targets.always)
    if not kept:
        return ""
    inside: list[Any] = []
    process.body.visit(inside.append)
    uses, own = _uses(symbols), _uses(inside)
    return next((name.rpartition(".")[2] for name in kept if uses[name] > own[name]), "")


def _uses(nodes: list[Any]) -> Counter[str]:
    """How often signals are named; a port's own connection to the outside counts as one use."""
    names = Counter(str(node.symbol.hierarchicalPath) for node in nodes if kind_of(node) == "NamedValue")
    names.update(str(n.internalSymbol.hierarchicalPath) for n in nodes if kind_of(n) == "Port" and n.internalSymbol)
    return names


def _targets(statement: Any) -> _Targets:
    kind = kind_of(statement)
    if kind == "Block":
        return _targets(statement.body)
    if kind == "List":
        sum_of = _Targets()
        for item in statement.list:
            sum_of = sum_of.then(_targets(item))
        return sum_of
    if kind == "Conditional":
        other = _targets(statement.ifFalse) if statement.ifFalse is not None else _Targets()
        return _joined([_targets(statement.ifTrue), other])
    if kind == "Case":
        return _case(statement)
    if kind in ("ForLoop", "RepeatLoop", "WhileLoop", "ForeachLoop"):
        return _targets(statement.body)
    nodes: list[Any] = []
    statement.visit(nodes.append)
    names = frozenset(filter(None, (_set_name(node.left) for node in nodes if kind_of(node) == "Assignment")))
    return _Targets(names, names)


def _joined(ways: list[_Targets]) -> _Targets:
    always = frozenset.intersection(*(way.always for way in ways))
    return _Targets(frozenset().union(*(way.some for way in ways)), always)


def _case(statement: Any) -> _Targets:
    """Without a default, a case is complete if it has as many choices as there are values."""
    ways = [_targets(item.stmt) for item in statement.items]
    choices = sum(len(item.expressions) for item in statement.items)
    if statement.defaultCase is not None:
        ways.append(_targets(statement.defaultCase))
    elif choices < 1 << min(_width(statement.expr), 16):
        ways.append(_Targets())
    return _joined(ways)


def _width(expression: Any) -> int:
    """Before it is widened to what it is compared with."""
    while kind_of(expression) == "Conversion":
        expression = expression.operand
    return int(expression.type.bitWidth)


def _set_name(target: Any) -> str:
    while hasattr(target, "value") and kind_of(target) != "NamedValue":
        target = target.value
    return str(target.symbol.hierarchicalPath) if kind_of(target) == "NamedValue" else ""
