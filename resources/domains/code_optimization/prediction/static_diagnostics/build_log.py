"""The assembler's and the linker's logs of a text: which statements and names they say, in their order.

An instruction's words are `refusals`; that a text fails at all is `language.acceptance`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from resources.domains.code_optimization.language.acceptance import Assembling, is_known_directive
from resources.domains.code_optimization.language.assembly import Assembly, Kind, Statement
from resources.domains.code_optimization.prediction.static_diagnostics.refusals import words_of

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


OBJECT, HARNESS_OBJECT = "candidate.o", "harness.o"
_ADDRESS_PART = re.compile(r"%\w+")
_NAME = re.compile(r"(?<![\w.$%@])([A-Za-z_.][\w.$]*)")
_SIZES = {".quad": 8, ".8byte": 8, ".long": 4, ".int": 4, ".4byte": 4}
_GUARD = 0x4B1
"""Where most harnesses call their function. A harness's own code moves it, which only a compiler knows."""


def never_defined(entries: Iterable[str]) -> Iterator[str]:
    """Functions that the harness calls and the candidate does not offer."""
    for name in entries:
        yield f"{HARNESS_OBJECT}: in function `__wrap_{name}':"
        yield f"(.text+{_GUARD:#x}): undefined reference to `{name}'"


def undefined_references(source: Assembly, missing: frozenset[str], file: str) -> Iterator[str]:
    """References to `missing` names: those of code, jumps behind all others, then those of data."""
    said = ""
    for place in sorted(_in_code(source, missing), key=lambda place: place.is_jump):
        if place.function and said != place.function:
            yield f"{OBJECT}: in function `{place.function}':"
        said = place.function
        yield f"{file}:{place.line}: undefined reference to `{place.name}'"
    yield from _in_data(source, missing)


@dataclass(frozen=True)
class Reference:
    """A name that an instruction mentions, and the function that it stands in, "" for none."""

    name: str
    function: str
    line: int
    is_jump: bool


def _in_code(source: Assembly, missing: frozenset[str]) -> Iterator[Reference]:
    functions, function, in_code = _functions(source), "", True
    for item in source.statements:
        in_code = _is_code(item, in_code)
        if item.kind is Kind.LABEL and item.name in functions:
            function = item.name
        if item.kind is Kind.INSTRUCTION and in_code:
            for name in _mentioned(item, missing):
                yield Reference(name, function, item.line, item.name.startswith("j"))


def _functions(source: Assembly) -> frozenset[str]:
    typed = (
        item.first.text
        for item in source.statements
        if item.kind is Kind.DIRECTIVE and item.name == ".type" and "function" in item.last.text
    )
    return frozenset(typed)


def _is_code(item: Statement, before: bool) -> bool:
    if item.kind is not Kind.DIRECTIVE or item.name not in (".text", ".data", ".bss", ".section"):
        return before
    return item.name == ".text" or item.first.text.strip('"').startswith(".text")


def _mentioned(item: Statement, missing: frozenset[str]) -> Iterator[str]:
    for operand in item.operands:
        names = _NAME.findall(_ADDRESS_PART.sub("", operand.text))
        yield from (name for name in names if name in missing)


def _in_data(source: Assembly, missing: frozenset[str]) -> Iterator[str]:
    """Tables of addresses, as switches have them: each place is counted from its section's beginning."""
    section, offset = "", 0
    for item in source.statements:
        if item.kind is not Kind.DIRECTIVE:
            continue
        if item.name in (".text", ".data", ".bss", ".section"):
            section, offset = item.first.text.strip('"') if item.name == ".section" else item.name, 0
        for operand in item.operands if item.name in _SIZES else ():
            yield from (
                f"{OBJECT}:({section}+{offset:#x}): undefined reference to `{name}'"
                for name in _NAME.findall(operand.text)
                if name in missing
            )
            offset += _SIZES[item.name]
