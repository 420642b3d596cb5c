"""Faults of category "semantics and logic" that lie in operators and terms."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from resources.domains.chip_design.faults.ordinary import SEMANTICS
from resources.domains.chip_design.language.source import ASSIGNMENTS, Node, Source
from resources.domains.toolkit.rules import Place, rule

ARITHMETIC = {"+": ("-",), "-": ("+",), "*": ("+",), "<<": (">>",), ">>": ("<<",), ">>>": (">>",), "<<<": (">>",)}
BITWISE = {"&": ("|", "^"), "|": ("&", "^"), "^": ("|", "&"), "~^": ("^",), "^~": ("^",)}
COMPARISON = {"<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="), "==": ("!=",), "!=": ("==",)}
LOGICAL = {"&&": ("||",), "||": ("&&",)}
CROSSED = {"&&": "&", "||": "|", "&": "&&", "|": "||"}


def operator_of(node: Node) -> Node | None:
    """The operator of a binary expression that is no assignment, else None."""
    if not node.kind.endswith("Expression") or node.kind in ASSIGNMENTS or len(node.children) != 3 or not node.whole:
        return None
    middle = node.children[1]
    return middle if middle.is_token and not node.children[0].is_token and not node.children[2].is_token else None


@lru_cache(maxsize=4)
def binary_expressions(source: Source) -> tuple[Node, ...]:
    """Binary expressions outside the ranges of declarations, in source order. Ten finders ask for them."""
    inside = ("VariableDimension", "ParameterDeclaration")
    return tuple(node for node in source.root.walk() if operator_of(node) is not None and not node.ancestor(*inside))


def _swap(source: Source, table: Mapping[str, tuple[str, ...]]) -> Iterator[Place]:
    for node in binary_expressions(source):
        for wrong in table.get(node.children[1].text, ()):
            yield source.place(node, (source.replace(node.children[1], wrong),))


@rule(SEMANTICS, "An arithmetic or shift operator is another one: plus for minus, left for right.")
def arithmetic_operator_swapped(source: Source) -> Iterator[Place]:
    yield from _swap(source, ARITHMETIC)


@rule(SEMANTICS, "A bitwise operator is another one: and for or, or for exclusive or.")
def bitwise_operator_swapped(source: Source) -> Iterator[Place]:
    yield from _swap(source, BITWISE)


@rule(SEMANTICS, "A comparison is another one: strict for non-strict, equal for unequal.")
def comparison_swapped(source: Source) -> Iterator[Place]:
    yield from _swap(source, COMPARISON)


@rule(SEMANTICS, "Two conditions are joined by and instead of or, or the reverse.")
def logical_operator_swapped(source: Source) -> Iterator[Place]:
    yield from _swap(source, LOGICAL)


@rule(SEMANTICS, "A logical operator stands where a bitwise one is meant, or the reverse.")
def logical_for_bitwise(source: Source) -> Iterator[Place]:
    for node in binary_expressions(source):
        if node.children[1].text in CROSSED:
            yield source.place(node, (source.replace(node.children[1], CROSSED[node.children[1].text]),))
    other = {"UnaryBitwiseNotExpression": "!", "UnaryLogicalNotExpression": "~"}
    for node in source.nodes(*other):
        yield source.place(node, (source.replace(node.children[0], other[node.kind]),))


@rule(SEMANTICS, "The operands of a non-commutative operator are swapped.")
def operands_swapped(source: Source) -> Iterator[Place]:
    for node in binary_expressions(source):
        left, operator, right = node.children
        if operator.text in ("-", "<<", ">>", ">>>", "<", ">", "<=", ">=", "/", "%"):
            yield source.place(
                node, (source.replace(left, source.text(right)), source.replace(right, source.text(left)))
            )


@rule(SEMANTICS, "A term of an expression is missing.")
def term_dropped(source: Source) -> Iterator[Place]:
    for node in binary_expressions(source):
        left, operator, right = node.children
        if operator.text in ("&", "|", "^", "&&", "||", "+", "-"):
            yield source.place(node, (source.remove_inline(left.end, right.end),))
            yield source.place(node, (source.remove_inline(left.start, right.start),))


@rule(SEMANTICS, "A condition is inverted.")
def condition_inverted(source: Source) -> Iterator[Place]:
    for node in source.nodes("ConditionalPredicate"):
        yield source.place(node, (source.replace(node, f"!({source.text(node)})"),))


@rule(SEMANTICS, "An inversion is missing.")
def inversion_dropped(source: Source) -> Iterator[Place]:
    for node in source.nodes("UnaryBitwiseNotExpression", "UnaryLogicalNotExpression"):
        yield source.place(node, (source.replace(node.children[0], ""),))


@rule(SEMANTICS, "The two values of a conditional expression are swapped.")
def ternary_arms_swapped(source: Source) -> Iterator[Place]:
    for node in source.nodes("ConditionalExpression"):
        arms = [child for child in node.children if not child.is_token][-2:]
        if len(arms) == 2:
            left, right = arms
            yield source.place(
                node, (source.replace(left, source.text(right)), source.replace(right, source.text(left)))
            )


@rule(SEMANTICS, "The carry or a reduction over several bits is lost: the target takes only part of the result.")
def carry_dropped(source: Source) -> Iterator[Place]:
    for node in source.nodes(*ASSIGNMENTS):
        target = node.children[0]
        if target.kind == "ConcatenationExpression" and target.whole:
            members = [child for child in target.children if not child.is_token]
            if len(members) > 1 and members[0].end > members[0].start:
                yield source.place(node, (source.replace(target, source.text(members[-1])),))
    for literal in source.nodes("IntegerVectorExpression"):
        text = source.text(literal)
        if text == "1'b0" and literal.parent is not None and literal.parent.kind == "ConcatenationExpression":
            yield source.place(literal, (source.replace(literal, "1'b1"),))
