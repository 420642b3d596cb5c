"""What comments say that a module does: those above it and those that follow its header, without licences and forms.

No model reads them. A module whose comments say too little is no task, since nobody could write it from its ports.
"""

import re
from collections.abc import Iterable, Iterator

from resources.domains.chip_design.tasks.importers.wild.folder import COMMENTS
from resources.domains.toolkit.author_words import WORD, is_enough, paragraphs
from resources.domains.toolkit.file_licence import comment_lines

_DIRECTIVE = re.compile(
    r"(?:synthesis|synopsys|pragma|verilator|verilog_lint|spyglass|lint_o|vim:|emacs|-\*-|\$\w+:|`)", re.IGNORECASE
)
_CODE = re.compile(r"(?:assign|wire|reg|always|input|output)\b.*[;,]$|.*[=(\[].*[;{}]$|(?:begin|end|endmodule)$|>>|\$ ")
_NAME = re.compile(r"[A-Za-z_]\w*")
_LINE = 400
_HEADING = 4
"""Words: fewer behind a header are a heading of what follows there."""


def described(above: str, inside: str, module: str) -> str:
    """The paragraphs of both texts' comments; "" where they say too little."""
    said = [*_paragraphs(above), *(item for item in _paragraphs(inside) if len(WORD.findall(item)) > _HEADING)]
    text = "\n\n".join(dict.fromkeys(said))
    return text if is_enough(text, module) else ""


def unspoken(header: str, ports: Iterable[str], description: str) -> list[str]:
    """The ports of which nothing is said: no comment on their lines or above their group, no word in the description
    that they are called by."""
    commented: set[str] = set()
    in_group = False
    for line in header.splitlines():
        code, slashes, comment = line.partition("//")
        told = bool(slashes and WORD.search(comment)) or "/*" in code
        in_group = told if not code.strip() and slashes else in_group and bool(line.strip())
        if told or in_group:
            commented |= set(_NAME.findall(code))
    said = [word.lower() for word in _NAME.findall(description.replace("_", " "))]
    whole = {word.lower() for word in _NAME.findall(description)}
    return [port for port in ports if port not in commented and port.lower() not in whole and not _is_said(port, said)]


def _is_said(port: str, words: list[str]) -> bool:
    """Whether all words of a port's name are used, or longer forms of them."""
    parts = [part for part in port.lower().split("_") if len(part) > 2]
    return bool(parts) and all(any(word.startswith(part) for word in words) for part in parts)


def _paragraphs(text: str) -> Iterator[str]:
    for comment in COMMENTS.findall(text):
        yield from paragraphs(comment_lines(comment), is_aside=_is_directive, is_code=_is_code)


def _is_directive(line: str) -> bool:
    return bool(_DIRECTIVE.match(line))


def _is_code(line: str) -> bool:
    return bool(_CODE.match(line[:_LINE]))
