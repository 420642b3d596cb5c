"""The GNU assembler's log of a text: which statements it names, in its order. An instruction's words are
`refusal_words`; that a text fails at all is `assembling`.
"""

import re
from collections.abc import Iterator

from resources.domains.code_optimization.assembling import Assembling, is_known_directive
from resources.domains.code_optimization.assembly import Assembly, Kind, Statement
from resources.domains.code_optimization.refusal_words import words_of

_NUMBER_AND_REGISTER = re.compile(r"\$\s*-?\d\w*\s*%\s*\w+")


def heading(file: str) -> str:
    return f"{file}: Assembler messages:"


def last_line_words(code: str, file: str) -> list[str]:
    """What is said, before all else, of a text that does not end with a line."""
    unended = code and not code.endswith("\n")
    return [heading(file), f"{file}: Warning: end of file not at end of a line; newline inserted"] if unended else []


def assembler_words(source: Assembly, built: Assembling, file: str) -> Iterator[str]:
    """Errors statement by statement, then what the assembler finds when it has read all."""
    seen: set[str] = set()
    for item in source.statements:
        if words := _words(item, source.code, seen):
            yield f"{file}:{item.line}: Error: {words}"
        if item.kind is Kind.LABEL and not item.name.isdigit():
            seen.add(item.name)
    if built.unmeasured:
        yield from _unmeasured(source, file)
    for item in source.instructions:
        divided = any(_NUMBER_AND_REGISTER.fullmatch(operand.text) for operand in item.operands)
        if divided and not words_of(item, source.code):
            yield f"{file}:{item.line}: Error: invalid operands (*ABS* and *UND* sections) for `%'"


def _words(item: Statement, code: str, seen: set[str]) -> str:
    if item.kind is Kind.LABEL:
        return f"symbol `{item.name}' is already defined" if item.name in seen else ""
    if item.kind is Kind.DIRECTIVE:
        return "" if is_known_directive(item.name) else f"unknown pseudo-op: `{item.name}'"
    return words_of(item, code)


def _unmeasured(source: Assembly, file: str) -> Iterator[str]:
    """Sizes that are counted from a name that stands nowhere."""
    for item in source.statements:
        if item.kind is Kind.DIRECTIVE and item.name == ".size" and len(item.operands) > 1:
            size = item.last.text.replace(" ", "")
            if size.startswith(".-") and size[2:] not in source.labels:
                yield f"{file}: Error: invalid operands (.text and *UND* sections) for `-'"
                yield f"{file}: Error: .size expression for {item.first.text} does not evaluate to a constant"
