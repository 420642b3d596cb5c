"""Under which licence one source file is, by its own words: an SPDX line, or a licence in the comments above its code.

A file that says something of a licence which is not known word by word is under none that is known, whatever lies
beside it. Files that say nothing are under their folder's (`licence_files`).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from resources.domains.toolkit.licence_texts import MAXIMUM_BYTES, licence_identifier, text_fingerprint

UNKNOWN = ""
_SPDX = re.compile(r"SPDX-License-Identifier:[ \t]*([^\n]{1,200})")
_EXPRESSION = re.compile(r"[\w.+() -]+")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_DIRECTIVE = re.compile(r"[`#][^\n]*")
_SPACE = re.compile(r"\s*")
_HASHED = re.compile(r"#([^\n]*)")
_DOCSTRING = re.compile(r"[rRuU]?(\"\"\"|'''|\"|')(.*?)\1", re.DOTALL)
_SAID = re.compile(r"^__licen[cs]e__\s*=\s*([\"'])(.{0,200}?)\1", re.MULTILINE)
_MARKS = " \t\f\v\r/*#=~_+|-"
_SPEAKS = re.compile(
    r"licen[cs]|permission|redistribut|proprietary|confidential|non-?commercial|warrant|public domain|terms of\b",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"(?:please )?(?:see|refer to|read)(?: the)?(?: file)?(?: named)? ['\"]?(?:licen[cs]e|copying)(?:\.\w+)?['\"]?"
    r"(?: file)?(?: (?:for|in|at)\b[^.]*)?(?=[.,;]|$)",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?:(?:this (?:file|code|module|design) is )?(?:licensed|released|distributed|available) under(?: the)?"
    r"(?: terms of the)?|licen[cs]e(?:d under)?\s*[:=])\s+(?P<name>[\w., -]+?)(?: licen[cs]e)?"
    r"(?:,? *\(?see (?:the )?(?:file )?licen[cs]e\b[^()]*\)?)?\.?",
    re.IGNORECASE,
)
_NAMES: Mapping[str, str] = {
    "mit": "MIT",
    "isc": "ISC",
    "apache 2.0": "Apache-2.0",
    "apache-2.0": "Apache-2.0",
    "bsd-2-clause": "BSD-2-Clause",
    "bsd 2-clause": "BSD-2-Clause",
    "bsd-3-clause": "BSD-3-Clause",
    "bsd 3-clause": "BSD-3-Clause",
    "apache license, version 2.0": "Apache-2.0",
    "cc0": "CC0-1.0",
    "cc0-1.0": "CC0-1.0",
    "unlicense": "Unlicense",
}
_NOTICES: Mapping[str, str] = {
    "7a46cf4a5d56898d746584f4fe57bdf5": "Apache-2.0",
    "c40235f98e8998f2e4f5fc5131b16fb3": "Apache-2.0",
    "49e1c42928aa0e06f2ec138853c7cb57": "SHL-0.51",
    "acb0bece3dc447740b87a4db23e0d425": "MPL-2.0",
    "a7891d5763bc6e48071bd0cff7b7aa92": "MPL-2.0",
    "b1165b3a9c3ac2638585a8adb6e0c108": "GPL-3.0-or-later",
    "3e0639e2a9692446a12737e1e8a22455": "GPL-3.0-or-later",
    "c87e4f6e0653992bbd6779eebd769691": "GPL-2.0-or-later",
    "5adb5cf147d7a11ccf9da8126309917f": "GPL-2.0-or-later",
    "d55f73055e58bb45ba8eca26bfe5f3b9": "LGPL-3.0-or-later",
    "25b37bb039a0331f2c11a02414e12e39": "LGPL-3.0-or-later",
    "d3630b4c318dc8106243e3c275652285": "LGPL-2.1-or-later",
    "44a09ce2c40b857d5f648939927762d2": "LGPL-2.1-or-later",
    "c0ad612dff09f3a46d284cd6326222f8": "AGPL-3.0-or-later",
    "d340001e1ba20cb2d52172dea9fb1fad": "AGPL-3.0-or-later",
}
"""Of notices by which files name their licence instead of holding its text: fingerprint → SPDX identifier."""
_MOST_PARAGRAPHS, _MOST_CHARACTERS = 40, 300


def licence_in(text: str, comments_of: Callable[[str], str] | None = None) -> str | None:
    """An SPDX expression; UNKNOWN where the file says something else of a licence; None where it says nothing.

    `comments_of` gives what stands before the file's code (`leading_comments` without it).
    """
    expressions = [found.strip(_MARKS) for found in _SPDX.findall(text)]
    if expressions:
        known = all(_EXPRESSION.fullmatch(item) for item in expressions)
        return " AND ".join(_grouped(sorted(set(expressions)))) if known else UNKNOWN
    comments = (comments_of or leading_comments)(text)
    lines = comments.split("\n")
    named = {licence for line in lines if (licence := _named(line))}
    paragraphs = list(_paragraphs("\n".join(line for line in lines if not _named(line))))
    found = _longest(paragraphs) if len(comments) <= MAXIMUM_BYTES else _Found(range(0), UNKNOWN)
    rest = [item for index, item in enumerate(paragraphs) if index not in found.paragraphs]
    if any(speaks_of_licence(item) for item in rest):
        return UNKNOWN
    return " AND ".join(sorted({*named, found.licence} - {UNKNOWN})) or None


def leading_comments(text: str) -> str:
    """The comments that stand before a file's first code, directives aside, without their marks, one line each."""
    lines: list[str] = []
    place = 0
    while True:
        if space := _SPACE.match(text, place):
            place = space.end()
        if comment := _COMMENT.match(text, place):
            lines += comment_lines(comment[0])
            place = comment.end()
        elif directive := _DIRECTIVE.match(text, place):
            lines.append("")
            place = directive.end()
        else:
            return "\n".join(lines)


def leading_hashes(text: str) -> str:
    """As `leading_comments`, of Python: lines behind `#`, the docstring, and what `__license__` names."""
    lines: list[str] = []
    place = 0
    while True:
        if space := _SPACE.match(text, place):
            lines += [""] * (space[0].count("\n") > 1)
            place = space.end()
        if hashed := _HASHED.match(text, place):
            lines.append(hashed[1].strip(_MARKS))
            place = hashed.end()
        elif docstring := _DOCSTRING.match(text, place):
            lines += ["", *comment_lines(docstring[2]), ""]
            place = docstring.end()
        else:
            said = [f"License: {found[2]}" for found in _SAID.finditer(text)]
            return "\n".join([*lines, "", *said])


def comment_lines(comment: str) -> list[str]:
    """A comment's lines without its marks; lines of decoration become empty."""
    return [line.strip(_MARKS) for line in comment.split("\n")]


def _grouped(expressions: list[str]) -> list[str]:
    return [f"({item})" if " " in item and len(expressions) > 1 else item for item in expressions]


def _paragraphs(comments: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", comments):
        if paragraph.strip():
            yield paragraph.strip()


class _Found(NamedTuple):
    """Which paragraphs are a licence, and which it is."""

    paragraphs: range
    licence: str


def _longest(paragraphs: list[str]) -> _Found:
    """The longest run of paragraphs that is a known licence, or the notice of one."""
    count = min(len(paragraphs), _MOST_PARAGRAPHS)
    for length in range(count, 0, -1):
        for first in range(count - length + 1):
            text = "\n\n".join(paragraphs[first : first + length])
            if licence := _known(text):
                return _Found(range(first, first + length), licence)
    return _Found(range(0), UNKNOWN)


def _known(text: str) -> str:
    if not _SPEAKS.search(text):
        return ""
    return licence_identifier(text) or _NOTICES.get(text_fingerprint(text), "")


def _named(line: str) -> str:
    """The licence that a line names in so many words; "" else."""
    named = _NAMED.fullmatch(line.strip()) if len(line) <= _MOST_CHARACTERS else None
    return _NAMES.get(named["name"].strip().lower(), "") if named else ""


def speaks_of_licence(paragraph: str) -> bool:
    """Whether a paragraph says anything of a licence, but that the folder's file says it."""
    words = " ".join(paragraph.split())
    return bool(_SPEAKS.search(words if len(words) > MAXIMUM_BYTES else _POINTS.sub("", words)))
