"""Expressions as Icarus prints them in its errors: "(a)&&(b['sd15])". What it says of them is `foreseen_names`."""

import re
from collections.abc import Iterator
from typing import Any

from resources.domains.chip_design.syntax import is_token, kind_of, plain

_DIGITS = {"h": 16, "d": 10, "o": 8, "b": 2}


def printed(node: Any) -> str:
    """`node` in Icarus's form; as it stands where this module does not know its kind."""
    kind = kind_of(node)
    if kind == "IdentifierSelectName":
        return f"{node.identifier.valueText}{''.join(map(_selector, node.selectors))}"
    if kind in ("IntegerLiteralExpression", "IntegerVectorExpression"):
        return _number(plain(node).replace(" ", ""))
    if kind in ("ParenthesizedExpression", "SimplePropertyExpr", "SimpleSequenceExpr"):
        return printed(node.expression if kind == "ParenthesizedExpression" else node.expr)
    if kind == "ConditionalExpression":
        condition = node.predicate.conditions[0].expr
        return f"({printed(condition)})?({printed(node.left)}):({printed(node.right)})"
    if kind == "ConcatenationExpression":
        return f"{{{', '.join(map(printed, parts(node.expressions)))}}}"
    if kind == "MultipleConcatenationExpression":
        return f"{{{printed(node.expression)}{printed(node.concatenation)}}}"
    if hasattr(node, "operatorToken") and hasattr(node, "left"):
        return f"({printed(node.left)}){node.operatorToken.rawText}({printed(node.right)})"
    if hasattr(node, "operatorToken") and hasattr(node, "operand"):
        return f"{node.operatorToken.rawText}({printed(node.operand)})"
    return plain(node)


def parts(items: Any) -> Iterator[Any]:
    """The nodes of a separated list."""
    return (item for item in items if not is_token(item))


def _selector(node: Any) -> str:
    selector = node.selector
    if selector is None:
        return "[]"
    if kind_of(selector) == "BitSelect":
        return f"[{printed(selector.expr)}]"
    return f"[{printed(selector.left)}{selector.range.rawText}{printed(selector.right)}]"


def _number(text: str) -> str:
    """Plain numbers are signed to Icarus, sized ones are printed in decimal."""
    if text.isdigit():
        return f"'sd{text}"
    match = re.fullmatch(r"(\d+)'([hdob])([0-9a-f_]+)", text.lower())
    if match is None:
        return text
    try:
        return f"{match.group(1)}'d{int(match.group(3), _DIGITS[match.group(2)])}"
    except ValueError:
        return text
