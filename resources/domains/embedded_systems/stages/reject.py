"""Reject: what a candidate's source may not contain, found in its text before any tool sees it.

Assembly and sections that macros hide from this are found again in the object file (`mcu.audit`).
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from resources.domains.domain import Finding
from resources.domains.embedded_systems.board_files import HEADER
from resources.domains.embedded_systems.stages.source_lines import (
    joined,
    live,
    logical_lines,
    raw_text_at,
    without_comments,
)
from resources.domains.toolkit.recording import death_found
from resources.execution.reader.apart import apart

MAXIMUM_CHARACTERS = 256 << 10
MAXIMUM_NESTING = 250
"""gcc needs minutes for 50,000 levels; the C standard asks for 127 of blocks and 63 of parentheses."""
ALLOWED_INCLUDES = frozenset(
    (HEADER, "stdint.h", "stdbool.h", "stddef.h", "string.h", "limits.h", "stdio.h", "stdlib.h", "stdarg.h", "math.h",
     "ctype.h", "inttypes.h", "stdatomic.h", "stdalign.h", "stdnoreturn.h", "iso646.h", "float.h", "tgmath.h",
     "arm_acle.h", "assert.h", "errno.h", "setjmp.h")
)  # fmt: skip
"""The board's own, those of a freestanding C, and those of newlib that need no system. None takes a file's name."""
_INCLUDE = re.compile(
    r"^[ \t\f\v]*(?:#|%:|\?\?=)[ \t\f\v]*(?:include(?:_next)?|import|embed)\b[ \t\f\v]*([^\n]*)", re.MULTILINE
)
_ASSEMBLY = re.compile(r"\b(?:asm|__asm|__asm__)\b")
_DIRECTIVE_START = r"^[ \t\f\v]*(?:#|%:)[ \t\f\v]*"
_FORBIDDEN = (
    (re.compile(_DIRECTIVE_START + r"line\b", re.MULTILINE), "#line"),
    (re.compile(_DIRECTIVE_START + r"\d+\b", re.MULTILINE), "line marker"),
    (re.compile(_DIRECTIVE_START + r"pragma[ \t]+(?:GCC[ \t]+(?:dependency|pch_preprocess)|redefine_extname)\b",
                re.MULTILINE), "pragma"),
    (re.compile(r"\b(?:Reset_Handler|Default_Handler|Main_Returned)\b"), None),
    (re.compile(r"\?\?[=/'()!<>-]"), "trigraph"),
)  # fmt: skip
_ATTRIBUTES = (
    (re.compile(r"\bsection\s*\("), "section attribute"),
    (re.compile(r"\b(?:__)?(?:constructor|destructor|init_priority|ifunc)(?:__)?\b(?=\s*[\(),])"), None),
)
_ATTRIBUTE_CHARACTERS = 400
"""As far back an attribute's own word is looked for. What stands further away is found in the object file."""
_LABEL = re.compile(r"\s*\(\s*\"[A-Za-z_]\w*\"\s*\)")
"""A name within asm: what the linker calls a variable, or its register. As an instruction it has no operand."""
_DIRECTIVE = re.compile(
    r"(?:^|[\n;:]|\\[nt])\s*\.\s*([a-z_]\w*)(?![\w.$%=]*\s*:)|\bbkpt\b|\bincbin\b|\binclude\b", re.IGNORECASE
)
_HARMLESS = frozenset(
    ("syntax", "thumb", "thumb_func", "align", "balign", "p2align", "even", "ltorg", "pool", "global", "globl", "type",
     "size")
)  # fmt: skip
"""Directives that neither take text in nor lay bytes down that are not instructions."""


@apart(died=death_found)
@lru_cache(maxsize=256)
def reject(code: str) -> tuple[Finding, ...]:
    """Forbidden constructs in a source, with their lines; each once."""
    problem = unreadable(code)
    if problem:
        return (Finding(problem, 1),)
    return tuple(dict.fromkeys(_findings(joined(code))))


def unreadable(code: str) -> str:
    """Why a text is not looked at any further; "" where it is."""
    try:
        code.encode("utf-8")
    except UnicodeEncodeError:
        return "the source is not valid UTF-8"
    if "\0" in code:
        return "the source holds a NUL character"
    if len(code) > MAXIMUM_CHARACTERS:
        return f"the source has {len(code)} characters; at most {MAXIMUM_CHARACTERS} are read"
    if deepest_nesting(code) > MAXIMUM_NESTING:
        return f"brackets nest deeper than {MAXIMUM_NESTING} levels"
    return ""


def deepest_nesting(code: str) -> int:
    """The most brackets that are open at once, those in comments and texts counted too."""
    deepest = depth = 0
    for bracket in re.findall(r"[][(){}]", code):
        depth += 1 if bracket in "([{" else -1
        deepest = max(deepest, depth)
    return deepest


def _findings(spliced: str) -> Iterator[Finding]:
    raw = raw_text_at(spliced)
    if raw is not None:
        yield Finding("raw string literal", line_of(spliced, raw))
        return
    lines = logical_lines(spliced)
    plain = without_comments(lines, and_texts=True)
    read = live(lines)
    for match in _INCLUDE.finditer(read):
        named = re.fullmatch(r'\s*(?:"([^"]+)"|<([^>]+)>)\s*', match[1])
        name = (named[1] or named[2]) if named else match[1].strip()
        if not named or name not in ALLOWED_INCLUDES:
            yield Finding(f"#include of {name[:60] or 'nothing'}", line_of(read, match.start()))
    for pattern, what in _FORBIDDEN:
        for match in pattern.finditer(plain):
            yield Finding(what or match[0].strip(), line_of(plain, match.start()))
    for pattern, what in _ATTRIBUTES:
        for match in pattern.finditer(plain):
            if _in_attribute(plain, match.start()):
                yield Finding(what or match[0].strip(), line_of(plain, match.start()))
    yield from _assembly(lines, plain)


def _assembly(lines: str, plain: str) -> Iterator[Finding]:
    for match in _ASSEMBLY.finditer(plain):
        named = _LABEL.match(lines, match.end())
        if _at_top_level(plain, match.start()) and not named and not _in_macro(plain, match.start()):
            yield Finding("assembly outside a function", line_of(plain, match.start()))
    for match in re.finditer(r'"((?:\\.|[^"\\\n])*)"', lines):
        directives = (found[1] for found in _DIRECTIVE.finditer(match[1]))
        wrong = any(name is None or name.lower() not in _HARMLESS for name in directives)
        if wrong and _in_assembly(lines, match.start()):
            yield Finding("assembler directive or breakpoint", line_of(lines, match.start()))


def line_of(code: str, offset: int) -> int:
    return code.count("\n", 0, offset) + 1


def _in_attribute(plain: str, offset: int) -> bool:
    """Whether a word stands within the brackets of an attribute, and is no function of the program."""
    before = plain[max(0, offset - _ATTRIBUTE_CHARACTERS) : offset]
    opened = max(before.rfind("__attribute"), before.rfind("[["))
    inside = before[opened:]
    return opened >= 0 and sum(map(inside.count, "([")) > sum(map(inside.count, ")]"))


def _at_top_level(plain: str, offset: int) -> bool:
    return plain.count("{", 0, offset) <= plain.count("}", 0, offset)


def _in_macro(plain: str, offset: int) -> bool:
    """Whether a place is within a macro's definition, which is assembly only where the macro is used."""
    line = plain[plain.rfind("\n", 0, offset) + 1 : offset]
    return bool(re.match(r"[ \t\f\v]*(?:#|%:)[ \t\f\v]*define\b", line))


def _in_assembly(bare: str, offset: int) -> bool:
    """Whether an asm statement is open before a string literal."""
    opened = max((match.start() for match in _ASSEMBLY.finditer(bare, 0, offset)), default=-1)
    return opened >= 0 and ";" not in without_comments(bare[opened:offset], and_texts=True)
