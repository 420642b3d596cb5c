"""Statements of pyslang's elaborated tree, and calls of a design's own functions, compiled to functions."""

from collections.abc import Callable, Mapping
from typing import Any

from resources.domains.chip_design.interpretation.assignments import COUNTING, assigned, counted, initialised
from resources.domains.chip_design.interpretation.case_items import matcher
from resources.domains.chip_design.interpretation.control import (
    BREAK,
    CONTINUE,
    RETURN,
    Statement,
    either,
    loop,
    passed,
    repeated,
    sequence,
)
from resources.domains.chip_design.interpretation.expressions import Compiler
from resources.domains.chip_design.interpretation.signals import Code, UnmodelledError

_MAXIMUM_CALLS = 16
_SILENT = ("$display", "$write", "$monitor", "$strobe", "$dumpfile", "$dumpvars", "$error", "$warning", "$info")


def statement(compiler: Compiler, node: Any) -> Statement:
    """Raises UnmodelledError."""
    compile_kind = _KINDS.get(type(node).__name__)
    if compile_kind is None:
        raise UnmodelledError(f"a statement of kind {type(node).__name__}")
    return compile_kind(compiler, node)


def call(compiler: Compiler, node: Any) -> Code:
    """A call of the design's own function or task, whose variables all its calls share."""
    routine = node.subroutine
    if len(compiler.calls) >= _MAXIMUM_CALLS or routine in compiler.calls:
        raise UnmodelledError("calls nested too deeply")
    if any(argument.direction.name != "In" for argument in routine.arguments):
        raise UnmodelledError("an argument that is no input")
    given = [compiler.expression(item) for item in node.arguments]
    slots = [compiler.signals.slot(argument) for argument in routine.arguments]
    compiler.calls.append(routine)
    body = statement(compiler, routine.body)
    compiler.calls.pop()
    signals, result = compiler.signals, routine.returnValVar
    answer = None if result is None or not result.type.isIntegral else signals.slot(result)

    def run() -> int:
        signals.spend(5)
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
    raise UnmodelledError(f"a statement of {kind}")


def _conditional(compiler: Compiler, node: Any) -> Statement:
    if len(node.conditions) != 1 or node.conditions[0].pattern is not None:
        raise UnmodelledError("a pattern")
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
        raise UnmodelledError("a return outside a function")

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
