"""What an author says in comments: their paragraphs, without licences, forms that tools put at the head of a file, and
code. No model reads them.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from resources.domains.toolkit.file_licence import speaks_of_licence

MINIMUM_WORDS = 12
"""Of a description, beyond the words of the name: fewer name a thing and do not say what it is."""
WORD = re.compile(r"[A-Za-z]{2,}")
_FORM = re.compile(
    r"[@\\]?(?:company|engineers?|authors?|(?:create|creation|created|last modified|modified)?[ -]?(?:date|on|by)"
    r"|created|project(?: name)?|target devices?|tool ?versions?|tools?|dependencies|revisions?(?: [\d.]+)?|rev"
    r"|version|file ?name|file|module(?: name)?|design(?: name)?|additional comments?|copyright|e-?mails?"
    r"|organi[sz]ation|history|todo|cvs|language|standard|platform|department|group|student|ver|who|url|web(?:site)?"
    r"|contact|spdx[\w-]*|licen[cs]e)\b\s*(?:[:=-].*|\(c\).*|\d.*|)",
    re.IGNORECASE,
)
"""Lines of the forms that tools put at the head of a file."""
_LABEL = re.compile(
    r"^[@\\]?(?:description|brief|purpose|function(?:ality)?|overview|abstract|summary|details)\s*[:=-]+\s*",
    re.IGNORECASE,
)
Judge = Callable[[str], bool]
"""Of one line."""


def paragraphs(lines: Iterable[str], *, is_aside: Judge, is_code: Judge) -> Iterator[str]:
    """Of comments without their marks. Lines that are asides are left out, and paragraphs that are all code."""
    open_lines: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            open_lines.append(line)
        elif open_lines:
            yield from _kept(open_lines, is_aside, is_code)
            open_lines = []


def is_enough(text: str, name: str) -> bool:
    """Whether a description has at least MINIMUM_WORDS beyond its thing's name."""
    named = {word.lower() for word in WORD.findall(name.replace("_", " "))}
    return len([word for word in WORD.findall(text) if word.lower() not in named]) >= MINIMUM_WORDS


def _kept(lines: list[str], is_aside: Judge, is_code: Judge) -> Iterator[str]:
    """A paragraph without forms and labels; nothing of one that speaks of a licence, is code, or only a heading."""
    said = [_LABEL.sub("", line) for line in lines if not _FORM.fullmatch(line) and not is_aside(line)]
    said = [line for line in said if line.strip()]
    if not said or speaks_of_licence("\n".join(said)) or all(map(is_code, said)):
        return
    if len(said) > 1 or not said[0].rstrip().endswith(":"):
        yield "\n".join(said)
