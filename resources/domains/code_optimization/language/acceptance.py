"""What the assembler and the linker would say of a text, found without either: refused statements, names at odds.

A text in which nothing is found may still be refused: only what is certain counts. Single instructions are
`instruction_forms`; what is forbidden is `execution.rejection`.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from resources.domains.code_optimization.language.assembly import Assembly, Kind, Statement, parsed
from resources.domains.code_optimization.language.directives import ALLOWED_DIRECTIVES, FORBIDDEN_DIRECTIVES
from resources.domains.code_optimization.language.instruction_forms import refusal

_USED_NAME = re.compile(r"(?<![\w.$%@])([A-Za-z_.][\w.$]*)(?:@\w+)?")
_ADDRESS_PART = re.compile(r"%\w+")
_DATA_DIRECTIVES = frozenset(".quad .long .8byte .4byte .int .word .set .equ".split())


def used_names(source: Assembly) -> frozenset[str]:
    """Names that operands of instructions and of data directives mention."""
    names: set[str] = set()
    for item in source.statements:
        if item.kind is Kind.INSTRUCTION or (item.kind is Kind.DIRECTIVE and item.name in _DATA_DIRECTIVES):
            for operand in item.operands:
                names.update(_USED_NAME.findall(_ADDRESS_PART.sub("", operand.text)))
    return frozenset(names - {"."})


def defined_names(source: Assembly) -> frozenset[str]:
    """Labels, common symbols and names that are set."""
    common = {
        item.first.text
        for item in source.statements
        if item.kind is Kind.DIRECTIVE and item.name in (".comm", ".lcomm", ".set", ".equ") and item.operands
    }
    return frozenset(source.labels) | common


def imported_names(source: Assembly) -> frozenset[str]:
    """Names that a text uses and does not define."""
    return used_names(source) - defined_names(source)


_MORE_DIRECTIVES = frozenset(".balignw .balignl .p2alignw .p2alignl .uleb128 .sleb128 .ident .equiv .eqv".split())
_NAME = re.compile(r"(?<![\w.$%@])([A-Za-z_.][\w.$]*)")
_TAKEN_AWAY = re.compile(r"-\s*([A-Za-z_.][\w.$]+)")
_NUMBERS = frozenset(".long .quad .int .4byte .8byte .word .value .short .2byte .byte".split())
_NUMBERED = re.compile(r"(?<![\w.$])(\d+)([bf])(?![\w.])")


@dataclass(frozen=True)
class Assembling:
    """`refused`: statements, with the first one's reason. `undefined`: names that are used and stand nowhere, which
    only the linker misses."""

    refused: int
    reason: str
    repeated: int
    unmeasured: int
    undefined: frozenset[str]
    exported: frozenset[str]

    @property
    def fails(self) -> bool:
        return bool(self.refused or self.repeated or self.unmeasured)


@lru_cache(maxsize=256)
def assembling_of(code: str) -> Assembling:
    """The same for the same text; a baseline's is looked up. Linear in the text's length."""
    return assemble(parsed(code))


def assemble(source: Assembly) -> Assembling:
    reasons = [reason for item in source.statements if (reason := _refusal(item))]
    defined = defined_names(source)
    return Assembling(
        len(reasons),
        reasons[0] if reasons else "",
        _repeated(source),
        _unmeasured(source, defined) + _numbers_missing(source),
        frozenset(name for name in used_names(source) - defined if not name.startswith("..")),
        frozenset(source.exported) & defined,
    )


def _refusal(item: Statement) -> str:
    if item.kind is Kind.INSTRUCTION:
        return refusal(item.name, tuple(operand.text for operand in item.operands), item.prefixes)
    if item.kind is Kind.DIRECTIVE:
        return "" if is_known_directive(item.name) else "unknown directive"
    return ""


def is_known_directive(name: str) -> bool:
    return name in ALLOWED_DIRECTIVES or name in FORBIDDEN_DIRECTIVES or name in _MORE_DIRECTIVES


def _repeated(source: Assembly) -> int:
    counts = Counter(_defined(source))
    return sum(count - 1 for count in counts.values())


def _defined(source: Assembly) -> Iterator[str]:
    for item in source.statements:
        if item.kind is Kind.LABEL and not item.name.isdigit():
            yield item.name
        elif item.kind is Kind.DIRECTIVE and item.name in (".comm", ".lcomm") and item.operands:
            yield item.first.text


def _unmeasured(source: Assembly, defined: frozenset[str]) -> int:
    """Differences from names that stand nowhere, which the assembler has to know at once: of sizes above all."""
    differences = 0
    for item in source.statements:
        if item.kind is Kind.DIRECTIVE and item.name == ".size" and len(item.operands) > 1:
            differences += bool(set(_NAME.findall(item.last.text)) - {"."} - defined)
        elif item.kind is Kind.INSTRUCTION or item.name in _NUMBERS:
            taken = (name for operand in item.operands for name in _TAKEN_AWAY.findall(operand.text))
            differences += any(name not in defined for name in taken)
    return differences


def _numbers_missing(source: Assembly) -> int:
    """Jumps to numbered labels that do not stand before (b) or behind (f) them."""
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for item in source.statements:
        if item.kind is Kind.LABEL and item.name.isdigit():
            first.setdefault(item.name, item.start)
            last[item.name] = item.start
    missing = 0
    for item in source.instructions:
        for match in _NUMBERED.finditer(item.first.text if item.name.startswith(("j", "call")) else ""):
            name, here = match[1], item.start
            missing += not (last.get(name, -1) > here if match[2] == "f" else first.get(name, here) < here)
    return missing
