"""Equivalent rewrites of expressions: the text changes and the circuit does not."""

from collections.abc import Iterator

from resources.domains.chip_design.faults.ordinary.expressions import binary_expressions
from resources.domains.chip_design.language.source import Node, Source
from resources.domains.toolkit.rules import EQUIVALENT, Place, rule

_COMMUTATIVE = ("&", "|", "^", "+", "*", "&&", "||", "==", "!=")


@rule(EQUIVALENT, "The operands of a commutative operator change places.")
def operands_commuted(source: Source) -> Iterator[Place]:
    for node in binary_expressions(source):
        left, operator, right = node.children
        if operator.text in _COMMUTATIVE and _is_atom(left) and _is_atom(right):
            yield source.place(
                node, (source.replace(left, source.text(right)), source.replace(right, source.text(left)))
            )


def _is_atom(node: Node) -> bool:
    """Whether the node can stand on either side of any operator without parentheses."""
    return node.kind in (
        "IdentifierName", "IdentifierSelectName", "ParenthesizedExpression", "IntegerVectorExpression",
        "IntegerLiteralExpression", "ConcatenationExpression",
    )  # fmt: skip


@rule(EQUIVALENT, "A conjunction or disjunction is written by De Morgan's law.")
def de_morgan(source: Source) -> Iterator[Place]:
    for node in binary_expressions(source):
        left, operator, right = node.children
        dual = {"&&": "||", "||": "&&", "&": "|", "|": "&"}.get(operator.text)
        if dual is not None and _is_atom(left) and _is_atom(right):
            sign = "!" if len(operator.text) == 2 else "~"
            text = f"{sign}({sign}{source.text(left)} {dual} {sign}{source.text(right)})"
            yield source.place(node, (source.replace(node, text),))


@rule(EQUIVALENT, "A condition is negated twice.", is_noise=True)
def double_negation(source: Source) -> Iterator[Place]:
    for node in source.nodes("ConditionalPredicate"):
        yield source.place(node, (source.replace(node, f"!(!({source.text(node)}))"),))


@rule(EQUIVALENT, "A conditional expression is written with the inverted condition and swapped values.")
def ternary_inverted(source: Source) -> Iterator[Place]:
    for node in source.nodes("ConditionalExpression"):
        predicate = node.child("ConditionalPredicate")
        arms = [child for child in node.children if not child.is_token][-2:]
        if predicate is not None and len(arms) == 2 and all(_is_atom(arm) for arm in arms):
            changes = (
                source.replace(predicate, f"!({source.text(predicate)})"),
                source.replace(arms[0], source.text(arms[1])),
                source.replace(arms[1], source.text(arms[0])),
            )
            yield source.place(node, changes)


@rule(EQUIVALENT, "A sized constant is written in another radix.")
def constant_radix_changed(source: Source) -> Iterator[Place]:
    for node in source.nodes("IntegerVectorExpression"):
        value = _value(node)
        if value is None:
            continue
        size, base = node.children[0].text, node.children[1].text.lower()
        width = int(size)
        for other, digits in (("h", f"{value:X}"), ("d", str(value)), ("b", f"{value:0{min(width, 16)}b}")):
            if other != base[-1] and (other != "b" or width <= 16):
                yield source.place(node, (source.replace(node, f"{size}'{other}{digits}"),))


def _value(node: Node) -> int | None:
    """The value of an unsigned sized literal of known digits; None for all others."""
    if len(node.children) != 3 or not node.children[0].text.isdigit():
        return None
    radix = {"'d": 10, "'b": 2, "'h": 16, "'o": 8}.get(node.children[1].text.lower())
    try:
        value = int(node.children[2].text.replace("_", ""), radix) if radix else None
    except ValueError:
        return None
    width = int(node.children[0].text)
    return value if value is not None and 0 < width <= 1024 and value < 1 << width else None


@rule(EQUIVALENT, "Redundant parentheses are put around an expression.", is_noise=True)
def parentheses_added(source: Source) -> Iterator[Place]:
    for node in binary_expressions(source):
        parent = node.parent
        if (
            parent is not None
            and parent.kind != "ParenthesizedExpression"
            and not parent.kind.endswith("EventExpression")
        ):
            if parent.kind in ("ForLoopStatement", "LoopGenerate", "SimpleSequenceExpr", "SimpleRangeSelect"):
                continue
            yield source.place(node, (source.insert(node.start, "("), source.insert(node.end, ")")))


@rule(EQUIVALENT, "A comparison with one is spelt out, or turned round.")
def comparison_mirrored(source: Source) -> Iterator[Place]:
    mirrored = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
    for node in binary_expressions(source):
        left, operator, right = node.children
        loop = node.parent is not None and node.parent.kind in ("ForLoopStatement", "LoopGenerate")
        if operator.text in mirrored and _is_atom(left) and _is_atom(right) and not loop:
            text = f"{source.text(right)} {mirrored[operator.text]} {source.text(left)}"
            yield source.place(node, (source.replace(node, text),))


@rule(EQUIVALENT, "An inequality is written as a negated equality.", is_noise=True)
def inequality_negated(source: Source) -> Iterator[Place]:
    for node in source.nodes("InequalityExpression", "EqualityExpression"):
        left, operator, right = node.children if len(node.children) == 3 else (node, node, node)
        other = {"==": "!=", "!=": "=="}.get(operator.text)
        if other is not None and _is_atom(left) and _is_atom(right):
            yield source.place(node, (source.replace(node, f"!({source.text(left)} {other} {source.text(right)})"),))
