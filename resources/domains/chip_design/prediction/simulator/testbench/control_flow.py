"""What each kind of statement becomes: branches, loops, waits and declarations, as lines that a writer collects.

The writer itself, and what assignments, calls and blocks need of it, is `statements`.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from resources.domains.chip_design.prediction.simulator.operators import digits
from resources.domains.chip_design.prediction.simulator.testbench.expressions import COUNTING
from resources.domains.chip_design.prediction.simulator.testbench.kernel import Watch
from resources.domains.chip_design.prediction.simulator.testbench.signals import shape_of
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

if TYPE_CHECKING:
    from resources.domains.chip_design.prediction.simulator.testbench.statements import StatementWriter


def initialised(writer: "StatementWriter", symbol: Any) -> None:
    """A variable's own initial value, given where its declaration stands: at each passage if it is automatic."""
    slot = writer.program.signals.slot(symbol)
    if symbol.initializer is not None:
        writer.emit(f"put({slot}, {writer.expression(symbol.initializer)})")
    elif str(symbol.lifetime.name) == "Automatic":
        writer.emit(f"put({slot}, {shape_of(symbol.type).initial()!r})" if not shape_of(symbol.type).has_x else "pass")


def _expression(writer: "StatementWriter", node: Any) -> None:
    inner, kind = node.expr, type(node.expr).__name__
    writer.cost += 1
    if kind == "ConversionExpression" and type(inner.operand).__name__ == "CallExpression":
        inner, kind = inner.operand, "CallExpression"
    if kind == "AssignmentExpression":
        writer.assign(inner)
    elif kind == "UnaryExpression" and inner.op.name in COUNTING:
        sign, mask = COUNTING[inner.op.name], (1 << int(inner.type.bitWidth)) - 1
        writer.store(inner.operand, f"(({writer.expression(inner.operand)} {sign} 1) & {mask})")
    elif kind == "CallExpression" and inner.isSystemCall:
        writer.program.system.statement(writer, inner, writer.program.unit)
    elif kind == "CallExpression":
        writer.call(inner)
    else:
        raise UnsupportedConstruct(f"a statement of {kind}")


def _conditional(writer: "StatementWriter", node: Any) -> None:
    if len(node.conditions) != 1 or node.conditions[0].pattern is not None:
        raise UnsupportedConstruct("a pattern")
    with writer.block(f"if {writer.expressions.condition(node.conditions[0].expr)}:"):
        writer.statement(node.ifTrue)
    if node.ifFalse is not None:
        with writer.block("else:"):
            writer.statement(node.ifFalse)


def _case(writer: "StatementWriter", node: Any) -> None:
    name, kind = writer.program.fresh("s"), str(node.condition.name)
    writer.emit(f"{name} = {writer.expression(node.expr)}")
    word = "if"
    for item in node.items:
        tests = " or ".join(_matched(writer, name, expression, kind) for expression in item.expressions)
        with writer.block(f"{word} {tests}:"):
            writer.statement(item.stmt)
        word = "elif"
    if node.defaultCase is not None:
        with writer.block("else:" if word == "elif" else "if True:"):
            writer.statement(node.defaultCase)


def _matched(writer: "StatementWriter", name: str, node: Any, kind: str) -> str:
    if kind == "Normal":
        text = writer.expression(node)
        return f"same({name}, {text})"
    if kind == "Inside":
        raise UnsupportedConstruct("a case of ranges")
    value, open_bits = wildcards(writer, node)
    return f"matches({name}, {value}, {open_bits}, {kind == 'WildcardXOrZ'})"


def wildcards(writer: "StatementWriter", node: Any) -> tuple[str, int]:
    """A case item and the bits that it leaves open with ? or z."""
    inner = node
    while type(inner).__name__ == "ConversionExpression":
        inner = inner.operand
    width = int(node.type.bitWidth)
    if type(inner).__name__ in ("IntegerLiteral", "UnbasedUnsizedIntegerLiteral"):
        text = digits(inner.value)
        text = text.rjust(width, text[0] if text[0] in "xz" else "0")[-width:]
        return writer.expression(node), int("".join("1" if digit == "z" else "0" for digit in text), 2)
    return writer.expression(node), 0


def _for(writer: "StatementWriter", node: Any) -> None:
    for item in node.loopVars:
        initialised(writer, item)
    for item in node.initializers:
        writer.assign(item)
    condition = writer.expressions.condition(node.stopExpr) if node.stopExpr is not None else "True"
    steps = writer.captured(lambda: _steps(writer, node.steps))
    with writer.loop(f"while {condition}:", steps):
        writer.statement(node.body)
        for line in steps:
            writer.emit(line)


def _steps(writer: "StatementWriter", nodes: Any) -> None:
    for node in nodes:
        _step(writer, node)


def _step(writer: "StatementWriter", node: Any) -> None:
    if type(node).__name__ == "AssignmentExpression":
        writer.assign(node)
        return
    sign, mask = COUNTING[node.op.name], (1 << int(node.type.bitWidth)) - 1
    writer.store(node.operand, f"(({writer.expression(node.operand)} {sign} 1) & {mask})")


def _while(writer: "StatementWriter", node: Any) -> None:
    with writer.loop(f"while {writer.expressions.condition(node.cond)}:", []):
        writer.statement(node.body)


def _do(writer: "StatementWriter", node: Any) -> None:
    with writer.loop("while True:", [f"if not {writer.expressions.condition(node.cond)}: break"]):
        writer.statement(node.body)
        writer.emit(f"if not {writer.expressions.condition(node.cond)}: break")


def _forever(writer: "StatementWriter", node: Any) -> None:
    with writer.loop("while True:", []):
        writer.statement(node.body)


def _repeat(writer: "StatementWriter", node: Any) -> None:
    with writer.loop(f"for _ in range(known({_count(writer, node.count)})):", []):
        writer.statement(node.body)


def _count(writer: "StatementWriter", node: Any) -> str:
    text = writer.expression(node)
    return f"signed({text}, {int(node.type.bitWidth)})" if node.type.isSigned else text


def _timed(writer: "StatementWriter", node: Any) -> None:
    if type(node.timing).__name__ == "ImplicitEventControl":
        reads = writer.program.reads_of_statement(node.stmt)
        writer.emit(f"yield {writer.watched(tuple(Watch(slot) for slot in sorted(reads)))}")
    else:
        writer.wait(node.timing)
    writer.statement(node.stmt)


def _wait(writer: "StatementWriter", node: Any) -> None:
    condition = writer.expressions.condition(node.cond)
    watches = tuple(Watch(slot) for slot in sorted(writer.reads_of(node.cond)))
    with writer.block(f"while not {condition}:"):
        writer.emit("step()")
        writer.emit(f"yield {writer.watched(watches)}")
    writer.statement(node.stmt)


def _trigger(writer: "StatementWriter", node: Any) -> None:
    place = writer.expressions.places.place(node.target)
    if place is None or not place.is_whole:
        raise UnsupportedConstruct("an event of another kind")
    writer.emit(f"put({place.slot}, v[{place.slot}] + 1)")


def _declared(writer: "StatementWriter", node: Any) -> None:
    initialised(writer, node.symbol)


def _listed(writer: "StatementWriter", node: Any) -> None:
    for item in node.list:
        writer.statement(item)


WRITERS: Mapping[str, Callable[["StatementWriter", Any], None]] = {
    "StatementList": _listed,
    "BlockStatement": lambda writer, node: writer.in_block(node),
    "ExpressionStatement": _expression,
    "ConditionalStatement": _conditional,
    "CaseStatement": _case,
    "ForLoopStatement": _for,
    "WhileLoopStatement": _while,
    "DoWhileLoopStatement": _do,
    "ForeverLoopStatement": _forever,
    "RepeatLoopStatement": _repeat,
    "TimedStatement": _timed,
    "WaitStatement": _wait,
    "EventTriggerStatement": _trigger,
    "VariableDeclStatement": _declared,
    "ReturnStatement": lambda writer, node: writer.returned(node),
    "BreakStatement": lambda writer, _: writer.leave("break"),
    "ContinueStatement": lambda writer, _: writer.leave("continue"),
    "DisableStatement": lambda writer, node: writer.disable(node),
    "EmptyStatement": lambda *_: None,
}
