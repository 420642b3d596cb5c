"""A header without comments, directives and names of constants, as the parser reads it. No macros with arguments."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|/\*.*?(?:\*/|\Z)|//[^\n]*', re.DOTALL)
_DIRECTIVE = re.compile(r"\s*#\s*(\w+)\s*(.*)")
_DEFINE = re.compile(r"(\w+)(?:\s+(.*))?$")
_NAME = re.compile(r'"(?:\\.|[^"\\\n])*"|\b[A-Za-z_]\w*\b')
_MOST_CHARACTERS = 30_000
_MOST_ROUNDS = 4
_UNSEEN = re.compile(
    r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)|\b(?:__extension__|_Noreturn|__restrict|restrict)\b"
)


@dataclass
class _Reading:
    """`skipped`: for each open condition, whether its lines do not count."""

    defined: dict[str, str] = field(default_factory=dict)
    skipped: list[bool] = field(default_factory=list)


@dataclass(frozen=True)
class Plain:
    """`defined`: what names stand for, as it is written."""

    text: str
    defined: dict[str, str]


def preprocessed(header: str) -> Plain:
    joined = header[:_MOST_CHARACTERS].replace("\\\n", " ")
    text = _COMMENT.sub(lambda match: match[1] or " ", joined)
    reading = _Reading()
    return Plain("\n".join(_lines(text, reading)), reading.defined)


def _lines(text: str, reading: _Reading) -> Iterator[str]:
    for line in text.split("\n"):
        match = _DIRECTIVE.match(line)
        if match is not None:
            _directive(reading, match[1], match[2].strip())
        elif not any(reading.skipped):
            yield _UNSEEN.sub(" ", _replaced(line, reading.defined))


def _directive(reading: _Reading, name: str, rest: str) -> None:
    skipped = reading.skipped
    if name in ("ifdef", "ifndef"):
        skipped.append((rest in reading.defined) == (name == "ifndef"))
    elif name == "if":
        skipped.append(rest == "0" or "__cplusplus" in rest)
    elif name in ("else", "elif") and skipped:
        skipped[-1] = not skipped[-1] if name == "else" else True
    elif name == "endif" and skipped:
        skipped.pop()
    elif name == "define" and not any(skipped) and (match := _DEFINE.match(rest)):
        reading.defined[match[1]] = match[2] or ""


def _replaced(line: str, defined: dict[str, str]) -> str:
    """Names stand for what they are defined as; a few rounds, as they may stand for each other."""
    for _ in range(_MOST_ROUNDS):
        replaced = _NAME.sub(lambda match: defined.get(match[0], match[0]), line)
        if replaced == line or len(replaced) > _MOST_CHARACTERS:
            break
        line = replaced
    return line if len(line) <= _MOST_CHARACTERS else ""
