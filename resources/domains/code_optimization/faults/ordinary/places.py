"""Where a statement stands, in an engineer's words, and flags and blocks as far as edits need them.

Shared by the fault rules. What mnemonics do is `mnemonics`.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from resources.domains.code_optimization.language.assembly import Assembly, Kind, Statement
from resources.domains.code_optimization.language.vocabulary import condition_of, reads_flags, sets_all_flags
from resources.domains.faults import Change
from resources.domains.toolkit.rules import Place

SYNTAX = "syntax"
LINKING = "names and linking"
OPERANDS = "operands and constants"
CONTROL = "control flow"
MEMORY = "memory access"
CONVENTION = "calling convention"
OPTIMISATION = "wrong optimisation"

_FLAG_STEPS = 40
_SMALL = re.compile(r"\$(-?\d{1,9})")


def at(source: Assembly, statement: Statement, *changes: Change) -> Place:
    """A place whose context names the function and the block around the statement."""
    return Place(changes, context(source, statement))


def context(source: Assembly, statement: Statement) -> str:
    function, block = source.block(statement.start)
    if not function:
        return "source text"
    return f"block {block} of {function}" if block else f"start of {function}"


def neighbours(source: Assembly) -> Iterator[tuple[Statement, Statement]]:
    """Instructions that follow each other with nothing between them."""
    for left, right in pairwise(source.statements):
        if left.kind is right.kind is Kind.INSTRUCTION:
            yield left, right


def small_constant(item: Statement) -> int | None:
    """The constant of at most nine digits that an instruction with a register destination takes first."""
    match = _SMALL.fullmatch(item.first.text) if len(item.operands) == 2 and item.last.is_register else None
    return int(match[1]) if match else None


def is_branch(item: Statement) -> bool:
    """A jump to a label, conditional or not."""
    condition = condition_of(item.name)
    return len(item.operands) == 1 and (item.name == "jmp" or (condition is not None and condition[0] == "j"))


def branch_targets(source: Assembly) -> list[str]:
    """Labels that jumps go to, in order of the text."""
    used = {item.first.text for item in source.instructions if is_branch(item)}
    return [name for name in source.labels if name in used]


def flags_dead_after(source: Assembly, statement: Statement) -> bool:
    """Whether no instruction can read the flags that stand after a statement. Follows one path of jumps at a time;
    False where it cannot tell."""
    index = source.position(statement) + 1
    return _flags_dead_from(source, index, _FLAG_STEPS, frozenset())


def _flags_dead_from(source: Assembly, index: int, steps: int, seen: frozenset[int]) -> bool:
    while index < len(source.statements) and steps > 0:
        if index in seen:
            return True
        seen |= {index}
        item = source.statements[index]
        steps -= 1
        if item.kind is Kind.INSTRUCTION:
            if is_branch(item) and item.name == "jmp":
                target = source.labels.get(item.first.text)
                if target is None:
                    return False
                index = source.position(target)
                continue
            if reads_flags(item.name) or item.prefixes or item.name == "jmp":
                return False
            if item.name.startswith(("call", "ret")):
                return True
            if sets_all_flags(item.name, item.first.text if item.operands else ""):
                return True
        index += 1
    return False
