"""What a case item matches: a value, or one with bits that do not count (`casez`, `casex`)."""

from collections.abc import Callable
from typing import Any

from resources.domains.chip_design.interpretation.constants import digits
from resources.domains.chip_design.interpretation.expressions import Compiler
from resources.domains.chip_design.interpretation.signals import UnmodelledError

_WILD = {"WildcardJustZ": "z", "WildcardXOrZ": "xz"}


def matcher(compiler: Compiler, node: Any, condition: str) -> Callable[[int], bool]:
    """`condition` is pyslang's name of the case's kind. A wildcard that only the value brings does not count."""
    if condition == "Inside":
        raise UnmodelledError("a case of ranges")
    if condition in _WILD:
        literal = _literal(node)
        if literal is not None and literal.hasUnknown:
            return _wild(digits(literal).rjust(int(node.type.bitWidth), "0"), _WILD[condition])
    item = compiler.expression(node)
    return lambda number: number == item()


def _literal(node: Any) -> Any:
    """The number that an item is, below its conversions; None where it is none."""
    while type(node).__name__ == "ConversionExpression":
        node = node.operand
    if type(node).__name__ == "IntegerLiteral":
        return node.value
    value = getattr(node.constant, "value", None) if node.constant is not None else None
    if value is None and type(getattr(node, "symbol", None)).__name__ == "ParameterSymbol":
        value = node.symbol.value.value
    return value if hasattr(value, "hasUnknown") else None


def _wild(text: str, letters: str) -> Callable[[int], bool]:
    counts = int("".join("0" if letter in letters else "1" for letter in text), 2)
    wanted = int("".join(letter if letter in "01" else "0" for letter in text), 2) & counts
    return lambda number: number & counts == wanted
