"""Faults of category "timing and FSM" that lie in branches: cases, transitions, enables, counters, loops."""

import itertools
from collections.abc import Iterator

from resources.domains.chip_design.faults.ordinary import TIMING
from resources.domains.chip_design.faults.ordinary.signals import modules_of
from resources.domains.chip_design.language.source import ASSIGNMENTS, PROCEDURES, Node, Source
from resources.domains.toolkit.rules import Place, rule

_COMPARISONS = ("EqualityExpression", "LessThanExpression", "GreaterThanEqualExpression", "GreaterThanExpression")


@rule(TIMING, "A combinational signal feeds back into its own equation.")
def combinational_loop(source: Source) -> Iterator[Place]:
    for node in source.nodes("AssignmentExpression"):
        target, value = node.children[0], node.children[-1]
        inside = node.parent is not None and node.parent.kind == "ContinuousAssign"
        if inside and target.kind == "IdentifierName" and target.whole and value.whole:
            name = source.text(target)
            for text in (f"{name} | ({source.text(value)})", f"({source.text(value)}) ^ {name}"):
                yield source.place(node, (source.replace(value, text),))


@rule(TIMING, "A case statement has no default.")
def missing_default(source: Source) -> Iterator[Place]:
    for node in source.nodes("DefaultCaseItem"):
        yield source.place(node, (source.remove(node.start, node.end),))


@rule(TIMING, "An if of a block lacks its else branch.")
def missing_else(source: Source) -> Iterator[Place]:
    for node in source.nodes("ElseClause"):
        if node.ancestor(*PROCEDURES) is not None:
            yield source.place(node, (source.remove(node.start, node.end),))


@rule(TIMING, "An assignment is missing, so that its signal is left alone there.")
def default_assignment_dropped(source: Source) -> Iterator[Place]:
    for block in source.nodes("SequentialBlockStatement"):
        statements = [child for child in block.children if not child.is_token]
        for left, right in itertools.pairwise(statements):
            branches = right.kind in ("CaseStatement", "ConditionalStatement", "ExpressionStatement")
            if left.kind == "ExpressionStatement" and left.whole and branches:
                yield source.place(left, (source.remove(left.start, left.end),))


@rule(TIMING, "One arm of a case statement is missing.")
def missing_case_arm(source: Source) -> Iterator[Place]:
    for node in source.nodes("StandardCaseItem"):
        yield source.place(node, (source.remove(node.start, node.end),))


@rule(TIMING, "Two labels of a case statement are swapped.")
def case_labels_swapped(source: Source) -> Iterator[Place]:
    for case in source.nodes("CaseStatement"):
        labels = [item.children[0] for item in case.children if item.kind == "StandardCaseItem"]
        for left, right in itertools.pairwise(labels):
            if left.whole and right.whole:
                yield source.place(
                    left, (source.replace(left, source.text(right)), source.replace(right, source.text(left)))
                )


@rule(TIMING, "A transition goes to the wrong state, or a constant of the same kind stands for another.")
def state_transition_swapped(source: Source) -> Iterator[Place]:
    constants = {
        signal.name: signals
        for signals in modules_of(source)
        for signal in signals.table.values()
        if signal.is_parameter
    }
    for node in source.nodes("IdentifierName"):
        signals = constants.get(source.text(node))
        assignment = node.ancestor(*ASSIGNMENTS)
        if signals is None or assignment is None or assignment.children[0] is node:
            continue
        others = [signal.name for signal in signals.alike(source.text(node))]
        for other in others[:3]:
            yield source.place(node, (source.replace(node, other),))


@rule(TIMING, "A counter is compared with a value that is off by one.")
def off_by_one_compare(source: Source) -> Iterator[Place]:
    for node in source.nodes(*_COMPARISONS):
        right = node.children[-1]
        number = right.children[-1] if right.children else right
        if right.kind.startswith("Integer") and number.whole and number.text.isdigit() and _is_decimal(right):
            value = int(number.text)
            for wrong in (value + 1, value - 1)[: 2 if value else 1]:
                yield source.place(node, (source.replace(number, str(wrong)),))


def _is_decimal(literal: Node) -> bool:
    base = literal.child("IntegerBase")
    return base is None or base.text.lower().endswith("d")


@rule(TIMING, "The condition of an enable is dropped.")
def enable_dropped(source: Source) -> Iterator[Place]:
    for node in source.nodes("ConditionalStatement"):
        predicate, in_else = node.child("ConditionalPredicate"), node.parent and node.parent.kind == "ElseClause"
        if in_else and predicate is not None and predicate.whole and node.child("ElseClause") is None:
            yield source.place(node, (source.replace(predicate, "1'b1"),))


@rule(TIMING, "Two branches of an if chain are tested in the wrong order of priority.")
def priority_swapped(source: Source) -> Iterator[Place]:
    for node in source.nodes("ConditionalStatement"):
        clause = node.child("ElseClause")
        inner = clause.child("ConditionalStatement") if clause is not None else None
        if inner is None:
            continue
        pairs = [(item.child("ConditionalPredicate"), _body(item)) for item in (node, inner)]
        (left, left_body), (right, right_body) = pairs
        nodes = (left, right, left_body, right_body)
        if left and right and left_body and right_body and all(item.whole for item in nodes if item):
            moves = ((left, right), (right, left), (left_body, right_body), (right_body, left_body))
            yield source.place(node, tuple(source.replace(old, source.text(new)) for old, new in moves))


def _body(statement: Node) -> Node | None:
    return next((child for child in statement.children if child.kind.endswith("Statement")), None)


@rule(TIMING, "A loop's index does not advance.")
def loop_never_ends(source: Source) -> Iterator[Place]:
    for node in source.nodes("ForLoopStatement", "LoopGenerate"):
        for step in node.children:
            if step.kind == "AssignmentExpression" and step.children[-1].kind == "AddExpression":
                number = step.children[-1].children[-1]
                if source.text(number) == "1":
                    yield source.place(node, (source.replace(number, "0"),))


@rule(TIMING, "A loop visits one element too few or too many.")
def loop_bound_off_by_one(source: Source) -> Iterator[Place]:
    for node in source.nodes("ForLoopStatement", "LoopGenerate"):
        for condition in node.children:
            other = {"<": "<=", "<=": "<"}.get(condition.children[1].text) if len(condition.children) > 2 else None
            if other and condition.kind in ("LessThanExpression", "LessThanEqualExpression"):
                yield source.place(node, (source.replace(condition.children[1], other),))
