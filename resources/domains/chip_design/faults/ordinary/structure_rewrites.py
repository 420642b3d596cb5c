"""Equivalent rewrites of statements, items and names: the text changes and the circuit does not."""

import re
from collections.abc import Iterator

from resources.domains.chip_design.faults.ordinary.signals import Signals, modules_of
from resources.domains.chip_design.language.source import ASSIGNMENTS, Node, Source
from resources.domains.toolkit.rules import EQUIVALENT, Place, rule

_EVENTS = re.compile(r"@\s*\(([^)]*)\)")
_SUFFIXES = ("_q", "_r", "_int", "_s")


@rule(EQUIVALENT, "A local signal or constant is renamed everywhere.")
def local_renamed(source: Source) -> Iterator[Place]:
    for signals in modules_of(source):
        for name, signal in signals.table.items():
            tokens = signals.uses.get(name, [])
            if signal.direction or len(signal.declarators) != 1 or not _only_plain_uses(source, name, tokens):
                continue
            for suffix in _SUFFIXES[:2] if not signal.is_parameter else ("_VALUE",):
                if f"{name}{suffix}" not in signals.uses:
                    changes = tuple(source.replace(token, f"{name}{suffix}") for token in tokens)
                    yield source.place(signal.declarators[0], changes)


def _only_plain_uses(source: Source, name: str, tokens: list[Node]) -> bool:
    """Whether the tokens are all there is of the name: none in a macro, connection or other module."""
    special = ("NamedPortConnection", "NamedParamAssignment", "ScopedName", "MemberAccessExpression", "ModuleHeader")
    if any(token.parent is None or token.parent.kind in special for token in tokens) or name.startswith("\\"):
        return False
    everywhere = sum(token.text == name for token in source.tokens if token.kind == "Identifier")
    quoted = sum(1 for _ in re.finditer(rf"\b{re.escape(name)}\b", _without_comments(source.code)))
    return everywhere == quoted == len(tokens)


def _without_comments(code: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\n])*\"", " ", code, flags=re.DOTALL)


@rule(EQUIVALENT, "Two neighbouring items of a module change places.")
def items_reordered(source: Source) -> Iterator[Place]:
    movable = ("ContinuousAssign", "AlwaysBlock", "AlwaysFFBlock", "AlwaysCombBlock")
    for module in source.nodes("ModuleDeclaration"):
        for left, right in zip(module.children, module.children[1:], strict=False):
            if left.kind in movable and right.kind in movable and left.whole and right.whole:
                yield source.place(
                    left, (source.replace(left, source.text(right)), source.replace(right, source.text(left)))
                )


@rule(EQUIVALENT, "Two independent assignments of a block change places.")
def statements_reordered(source: Source) -> Iterator[Place]:
    for block in source.nodes("SequentialBlockStatement"):
        for left, right in zip(block.children, block.children[1:], strict=False):
            if left.kind == right.kind == "ExpressionStatement" and left.whole and right.whole and _free(left, right):
                yield source.place(
                    left, (source.replace(left, source.text(right)), source.replace(right, source.text(left)))
                )


def _free(left: Node, right: Node) -> bool:
    (left_writes, left_names), (right_writes, right_names) = _names(left), _names(right)
    return bool(left_writes) and bool(right_writes) and not (left_writes & right_names or right_writes & left_names)


def _names(statement: Node) -> tuple[set[str], set[str]]:
    """Names that an assignment writes, and all names in it; nothing written where it is no assignment."""
    expression = statement.children[0]
    every = {item.text for item in statement.walk() if item.kind == "Identifier"}
    if expression.kind not in ASSIGNMENTS:
        return set(), every
    return {item.text for item in expression.children[0].walk() if item.kind == "Identifier"}, every


@rule(EQUIVALENT, "An if is written with the inverted condition and its branches swapped.")
def branches_inverted(source: Source) -> Iterator[Place]:
    for node in source.nodes("ConditionalStatement"):
        predicate, clause = node.child("ConditionalPredicate"), node.child("ElseClause")
        body = next((child for child in node.children if child.kind.endswith("Statement")), None)
        other = clause.children[-1] if clause is not None else None
        if predicate is None or body is None or other is None or not (body.whole and other.whole):
            continue
        if source.text(predicate).lstrip().startswith(("!", "~")) or _is_waited_for(source, predicate):
            continue
        first = source.text(other)
        if other.kind not in ("SequentialBlockStatement", "ExpressionStatement"):
            first = f"begin {first}\n{source.indent(node.start)}end"
        changes = (
            source.replace(predicate, f"!({source.text(predicate)})"),
            source.replace(body, first),
            source.replace(other, source.text(body)),
        )
        yield source.place(node, changes)


def _is_waited_for(source: Source, predicate: Node) -> bool:
    """Whether an edge of what is asked starts the block: a reset is asked for first and as it is, or it is none."""
    block = predicate.parent
    while block is not None and block.kind not in ("AlwaysBlock", "AlwaysFFBlock"):
        block = block.parent
    events = _EVENTS.search(source.text(block)) if block is not None else None
    waited_for = set(re.findall(r"\w+", events[1])) if events else set()
    return any(node.text in waited_for for node in predicate.walk() if node.kind == "Identifier")


@rule(EQUIVALENT, "begin and end are put around a single statement.")
def block_added(source: Source) -> Iterator[Place]:
    for node in source.nodes("ExpressionStatement"):
        if node.parent is not None and node.parent.kind in ("ConditionalStatement", "ElseClause", "StandardCaseItem"):
            yield source.place(node, (source.insert(node.start, "begin "), source.insert(node.end, " end")))


@rule(EQUIVALENT, "A wire is declared that nothing reads.", is_noise=True)
def unused_wire_added(source: Source) -> Iterator[Place]:
    for signals in modules_of(source):
        header = signals.module.child("ModuleHeader")
        read = next((item for item in signals.table.values() if _is_scalar_input(item.name, signals)), None)
        if header is None or not header.whole or read is None:
            continue
        for name in (f"{read.name}_unused", f"debug_{read.name}"):
            if name not in signals.uses:
                yield source.place(header, (source.insert(header.end, f"\n    wire {name} = {read.name};"),))


def _is_scalar_input(name: str, signals: Signals) -> bool:
    signal = signals.table[name]
    return signal.direction == "input" and not signal.dimension and name.isidentifier() and signal.storage != "reg"


@rule(EQUIVALENT, "A comment is added, naming what the item drives.", is_noise=True)
def comment_added(source: Source) -> Iterator[Place]:
    for node in source.nodes("ContinuousAssign", "AlwaysBlock", "AlwaysFFBlock", "AlwaysCombBlock", "CaseStatement"):
        if source.begins_line(node):
            text = f"// {source.context(node)}\n{source.indent(node.start)}"
            yield source.place(node, (source.insert(node.start, text),))


@rule(EQUIVALENT, "A comment is removed.")
def comment_removed(source: Source) -> Iterator[Place]:
    for matched in re.finditer(r"[ \t]*//[^\n]*", source.code):
        before = matched.start()
        inside = any(node.start < matched.end() and node.end > before for node in source.tokens)
        if not inside:
            yield source.place(source.root, (source.remove(before, matched.end()),))


@rule(EQUIVALENT, "A sensitivity list is written as @(*), or that as @*.")
def sensitivity_respelt(source: Source) -> Iterator[Place]:
    for node in source.nodes("ImplicitEventControl"):
        yield source.place(
            node, (source.replace(node, "@(*)" if source.text(node).replace(" ", "") == "@*" else "@*"),)
        )
