"""Reject: what a candidate's source may not contain, found in its text before any tool sees it.

Assembly and sections that macros hide from this are found again in the object file (`mcu.audit`).
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from resources.domains.domain import Finding
from resources.domains.embedded_systems.execution.mcu.audit import OFFERED_SECTIONS, is_offered_section
from resources.domains.embedded_systems.language.headers import ALLOWED_INCLUDES, OFFERED_HEADERS
from resources.domains.embedded_systems.language.logical_lines import (
    joined,
    live,
    logical_lines,
    raw_text_at,
    without_comments,
)
from resources.domains.embedded_systems.language.source import unreadable
from resources.domains.toolkit.recording import death_found
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.reader.apart import apart

_INCLUDE = re.compile(
    r"^[ \t\f\v]*(?:#|%:|\?\?=)[ \t\f\v]*(?:include(?:_next)?|import|embed)\b[ \t\f\v]*([^\n]*)", re.MULTILINE
)
_PROBE = re.compile(r"\b__has_(?:include(?:_next)?|embed)\b[ \t\f\v]*\(([^)\n]*)")
_PROBED = re.compile(r'\s*(?:<\w+(?:/\w+)?\.h>|"\w+\.h")\s*')
"""A header of the toolchain or the board. Of another name, it would tell which files there are."""
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
_NO_CODE_BEFORE_MAIN = re.compile(r"\b(?:__)?(?:constructor|destructor|init_priority|ifunc)(?:__)?\b(?=\s*[\(),])")
_SECTION = re.compile(r"\b(?:__)?section(?:__)?\s*\(\s*\"([^\"\n]*)\"\s*\)")
"""With its name as it stands there. A name that a macro gives is seen in the object file."""
_ATTRIBUTE_CHARACTERS = 400
"""As far back an attribute's own word is looked for. What stands further away is found in the object file."""
_DIRECTIVE = re.compile(
    r"(?:^|[\n;:]|\\[nt])\s*\.\s*(?P<name>[a-z_]\w*)(?![\w.$%=]*\s*:)[ \t]*(?P<operand>[\w.]*)"
    r"|\b(?P<word>bkpt|incbin|include)\b",
    re.IGNORECASE,
)
_HARMLESS = frozenset(
    ("syntax", "thumb", "thumb_func", "code", "cpu", "arch", "fpu", "align", "balign", "p2align", "even", "ltorg",
     "pool", "global", "globl", "extern", "local", "weak", "hidden", "internal", "protected", "type", "size", "set",
     "equ", "thumb_set", "func", "endfunc", "fnstart", "fnend", "cantunwind", "text", "popsection", "previous")
)  # fmt: skip
"""Directives that neither take text in nor lay bytes down that are not instructions."""
_ADDRESSES, _SECTIONS = frozenset(("word", "long", "4byte")), frozenset(("section", "pushsection"))
"""A word may be the address of a symbol, as literal pools have it: a number could be an instruction."""


@apart(died=death_found)
@lru_cache(maxsize=256)
def reject(code: str) -> tuple[Finding, ...]:
    """Forbidden constructs in a source, with their lines; each once."""
    problem = unreadable(code)
    if problem:
        return (Finding(problem, 1),)
    return tuple(dict.fromkeys(_findings(joined(code))))


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
            text = f"#include of {name[:60] or 'nothing'}: {OFFERED_HEADERS}"
            yield Finding(text, line_of(read, match.start()))
    for pattern, what in _FORBIDDEN:
        for match in pattern.finditer(plain):
            yield Finding(what or match[0].strip(), line_of(plain, match.start()))
    for match in _PROBE.finditer(read):
        if not _PROBED.fullmatch(match[1]):
            yield Finding(f"__has_include of {match[1].strip()[:60] or 'nothing'}", line_of(read, match.start()))
    for match in _NO_CODE_BEFORE_MAIN.finditer(plain):
        if _in_attribute(plain, match.start()):
            yield Finding(f"{match[0]}: the start-up code calls main alone", line_of(plain, match.start()))
    for match in _SECTION.finditer(lines):
        if not is_offered_section(match[1]) and _in_attribute(plain, match.start()):
            yield Finding(f"section {match[1]}: {OFFERED_SECTIONS}", line_of(plain, match.start()))
    yield from _assembly(lines)


def _assembly(lines: str) -> Iterator[Finding]:
    """Directives and breakpoints in the texts of asm, within functions and between them."""
    for match in re.finditer(r'"((?:\\.|[^"\\\n])*)"', lines):
        forbidden = next(filter(None, map(_forbidden_directive, _DIRECTIVE.finditer(match[1]))), "")
        if forbidden and _in_assembly(lines, match.start()):
            yield Finding(forbidden, line_of(lines, match.start()))


def _forbidden_directive(match: re.Match[str]) -> str:
    """How the log calls it; "" where it may stand."""
    if match["word"]:
        return "breakpoint" if match["word"].lower() == "bkpt" else f"assembler directive .{match['word'].lower()}"
    name, operand = match["name"].lower(), match["operand"]
    if name in _SECTIONS:
        return "" if is_offered_section(operand) else f"section {operand}: {OFFERED_SECTIONS}"
    if name in _HARMLESS or (name in _ADDRESSES and operand and not operand[0].isdigit()):
        return ""
    return f"assembler directive .{name}"


def refused(bundle: EnvironmentBundle, candidate: Candidate) -> Sequence[Finding]:
    """See `Refuses`."""
    return reject(candidate.code)


def line_of(code: str, offset: int) -> int:
    return code.count("\n", 0, offset) + 1


def _in_attribute(plain: str, offset: int) -> bool:
    """Whether a word stands within the brackets of an attribute, and is no function of the program."""
    before = plain[max(0, offset - _ATTRIBUTE_CHARACTERS) : offset]
    opened = max(before.rfind("__attribute"), before.rfind("[["))
    inside = before[opened:]
    return opened >= 0 and sum(map(inside.count, "([")) > sum(map(inside.count, ")]"))


def _in_assembly(bare: str, offset: int) -> bool:
    """Whether an asm statement is open before a string literal."""
    opened = max((match.start() for match in _ASSEMBLY.finditer(bare, 0, offset)), default=-1)
    return opened >= 0 and ";" not in without_comments(bare[opened:offset], and_texts=True)
