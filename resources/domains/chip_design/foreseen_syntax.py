"""Syntax errors at Icarus's line: that of the first token that it cannot shift. How it goes on is left out.

pyslang often points at the end of the token before, where something is missing.
"""

import re
from collections.abc import Iterator
from typing import Any

from resources.domains.chip_design.syntax import Parsed, code_name, is_token, kind_of, walk

_BETWEEN = re.compile(
    rb"(?:\s|//[^\n]*|/\*.*?\*/|`(?:endif|else)\b|`default_nettype\s+\w+|`timescale[^\n]*)*", re.DOTALL
)
_ABOUT_SYNTAX = re.compile(
    r"Expected\w+|ImplicitNotAllowed|WireDataType|UnexpectedEndDelim|DeclarationsAtStart|Bad\w+Digit|NotAllowedInCU"
)
_TYPED = {"NetPortHeader", "VariablePortHeader", "NetDeclaration"}
_PORT_LIST_ENDS = re.compile(rb",(?:\s|//[^\n]*|/\*.*?\*/)*[,)]", re.DOTALL)


def foreseen_syntax(parsed: Parsed, code: str, file: str) -> str:
    """The log's first line, and what follows where nothing is left to go on with.

    "" where the text parses, or where Icarus may read it otherwise.
    """
    if "`define" in code or not code.isascii():
        return ""
    data = code.encode()
    found = [item for item in parsed.diagnostics if item.isError()]
    separator = _separator(parsed, data, file)
    if separator is not None:
        return separator if len(found) <= 1 else ""
    places = [_next_token(data, item.location.offset) for item in found[:1]]
    places += [item.location.offset for item in found if code_name(item) == "NotAllowedInCU"]
    places += [item.location.offset for item in parsed.diagnostics if code_name(item) == "NonStandardGenBlock"]
    places += _refused_by_icarus(parsed, data)
    if not places or (found and not _ABOUT_SYNTAX.fullmatch(code_name(found[0]))):
        return ""
    if data[min(places) :].startswith(b";") and _in_header(data, min(places)):
        return ""
    ended = data[min(places) :].strip() in (b"", b"endmodule")
    return f"{file}:{_line(data, min(places))}: syntax error\n" + ("I give up.\n" if ended else "")


def _separator(parsed: Parsed, data: bytes, file: str) -> str | None:
    """A comma too many, or a semicolon, between the ports of a header: Icarus names it."""
    for node in walk(parsed):
        if not is_token(node) and kind_of(node) == "AnsiPortList":
            start, end = node.sourceRange.start.offset, node.sourceRange.end.offset
            match = _PORT_LIST_ENDS.search(data[:end], start)
            if match:
                return f"{file}:{_line(data, match.start())}: error: Superfluous comma in port declaration list.\n"
    return None


def _refused_by_icarus(parsed: Parsed, data: bytes) -> Iterator[int]:
    """Where pyslang reads on and Icarus does not: the offsets of the tokens that Icarus cannot shift."""
    types_known = b"typedef" in data or b"::" in data
    before = ""
    for node in walk(parsed):
        kind = kind_of(node)
        if is_token(node):
            if before == "Comma" and kind == "Semicolon":
                yield int(node.location.offset)
            before = kind
        elif kind == "EmptyMember" or (kind == "ImplicitAnsiPort" and _lacks_direction(node)):
            yield int(node.getFirstToken().location.offset)
        elif kind == "ElementSelect" and node.selector is None:
            yield int(node.getLastToken().location.offset)
        elif kind == "NamedType" and not types_known and kind_of(node.parent) in _TYPED:
            yield _next_token(data, node.sourceRange.end.offset)


def _lacks_direction(port: Any) -> bool:
    direction = getattr(port.header, "direction", None)
    return (direction is None or not direction.rawText) and bool(str(port.header).strip())


def _in_header(data: bytes, offset: int) -> bool:
    """Whether a semicolon stands between a header's ports: Icarus takes it for a comma, says so, and reads on."""
    header = data[data.rfind(b"module", 0, offset) : offset]
    return b";" not in header and header.count(b"(") > header.count(b")")


def _next_token(data: bytes, offset: int) -> int:
    """The token that a diagnostic at `offset` is about: where something is missing, the next one."""
    between = _BETWEEN.match(data, offset)
    return between.end() if between else offset


def _line(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1
