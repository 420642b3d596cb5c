"""Assignments: at once or postponed, to a place or a concatenation of places, counting up and down."""

from typing import Any

from resources.domains.chip_design.interpretation.control import ON, Statement, passed
from resources.domains.chip_design.interpretation.expressions import Compiler
from resources.domains.chip_design.interpretation.places import Writer, concatenated, place, reader, writer
from resources.domains.chip_design.interpretation.signals import Code

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
    found = place(compiler.signals, node, compiler.expression)
    written.add(found.slot)
    return writer(compiler.signals, found)


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
