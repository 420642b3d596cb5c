"""A C file as what stands at its top: functions, types, values, macros, includes. By tokens, so that no compiler runs.

What it does not understand it takes for something else, and then the compiler refuses what is cut out.
"""

import re
from dataclasses import dataclass, field
from enum import Enum

from resources.domains.toolkit.file_licence import comment_lines

_TOKEN = re.compile(
    r"(?P<comment>//(?:[^\n\\]|\\.)*|/\*.*?(?:\*/|\Z))"
    r"|(?P<text>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    r"|(?P<directive>^[ \t]*\#(?:[^\n\\]|\\.)*)"
    r"|(?P<name>[A-Za-z_]\w*)|(?P<space>\s+)|(?P<other>\d[\w.]*|.)",
    re.DOTALL | re.MULTILINE,
)
_DIRECTIVE = re.compile(r"\s*#\s*(\w+)\s*(.*)", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_]\w*")
_TAG = re.compile(r"\b(?:struct|union|enum)\s+([A-Za-z_]\w*)")
_LAST_NAME = re.compile(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?:=.*)?;?\s*\Z", re.DOTALL)
_ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)")
_NEAR = 300
"""Characters before an item's end in which its name is looked for."""
_KEYWORDS = frozenset(
    "auto break case char const continue default do double else enum extern float for goto if inline int long register "
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool".split()
)


class ItemKind(Enum):
    FUNCTION, PROTOTYPE, TYPE, VALUE, MACRO = "function", "prototype", "type", "value", "macro"


@dataclass(frozen=True)
class CItem:
    """`names` are what it declares, `uses` all names in it; `comment` is the one above a function. What stands under a
    condition of the preprocessor `is_conditional`."""

    kind: ItemKind
    names: tuple[str, ...]
    text: str
    uses: frozenset[str]
    comment: str
    is_conditional: bool


@dataclass(frozen=True)
class CFile:
    """`local` are the files that it includes by name in quotes, `system` the headers in angles."""

    items: tuple[CItem, ...]
    local: tuple[str, ...]
    system: tuple[str, ...]


def file_of(text: str) -> CFile:
    """The file's items, in order."""
    return _Splitter().split(text)


@dataclass
class _Splitter:
    """Goes through the tokens; an item is open from its first token to its `;` or its function's `}`."""

    items: list[CItem] = field(default_factory=list)
    local: list[str] = field(default_factory=list)
    system: list[str] = field(default_factory=list)
    conditions: list[bool] = field(default_factory=list)
    """Of each open one, whether it is a guard, which counts for nothing."""
    guard: str = ""
    parts: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    braces: int = 0
    brackets: int = 0
    is_body: bool = False

    def split(self, text: str) -> CFile:
        for match in _TOKEN.finditer(text):
            kind = str(match.lastgroup)
            if kind == "directive" and not self.parts:
                self._directive(match[0])
            elif self.parts or kind not in ("comment", "space"):
                self._token(kind, match[0])
            elif kind == "comment":
                self.comments.append(match[0])
            elif match[0].count("\n") > 1:
                self.comments = []
        return CFile(tuple(self.items), tuple(self.local), tuple(self.system))

    def _token(self, kind: str, token: str) -> None:
        if token == "{":
            before = next((part for part in reversed(self.parts) if part.strip()), "")
            self.is_body |= self.braces == 0 and self.brackets == 0 and before == ")"
        self.parts.append(" " if kind == "comment" and not self.braces else token)
        self.braces += (token == "{") - (token == "}")
        self.brackets += (token == "(") - (token == ")")
        ends = (token == ";" and self.brackets == 0) or (token == "}" and self.is_body)
        if self.braces <= 0 and ends:
            self._close()

    def _close(self) -> None:
        text = "".join(self.parts).strip()
        if text != ";":
            kind = _kind(text, self.is_body)
            self._add(kind, _names(kind, text), text)
        self.parts, self.comments, self.is_body, self.braces, self.brackets = [], [], False, 0, 0

    def _add(self, kind: ItemKind, names: tuple[str, ...], text: str) -> None:
        said = "\n".join(line for comment in self.comments for line in comment_lines(comment)).strip()
        self.items.append(CItem(kind, names, text, uses_of(text), said, not all(self.conditions)))

    def _directive(self, text: str) -> None:
        found = _DIRECTIVE.match(text)
        word, rest = (found[1], found[2].strip()) if found else ("", "")
        if word == "include":
            (self.local if rest.startswith('"') else self.system).append(rest.strip('<>"').split('"')[0].split(">")[0])
        elif word in ("if", "ifdef", "ifndef"):
            self.conditions.append(word == "ifndef")
            self.guard = rest if word == "ifndef" else ""
            return
        elif word in ("else", "elif") and self.conditions:
            self.conditions[-1] = False
        elif word == "endif" and self.conditions:
            self.conditions.pop()
        elif word == "define" and (name := _NAME.match(rest)) and not (self.guard == rest and self.conditions):
            self._add(ItemKind.MACRO, (name[0],), text.strip())
        if self.guard and not (word == "define" and rest == self.guard):
            self.conditions[-1:] = [False] if self.conditions and word != "endif" else self.conditions[-1:]
        self.guard, self.comments = "", []


def uses_of(text: str) -> frozenset[str]:
    """Names in a text, but for those in comments and strings."""
    tokens = (match for match in _TOKEN.finditer(text))
    words: set[str] = set()
    for match in tokens:
        if match.lastgroup == "name":
            words.add(match[0])
        elif match.lastgroup == "directive":
            words |= set(_NAME.findall(match[0]))
    return frozenset(words - _KEYWORDS)


def without_comments(text: str) -> str:
    return _TOKEN.sub(lambda match: " " if match.lastgroup == "comment" else match[0], text)


def _kind(text: str, is_body: bool) -> ItemKind:
    if is_body:
        return ItemKind.FUNCTION
    outside = text.partition("{")[0]
    if text.startswith("typedef") or (re.match(r"(?:struct|union|enum)\b", text) and "=" not in outside):
        return ItemKind.TYPE
    return ItemKind.PROTOTYPE if "(" in outside.partition("=")[0] else ItemKind.VALUE


def _names(kind: ItemKind, text: str) -> tuple[str, ...]:
    if kind in (ItemKind.FUNCTION, ItemKind.PROTOTYPE):
        found = re.search(r"\b([A-Za-z_]\w*)\s*\(", _ATTRIBUTE.sub(" ", text.partition("{")[0]))
        return (found[1],) if found else ()
    if kind is ItemKind.VALUE:
        before = text.partition("=")[0]
        found = _LAST_NAME.search(before.rstrip("; \n")[-_NEAR:])
        return (found[1],) if found else ()
    names = _TAG.findall(text)
    if text.startswith("typedef") and (last := _LAST_NAME.search(text[-_NEAR:])):
        names.append(last[1])
    if re.match(r"(?:typedef\s+)?enum\b", text):
        names += _NAME.findall(text.partition("{")[2].partition("}")[0])
    return tuple(dict.fromkeys(names))
