"""What a candidate's assembly and object file may not contain: other files, sections of the board, code before main,
breakpoints.

The source is looked at before it is compiled; this finds what macros and assembly hid from that.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .image import UNDEFINED, Image

_SECTION = re.compile(r"\.(?:text|rodata|data|bss|noinit)(?:\.[\w.$-]+)?")
OFFERED_SECTIONS = "the linker script has .text, .rodata, .data, .bss and .noinit"
_OF_TOOLS = (".debug", ".rel.", ".ARM.", ".comment", ".note", ".symtab", ".strtab", ".shstrtab", ".group")
BOARD_SYMBOLS = frozenset(
    ("Reset_Handler", "Default_Handler", "Main_Returned", "_vector_table", "_stack_top", "_stack_bottom", "_data_load",
     "_data_start", "_data_end", "_bss_start", "_bss_end", "_heap_start", "_heap_end", "_stack_bytes")
)  # fmt: skip


def is_offered_section(name: str) -> bool:
    """Whether a program may lay something there: the board's five, and parts of them (".data.ramfunc")."""
    return _SECTION.fullmatch(name) is not None


@dataclass(frozen=True)
class Forbidden:
    """One finding; `symbol` names the function or section around it."""

    what: str
    symbol: str


_TAKES_TEXT_IN = re.compile(r"\.(?:incbin|include|macro|irpc?|rept|altmacro|exitm)\b", re.IGNORECASE)
"""Directives that read a file, or from whose text another directive can be put together. gcc writes none of them."""


_MAPPING_SYMBOL = re.compile(r"\$[adtx](?![\w$])")
"""How the assembler tells code from data. One of the program's own would hide instructions as data."""
_TEXT = re.compile(r'\s*\.(?:ascii|asciz|string)\s+"(?:[^"\\\n]|\\.)*"\s*')
_EVEN_QUOTES = re.compile(r'(?:[^"\\]|"(?:[^"\\]|\\.)*")*')


def audit_assembly(text: str) -> Iterator[Forbidden]:
    """What is forbidden in the assembly that gcc made, with the text of asm statements after all macros in it."""
    text = _without_texts(text)
    for directive in dict.fromkeys(match[0].lower() for match in _TAKES_TEXT_IN.finditer(text)):
        yield Forbidden(f"assembler directive {directive}", directive)
    for symbol in dict.fromkeys(match[0] for match in _MAPPING_SYMBOL.finditer(text)):
        yield Forbidden(f"the assembler's own symbol {symbol}", symbol)


def _without_texts(text: str) -> str:
    """The assembly without the program's string literals, each of which gcc writes as one line.

    An asm statement can change what the quotes after it mean, by a quote that it does not close, a character constant
    or a comment of several lines. Where any line could do so, the literals are looked into, too.
    """
    lines = [line for line in text.split("\n") if not _TEXT.fullmatch(line)]
    plain = all(_EVEN_QUOTES.fullmatch(line) and "'" not in line and "/*" not in line for line in lines if _odd(line))
    return "\n".join(lines) if plain else text


def _odd(line: str) -> bool:
    return any(sign in line for sign in "\"'\\*")


def audit(candidate: Image) -> Iterator[Forbidden]:
    """What is forbidden in a candidate's object file, in a stable order."""
    for section in candidate.sections:
        if section.name and not is_offered_section(section.name) and not section.name.startswith(_OF_TOOLS):
            yield Forbidden(f"section {section.name}: {OFFERED_SECTIONS}", section.name)
    for symbol in candidate.symbols:
        if symbol.is_global and symbol.section != UNDEFINED and symbol.name in BOARD_SYMBOLS:
            yield Forbidden(f"the board's symbol {symbol.name} is defined again", symbol.name)
    for _, code in candidate.instructions():
        if code >> 8 == 0xBE:
            yield Forbidden(f"bkpt {code & 0xFF}", "bkpt")
