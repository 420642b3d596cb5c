"""What comments say that a module does: those above it and those that follow its header, without licences and forms.

No model reads them. A module whose comments say too little is no task, since nobody could write it from its ports.
"""

import re
from collections.abc import Iterable, Iterator

from resources.domains.chip_design.tasks.importers.wild.folder import COMMENTS
from resources.domains.toolkit.file_licence import comment_lines, speaks_of_licence

MINIMUM_WORDS = 12
"""Of a description, beyond the words of the module's name: fewer name a thing and do not say what it does."""
_FORM = re.compile(
    r"[@\\]?(?:company|engineers?|authors?|(?:create|creation|created|last modified|modified)?[ -]?(?:date|on|by)"
    r"|created|project(?: name)?|target devices?|tool ?versions?|tools?|dependencies|revisions?(?: [\d.]+)?|rev"
    r"|version|file ?name|file|module(?: name)?|design(?: name)?|additional comments?|copyright|e-?mails?"
    r"|organi[sz]ation|history|todo|cvs|language|standard|platform|department|group|student|ver|who|url|web(?:site)?"
    r"|contact|spdx[\w-]*|licen[cs]e)\b\s*(?:[:=-].*|\(c\).*|\d.*|)",
    re.IGNORECASE,
)
"""Lines of the forms that tools put at the head of a file."""
_DIRECTIVE = re.compile(
    r"(?:synthesis|synopsys|pragma|verilator|verilog_lint|spyglass|lint_o|vim:|emacs|-\*-|\$\w+:|`)", re.IGNORECASE
)
_LABEL = re.compile(
    r"^[@\\]?(?:description|brief|purpose|function(?:ality)?|overview|abstract|summary|details)\s*[:=-]+\s*",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?:assign|wire|reg|always|input|output)\b.*[;,]$|.*[=(\[].*[;{}]$|(?:begin|end|endmodule)$|>>|\$ ")
_NAME = re.compile(r"[A-Za-z_]\w*")
_LINE = 400
_HEADING = 4
"""Words: fewer behind a header are a heading of what follows there."""
_WORD = re.compile(r"[A-Za-z]{2,}")


def described(above: str, inside: str, module: str) -> str:
    """The paragraphs of both texts' comments; "" where they say too little."""
    paragraphs = [*_paragraphs(above), *(item for item in _paragraphs(inside) if len(_WORD.findall(item)) > _HEADING)]
    text = "\n\n".join(dict.fromkeys(paragraphs))
    named = {word.lower() for word in _WORD.findall(module.replace("_", " "))}
    words = [word for word in _WORD.findall(text) if word.lower() not in named]
    return text if len(words) >= MINIMUM_WORDS else ""


def unspoken(header: str, ports: Iterable[str], description: str) -> list[str]:
    """The ports of which nothing is said: no comment on their lines or above their group, no word in the description
    that they are called by."""
    commented: set[str] = set()
    in_group = False
    for line in header.splitlines():
        code, slashes, comment = line.partition("//")
        told = bool(slashes and _WORD.search(comment)) or "/*" in code
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
        lines: list[str] = []
        for line in [*comment_lines(comment), ""]:
            if line.strip():
                lines.append(line)
            elif lines:
                yield from _kept(lines)
                lines = []


def _kept(lines: list[str]) -> Iterator[str]:
    """A paragraph without forms and labels; nothing of one that speaks of a licence, is code, or only a heading."""
    said = [_LABEL.sub("", line) for line in lines if not _FORM.fullmatch(line) and not _DIRECTIVE.match(line)]
    said = [line for line in said if line.strip()]
    if not said or speaks_of_licence("\n".join(said)) or all(_CODE.match(line[:_LINE]) for line in said):
        return
    if len(said) > 1 or not said[0].rstrip().endswith(":"):
        yield "\n".join(said)
