"""Faults of category "semantics and logic" that lie in which value is taken: constants, bits, signals."""

import itertools
import re
from collections.abc import Iterator

from resources.domains.chip_design.faults.ordinary import SEMANTICS
from resources.domains.chip_design.faults.ordinary.signals import is_target, modules_of
from resources.domains.chip_design.language.source import Node, Source
from resources.domains.toolkit.rules import Place, rule

_NEAREST = 2
"""How many other signals stand in for one: more would only repeat the same fault."""


@rule(SEMANTICS, "A constant has another value.")
def wrong_constant(source: Source) -> Iterator[Place]:
    for node in source.nodes("IntegerVectorExpression", "IntegerLiteralExpression"):
        inside = node.ancestor("VariableDimension", "ElementSelect", "ParameterDeclaration", "ForLoopStatement")
        digits = node.children[-1] if node.children else node
        if inside is None and re.fullmatch(r"[0-9a-fA-F]+", digits.text):
            yield source.place(node, (source.replace(digits, _other_digit(digits.text)),))


def _other_digit(digits: str) -> str:
    """The same number of digits with the last one changed to a digit of every base."""
    return digits[:-1] + ("0" if digits[-1] == "1" else "1")


@rule(SEMANTICS, "The wrong bit of a vector is selected.")
def wrong_bit_index(source: Source) -> Iterator[Place]:
    for node in source.nodes("BitSelect"):
        text = source.text(node)
        for wrong in _near(text) if text.isdigit() else (f"{text} + 1", f"{text} - 1"):
            yield source.place(node, (source.replace(node, wrong),))


@rule(SEMANTICS, "A part select begins or ends at the wrong bit.")
def wrong_slice(source: Source) -> Iterator[Place]:
    for node in source.nodes("SimpleRangeSelect"):
        if node.ancestor("ElementSelect") is None:
            continue
        for bound in (node.children[0], node.children[-1]):
            for wrong in _near(source.text(bound)) if source.text(bound).isdigit() else ():
                yield source.place(node, (source.replace(bound, wrong),))


def _near(number: str) -> tuple[str, ...]:
    value = int(number)
    return (str(value + 1), str(value - 1)) if value else (str(value + 1),)


@rule(SEMANTICS, "Another signal of the same width is read.")
def wrong_signal(source: Source) -> Iterator[Place]:
    for signals in modules_of(source):
        for node in source.nodes("IdentifierName"):
            inside = node.ancestor("SignalEventExpression", "VariableDimension", "ParameterDeclaration", "BitSelect")
            if inside is not None or is_target(node) or node.ancestor("ModuleDeclaration") is not signals.module:
                continue
            for other in signals.alike(source.text(node))[:_NEAREST]:
                yield source.place(node, (source.replace(node, other.name),))


@rule(SEMANTICS, "Two members of a concatenation are swapped.")
def concatenation_swapped(source: Source) -> Iterator[Place]:
    for node in source.nodes("ConcatenationExpression"):
        members = [child for child in node.children if not child.is_token and child.whole]
        for left, right in itertools.pairwise(members):
            yield source.place(
                node, (source.replace(left, source.text(right)), source.replace(right, source.text(left)))
            )


@rule(SEMANTICS, "The result goes to a target that another statement assigns.")
def targets_swapped(source: Source) -> Iterator[Place]:
    for block in source.nodes("SequentialBlockStatement"):
        targets = [target for child in block.children for target in _targets(child)]
        for left, right in itertools.pairwise(targets):
            if left.whole and right.whole and source.text(left) != source.text(right):
                yield source.place(
                    block, (source.replace(left, source.text(right)), source.replace(right, source.text(left)))
                )


def _targets(statement: Node) -> list[Node]:
    if statement.kind != "ExpressionStatement" or not statement.children[0].children:
        return []
    assignment = statement.children[0]
    assigns = assignment.kind in ("AssignmentExpression", "NonblockingAssignmentExpression")
    return [assignment.children[0]] if assigns else []


@rule(SEMANTICS, "A reduction uses the wrong operator.")
def reduction_swapped(source: Source) -> Iterator[Place]:
    other = {"&": "|", "|": "&", "^": "|", "~&": "~|", "~|": "~&", "~^": "^"}
    for node in source.nodes("UnaryBitwiseAndExpression", "UnaryBitwiseOrExpression", "UnaryBitwiseXorExpression"):
        operator = node.children[0]
        if operator.text in other:
            yield source.place(node, (source.replace(operator, other[operator.text]),))
