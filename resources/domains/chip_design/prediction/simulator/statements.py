"""Statements of pyslang's elaborated tree, and calls of a design's own functions, compiled to functions.

A statement's function says how it ended: it goes on, or leaves a loop, an iteration or a function.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from resources.domains.chip_design.prediction.simulator.expressions import Compiler, either, matcher
from resources.domains.chip_design.prediction.simulator.signals import (
    Code,
    Signals,
    Writer,
    concatenated,
    place,
    reader,
    writer,
)
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

ON, BREAK, CONTINUE, RETURN = range(4)
Statement = Callable[[], int]
"""Runs and says how it ended."""


def passed() -> int:
    """The statement that does nothing."""
    return ON


def sequence(statements: Sequence[Statement]) -> Statement:
    if len(statements) < 2:
        return statements[0] if statements else passed

    def run() -> int:
        for item in statements:
            ended = item()
            if ended:
                return ended
        return ON

    return run


def loop(signals: Signals, started: Statement, condition: Code, body: Statement, step: Statement) -> Statement:
    def run() -> int:
        started()
        while condition():
            signals.budget.take(3)
            ended = body()
            if ended == BREAK:
                return ON
            if ended == RETURN:
                return RETURN
            step()
        return ON

    return run


def repeated(signals: Signals, count: Code, body: Statement) -> Statement:
    def run() -> int:
        for _ in range(count()):
            signals.budget.take(3)
            ended = body()
            if ended in (BREAK, RETURN):
                return ON if ended == BREAK else RETURN
        return ON

    return run


COUNTING = ("Preincrement", "Postincrement", "Predecrement", "Postdecrement")


def assigned(compiler: Compiler, node: Any, is_nonblocking: bool) -> Statement:
    """An AssignmentExpression. Delays within one are passed over."""
    where, put = target(compiler, node.left, compiler.postpones if is_nonblocking else compiler.writes)
    before = compiler.target
    if node.isCompound:
        compiler.target = reader(compiler.signals, place(compiler.signals, node.left, compiler.expression))
    value = compiler.expression(node.right)
    compiler.target = before
    postponed = compiler.signals.postponed

    def assign() -> int:
        put(where(), value())
        return ON

    def postpone() -> int:
        postponed.append((put, where(), value()))
        return ON

    return postpone if is_nonblocking else assign


def target(compiler: Compiler, node: Any, written: set[int]) -> Writer:
    """What puts a value where `node` says, a concatenation too. The slots are added to `written`."""
    if type(node).__name__ == "ConcatenationExpression":
        return concatenated([(target(compiler, item, written), int(item.type.bitWidth)) for item in node.operands])
    assigned_place = place(compiler.signals, node, compiler.expression)
    written.add(assigned_place.slot)
    return writer(compiler.signals, assigned_place)


def counted(compiler: Compiler, node: Any) -> Statement:
    where, put = target(compiler, node.operand, compiler.writes)
    value, step = compiler.expression(node.operand), 1 if "increment" in node.op.name else -1

    def run() -> int:
        put(where(), value() + step)
        return ON

    return run


def initialised(compiler: Compiler, symbol: Any) -> Statement:
    """A variable's own initial value, given where its declaration stands."""
    slot = compiler.signals.slot(symbol)
    return passed if symbol.initializer is None else stored(compiler, slot, compiler.expression(symbol.initializer))


def stored(compiler: Compiler, slot: int, value: Code) -> Statement:
    """The whole signal takes a value."""
    signals = compiler.signals
    compiler.writes.add(slot)

    def run() -> int:
        signals.store(slot, value())
        return ON

    return run


_MAXIMUM_CALLS = 16
_SILENT = ("$display", "$write", "$monitor", "$strobe", "$dumpfile", "$dumpvars", "$error", "$warning", "$info")


def statement(compiler: Compiler, node: Any) -> Statement:
    """Raises UnsupportedConstruct."""
    compile_kind = _KINDS.get(type(node).__name__)
    if compile_kind is None:
        raise UnsupportedConstruct(f"a statement of kind {type(node).__name__}")
    return compile_kind(compiler, node)


def call(compiler: Compiler, node: Any) -> Code:
    """A call of the design's own function or task, whose variables all its calls share."""
    routine = node.subroutine
    if len(compiler.calls) >= _MAXIMUM_CALLS or routine in compiler.calls:
        raise UnsupportedConstruct("calls nested too deeply")
    if any(argument.direction.name != "In" for argument in routine.arguments):
        raise UnsupportedConstruct("an argument that is no input")
    given = [compiler.expression(item) for item in node.arguments]
    slots = [compiler.signals.slot(argument) for argument in routine.arguments]
    compiler.calls.append(routine)
    body = statement(compiler, routine.body)
    compiler.calls.pop()
    signals, result = compiler.signals, routine.returnValVar
    answer = None if result is None or not result.type.isIntegral else signals.slot(result)

    def run() -> int:
        signals.budget.take(5)
        for slot, value in zip(slots, [item() for item in given], strict=True):
            signals.values[slot] = value
        body()
        return signals.values[answer] if answer is not None else 0

    return run


def _expression(compiler: Compiler, node: Any) -> Statement:
    inner, kind = node.expr, type(node.expr).__name__
    if kind == "AssignmentExpression":
        return assigned(compiler, inner, bool(inner.isNonBlocking))
    if kind == "UnaryExpression" and inner.op.name in COUNTING:
        return counted(compiler, inner)
    if kind == "CallExpression" and inner.isSystemCall and inner.subroutineName in _SILENT:
        return passed
    if kind == "CallExpression" and not inner.isSystemCall:
        run = call(compiler, inner)
        return lambda: run() & 0
    raise UnsupportedConstruct(f"a statement of {kind}")


def _conditional(compiler: Compiler, node: Any) -> Statement:
    if len(node.conditions) != 1 or node.conditions[0].pattern is not None:
        raise UnsupportedConstruct("a pattern")
    condition = compiler.expression(node.conditions[0].expr)
    one = statement(compiler, node.ifTrue)
    two = statement(compiler, node.ifFalse) if node.ifFalse is not None else passed
    return either(compiler.signals, condition, one, two)


def _case(compiler: Compiler, node: Any) -> Statement:
    value = compiler.expression(node.expr)
    kind = str(node.condition.name)
    items = [
        (matcher(compiler, expression, kind), statement(compiler, item.stmt))
        for item in node.items
        for expression in item.expressions
    ]
    default = statement(compiler, node.defaultCase) if node.defaultCase is not None else passed
    take, ways = compiler.signals.taken.add, compiler.signals.ways(len(items) + 1)
    known = list(zip(ways, items, strict=False))

    def run() -> int:
        number = value()
        for way, (matches, body) in known:
            if matches(number):
                take(way)
                return body()
        take(ways[-1])
        return default()

    return run


def _for(compiler: Compiler, node: Any) -> Statement:
    started = [initialised(compiler, item) for item in node.loopVars]
    started += [assigned(compiler, item, False) for item in node.initializers]
    condition = compiler.expression(node.stopExpr) if node.stopExpr is not None else lambda: 1
    body = statement(compiler, node.body)
    steps = [_step(compiler, item) for item in node.steps]
    return loop(compiler.signals, sequence(started), condition, body, sequence(steps))


def _step(compiler: Compiler, node: Any) -> Statement:
    return assigned(compiler, node, False) if type(node).__name__ == "AssignmentExpression" else counted(compiler, node)


def _while(compiler: Compiler, node: Any) -> Statement:
    return loop(compiler.signals, passed, compiler.expression(node.cond), statement(compiler, node.body), passed)


def _repeat(compiler: Compiler, node: Any) -> Statement:
    return repeated(compiler.signals, compiler.expression(node.count), statement(compiler, node.body))


def _return(compiler: Compiler, node: Any) -> Statement:
    if node.expr is None:
        return lambda: RETURN
    slot = compiler.signals.slot(compiler.calls[-1].returnValVar) if compiler.calls else None
    value, signals = compiler.expression(node.expr), compiler.signals
    if slot is None:
        raise UnsupportedConstruct("a return outside a function")

    def run() -> int:
        signals.values[slot] = value()
        return RETURN

    return run


_KINDS: Mapping[str, Callable[[Compiler, Any], Statement]] = {
    "StatementList": lambda compiler, node: sequence([statement(compiler, item) for item in node.list]),
    "BlockStatement": lambda compiler, node: statement(compiler, node.body),
    "ExpressionStatement": _expression,
    "ConditionalStatement": _conditional,
    "CaseStatement": _case,
    "ForLoopStatement": _for,
    "WhileLoopStatement": _while,
    "RepeatLoopStatement": _repeat,
    "VariableDeclStatement": lambda compiler, node: initialised(compiler, node.symbol),
    "ReturnStatement": _return,
    "BreakStatement": lambda *_: lambda: BREAK,
    "ContinueStatement": lambda *_: lambda: CONTINUE,
    "EmptyStatement": lambda *_: passed,
}
