"""The linker's words for names that stand nowhere: which references it meets first, and in which function they stand.

From the text alone. Which names are missing is `foresight`'s.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from resources.domains.code_optimization.assembly import Assembly, Kind, Statement

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
        found = _NAME.findall(_ADDRESS_PART.sub("", operand.text))
        yield from (name for name in found if name in missing)


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
