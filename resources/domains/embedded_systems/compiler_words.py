"""gcc's words for tokens that are missing in a C text: semicolons, brackets, braces, values, quotes.

Each is an `Error` at its place. Names are `name_words`; which errors are said is `foresight`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from resources.domains.embedded_systems.faults.source import Source
from resources.domains.embedded_systems.stages.source_lines import PARTS, without_comments

if TYPE_CHECKING:
    from tree_sitter import Node

_NO_VALUE = re.compile(r"(?:(?<![=!<>])=|\|=|&=|(?<![|&])[|&^]|<<|>>)\s*(;)")
_TOKEN = re.compile(r"\w+|\S")
_FUNCTION = re.compile(r"^(static\s+)?(?:\w+[ *]+)+?(\w+)\([^;{}]*\)\s*\{", re.MULTILINE)


@dataclass(frozen=True)
class Error:
    """`offset` is in characters; `function` is the one that the text around stands in, "" for none. `kind` is a
    warning's where gcc says that, too."""

    offset: int
    words: str
    function: str
    note: str = ""
    kind: str = "error"


def missing_tokens(source: Source) -> Iterator[Error]:
    """Semicolons and brackets that the parser imagined: gcc names the place behind the token before."""
    bare = without_comments(source.code, and_texts=True)
    for node in source.missing_nodes:
        if node.type in (";", ")", "]"):
            at = source.position(node.start_byte)
            expected, offset = f"'{node.type}'", len(bare[:at].rstrip())
            if node.type == ";" and node.parent is not None and node.parent.type == "declaration":
                expected, offset = _after_declarator(node.parent), _next_token(bare, at)
            yield Error(offset, f"expected {expected} before {_named(source.code, bare, at)}", source.function(node))


def _after_declarator(declaration: Node) -> str:
    """What may follow, as gcc lists it."""
    last = declaration.children_by_field_name("declarator")
    set_already = bool(last) and last[-1].type == "init_declarator"
    return "',' or ';'" if set_already else "'=', ',', ';', 'asm' or '__attribute__'"


def _next_token(bare: str, at: int) -> int:
    match = _TOKEN.search(bare, at)
    return match.start() if match else len(bare)


def _named(code: str, bare: str, at: int) -> str:
    """How gcc names the token that stands at or behind a place."""
    match = _TOKEN.search(bare, at)
    texts = code[at : match.start() if match else len(code)].lstrip()
    if texts.startswith('"'):
        return "string constant"
    if match is None:
        return "end of input"
    if match[0][0].isdigit():
        return "numeric constant"
    return f"'{match[0]}'" if match[0][0].isalpha() or match[0][0] == "_" else f"'{match[0]}' token"


def missing_values(source: Source) -> Iterator[Error]:
    """An operator with nothing behind it."""
    bare = without_comments(source.code, and_texts=True)
    for match in _NO_VALUE.finditer(without_comments(source.code)):
        if bare[match.start(1)] == ";":
            yield Error(match.start(1), "expected expression before ';' token", function_at(bare, match.start()))


def open_texts(code: str) -> Iterator[Error]:
    """Quotes that nothing closes in their line; said twice, as a warning and as an error."""
    for match in PARTS.finditer(code):
        text = match["text"] or ""
        if text and (len(text) == 1 or text[-1] != text[0] or text.endswith("\\" + text[0])):
            function = function_at(without_comments(code, and_texts=True), match.start())
            for kind in ("warning", "error"):
                yield Error(match.start(), f"missing terminating {text[0]} character", function, "", kind)


def function_at(bare: str, offset: int) -> str:
    """The last function that begins before a place and is still open."""
    found = list(_FUNCTION.finditer(bare, 0, offset))
    inside = bool(found) and bare.count("{", found[-1].start(), offset) > bare.count("}", found[-1].start(), offset)
    return found[-1][2] if inside else ""


def unclosed(code: str) -> Iterator[Error]:
    """Of a text with one brace too few: static functions that now stand within another, and the text's end."""
    bare = without_comments(code, and_texts=True)
    if bare.count("{") - bare.count("}") != 1:
        return
    opened = outer = ""
    hidden = False
    for match in _FUNCTION.finditer(bare):
        depth = bare.count("{", 0, match.start()) - bare.count("}", 0, match.start())
        if depth and not outer:
            outer = opened
        if depth and match[1]:
            hidden = True
            yield Error(match.start(2), f"invalid storage class for function '{match[2]}'", outer)
        elif hidden and match[2] == "main":
            yield Error(match.start(2), "'main' is normally a non-static function [-Wmain]", outer, "", "warning")
        opened = match[2]
    if not hidden:
        end = max(0, len(bare.rstrip()) - 1)
        yield Error(end, "expected declaration or statement at end of input", outer or opened)
