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


DIRECTIVES = frozenset(
    ("2byte", "4byte", "8byte", "align", "arch", "arch_extension", "ascii", "asciz", "balign", "bss", "byte",
     "cantunwind", "code", "comm", "cpu", "data", "eabi_attribute", "endfunc", "equ", "even", "extern", "file",
     "fnend", "fnstart", "force_thumb", "fpu", "func", "global", "globl", "handlerdata", "hidden", "hword", "ident",
     "internal", "lcomm", "loc", "local", "long", "ltorg", "movsp", "p2align", "pad", "personality",
     "personalityindex", "pool", "popsection", "previous", "protected", "pushsection", "save", "section", "set",
     "setfp", "short", "size", "skip",
     "sleb128", "space", "string", "syntax", "text", "thumb", "thumb_func", "thumb_set", "type", "uleb128", "vsave",
     "weak", "weakref", "word", "zero")
)  # fmt: skip
"""What gcc writes, and what a program may. None reads a file, prints, repeats, or makes a directive out of text."""
_DIRECTIVE = re.compile(r"(?<![\w.$])\.[ \t]*([A-Za-z_]\w*|[248]byte\b)")
_OF_THE_COMPILER = re.compile(r"L\w+|cfi_\w+|debug_\w+|rodata|noinit")
_SECTION_LINE = re.compile(r'\s*\.(?:push)?section\s+([\w.$-]+)(?:,"[a-zA-Z]*"(?:,[%@]\w+)?(?:,[\w.$]+)*)?\s*')
_TRAP = re.compile(r"\s*\.inst\s+0xdeff\s*")
"""What gcc makes of `__builtin_trap`."""
_MAPPING_SYMBOL = re.compile(r"\$[adtx](?![\w$])")
"""How the assembler tells code from data. One of the program's own would hide instructions as data."""
_TEXT = re.compile(r'\s*\.(?:ascii|asciz|string|file(?:\s+\d+)?|ident)\s+"(?:[^"\\\n]|\\.)*"\s*')
_QUOTED = re.compile(r'"[^"\\]*"')
_BALANCED = re.compile(r"/\*.*?\*/")


def audit_assembly(text: str) -> Iterator[Forbidden]:
    """What is forbidden in the assembly that gcc made, before the assembler reads it.

    All that a program can put there by macros, operands, names of sections and symbols has become text by then.
    """
    lines = _without_texts(text)
    sections = dict.fromkeys(match[1] for match in map(_SECTION_LINE.fullmatch, lines) if match)
    yield from (_forbidden_section(name) for name in sections if not _is_known_section(name))
    text = "\n".join(line for line in lines if not _SECTION_LINE.fullmatch(line) and not _TRAP.fullmatch(line))
    for name in dict.fromkeys(match[1] for match in _DIRECTIVE.finditer(text)):
        if name.lower() not in DIRECTIVES and not _OF_THE_COMPILER.fullmatch(name):
            yield Forbidden(f"assembler directive .{name}", name)
    for symbol in dict.fromkeys(match[0] for match in _MAPPING_SYMBOL.finditer(text)):
        yield Forbidden(f"the assembler's own symbol {symbol}", symbol)
    if "\\" in text:
        yield Forbidden("a backslash in assembly", "\\")


def _without_texts(text: str) -> list[str]:
    """The assembly's lines without the program's string literals, each of which gcc writes as one line.

    An asm statement can change what the quotes after it mean, by a quote that it does not close, a character constant
    or a comment of several lines. Where any line could do so, the literals are looked into, too.
    """
    lines = text.split("\n")
    kept = [line for line in lines if not _TEXT.fullmatch(line)]
    return kept if all(map(_is_plain, kept)) else lines


def _is_plain(line: str) -> bool:
    """Whether the lines after this one mean what they say."""
    rest = _QUOTED.sub("", _BALANCED.sub(" ", line)).partition("@")[0]
    return not any(sign in rest for sign in ('"', "'", "/*", "*/"))


def _is_known_section(name: str) -> bool:
    return is_offered_section(name) or name.startswith(_OF_TOOLS)


def _forbidden_section(name: str) -> Forbidden:
    return Forbidden(f"section {name}: {OFFERED_SECTIONS}", name)


def audit(candidate: Image) -> Iterator[Forbidden]:
    """What is forbidden in a candidate's object file, in a stable order."""
    for section in candidate.sections:
        if section.name and not _is_known_section(section.name):
            yield _forbidden_section(section.name)
    for symbol in candidate.symbols:
        if symbol.is_global and symbol.section != UNDEFINED and symbol.name in BOARD_SYMBOLS:
            yield Forbidden(f"the board's symbol {symbol.name} is defined again", symbol.name)
    for _, code in candidate.instructions():
        if code >> 8 == 0xBE:
            yield Forbidden(f"bkpt {code & 0xFF}", "bkpt")
