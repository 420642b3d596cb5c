"""What a candidate's assembly and object file may not contain: other files, sections of the board, code before main,
breakpoints.

The source is looked at before it is compiled; this finds what macros and assembly hid from that.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .image import UNDEFINED, Image

_ALLOWED = (".text", ".rodata", ".data", ".bss", ".debug", ".rel.", ".ARM.", ".comment", ".note", ".symtab", ".strtab",
            ".shstrtab", ".group")  # fmt: skip
BOARD_SYMBOLS = frozenset(
    ("Reset_Handler", "Default_Handler", "Main_Returned", "vector_table", "_stack_top", "_stack_bottom", "_data_load",
     "_data_start", "_data_end", "_bss_start", "_bss_end", "end", "_end", "_stack_bytes")
)  # fmt: skip


@dataclass(frozen=True)
class Forbidden:
    """One finding; `symbol` names the function or section around it."""

    what: str
    symbol: str


_TAKES_TEXT_IN = re.compile(r"\.(?:incbin|include|macro|irpc?|rept|altmacro|exitm)\b", re.IGNORECASE)
"""Directives that read a file, or from whose text another directive can be put together. gcc writes none of them."""


def audit_assembly(text: str) -> Iterator[Forbidden]:
    """What is forbidden in the assembly that gcc made, with the text of asm statements after all macros in it."""
    for directive in dict.fromkeys(match[0].lower() for match in _TAKES_TEXT_IN.finditer(text)):
        yield Forbidden(f"assembler directive {directive}", directive)


def audit(candidate: Image) -> Iterator[Forbidden]:
    """What is forbidden in a candidate's object file, in a stable order."""
    for section in candidate.sections:
        if section.name and not section.name.startswith(_ALLOWED):
            yield Forbidden(f"section {section.name}", section.name)
    for symbol in candidate.symbols:
        if symbol.is_global and symbol.section != UNDEFINED and symbol.name in BOARD_SYMBOLS:
            yield Forbidden(f"the board's symbol {symbol.name} is defined again", symbol.name)
    for _, code in candidate.instructions():
        if code >> 8 == 0xBE:
            yield Forbidden(f"bkpt {code & 0xFF}", "bkpt")
