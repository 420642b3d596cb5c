"""Reject: what a candidate's source may not contain, found in its text before any tool sees it.

Assembly and sections that macros hide from this are found again in the object file (`mcu.audit`).
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from resources.domains.embedded_systems.board_files import HEADER
from resources.domains.toolkit.recording import Finding, death_found
from resources.execution.reader.apart import apart

MAXIMUM_CHARACTERS = 256 << 10
MAXIMUM_NESTING = 250
"""gcc needs minutes for 50,000 levels; the C standard asks for 127 of blocks and 63 of parentheses."""
ALLOWED_INCLUDES = frozenset(
    (HEADER, "stdint.h", "stdbool.h", "stddef.h", "string.h", "limits.h", "stdio.h", "stdlib.h", "stdarg.h", "math.h",
     "ctype.h", "inttypes.h")
)  # fmt: skip
_INCLUDE = re.compile(r"^[ \t]*(?:#|%:|\?\?=)[ \t]*(?:include(?:_next)?|import|embed)\b[ \t]*([^\n]*)", re.MULTILINE)
_ASSEMBLY = re.compile(r"\b(?:asm|__asm|__asm__)\b")
_FORBIDDEN = (
    (re.compile(r"\bsection\s*\("), "section attribute"),
    (re.compile(r"\b(?:__)?(?:constructor|destructor|init_priority|alias|ifunc|weakref)(?:__)?\b(?=\s*[\(),])"), None),
    (re.compile(r"^[ \t]*(?:#|%:)[ \t]*line\b", re.MULTILINE), "#line"),
    (re.compile(r'^[ \t]*(?:#|%:)[ \t]*\d+\b', re.MULTILINE), "line marker"),
    (re.compile(r"^[ \t]*(?:#|%:)[ \t]*pragma[ \t]+(?:GCC[ \t]+(?:dependency|diagnostic|optimize|target|push_options)|"
                r"redefine_extname|weak)", re.MULTILINE), "pragma"),
    (re.compile(r"\b_Pragma\b"), "_Pragma"),
    (re.compile(r"\b(?:Reset_Handler|Default_Handler|Main_Returned|vector_table)\b"), None),
    (re.compile(r"\b(?:system|fopen|freopen|remove|rename|tmpfile)\s*\("), "file access"),
    (re.compile(r"\?\?[=/'()!<>-]"), "trigraph"),
)  # fmt: skip
_DIRECTIVE = re.compile(r"(?:^|[\n;]|\\n|\\t)\s*\.\s*[a-z_]+|\bbkpt\b|\bincbin\b|\binclude\b", re.IGNORECASE)
PARTS = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))|(?P<text>\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?)", re.DOTALL
)


@apart(died=death_found)
@lru_cache(maxsize=256)
def reject(code: str) -> tuple[Finding, ...]:
    """Forbidden constructs in a source, with their lines; each once."""
    problem = unreadable(code)
    if problem:
        return (Finding(problem, 1),)
    spliced = _keep_lines(code)
    return tuple(dict.fromkeys(_findings(spliced)))


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


def _keep_lines(code: str) -> str:
    """Continued lines joined, as the preprocessor does, the line count kept by blank lines after them."""
    code = code.replace("\r\n", "\n")
    return re.sub(
        r"(?:[^\n]*\\\n)+[^\n]*", lambda match: match[0].replace("\\\n", "") + "\n" * match[0].count("\\\n"), code
    )


def _findings(code: str) -> Iterator[Finding]:
    bare = without_comments(code)
    plain = without_comments(code, and_texts=True)
    for match in _INCLUDE.finditer(bare):
        named = re.fullmatch(r'\s*(?:"([^"]+)"|<([^>]+)>)\s*', match[1])
        name = (named[1] or named[2]) if named else match[1].strip()
        if not named or name not in ALLOWED_INCLUDES:
            yield Finding(f"#include of {name[:60] or 'nothing'}", line_of(bare, match.start()))
    for pattern, what in _FORBIDDEN:
        for match in pattern.finditer(plain):
            yield Finding(what or match[0].strip(), line_of(plain, match.start()))
    for match in _ASSEMBLY.finditer(plain):
        if _at_top_level(plain, match.start()):
            yield Finding("assembly outside a function", line_of(plain, match.start()))
    for match in re.finditer(r'"((?:\\.|[^"\\\n])*)"', bare):
        if _DIRECTIVE.search(match[1]) and _in_assembly(bare, match.start()):
            yield Finding("assembler directive or breakpoint", line_of(bare, match.start()))


def without_comments(code: str, *, and_texts: bool = False) -> str:
    """The code with comments blanked out, and string and character literals too on request; positions stay."""

    def blank(match: re.Match[str]) -> str:
        if match["comment"] is None and not and_texts:
            return match[0]
        return re.sub(r"[^\n]", " ", match[0])

    return PARTS.sub(blank, code)


def line_of(code: str, offset: int) -> int:
    return code.count("\n", 0, offset) + 1


def _at_top_level(plain: str, offset: int) -> bool:
    return plain.count("{", 0, offset) <= plain.count("}", 0, offset)


def _in_assembly(bare: str, offset: int) -> bool:
    """Whether an asm statement is open before a string literal."""
    opened = max((match.start() for match in _ASSEMBLY.finditer(bare, 0, offset)), default=-1)
    return opened >= 0 and ";" not in without_comments(bare[opened:offset], and_texts=True)
