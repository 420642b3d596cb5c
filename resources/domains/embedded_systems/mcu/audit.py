"""What a candidate's object file may not contain: sections of the board, code before main, breakpoints.

The source is looked at before it is compiled; this finds what macros and assembly hid from that.
"""

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
