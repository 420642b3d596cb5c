"""Bearing: where the changed code touches what the log names. A change that it does not touch has no bearing on it.

Read from the text of the failed attempt: the line that a message names, the statement around it, the name that the
message speaks of, or names that lead from there to the change, each assigned in a line that reads the next.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from resources.generation.diagnosis.differences import LineChange
from resources.generation.diagnosis.reading import CodeLine, code_lines, lines_with
from resources.generation.diagnosis.symptom import Symptom

_ASSIGNS = re.compile(
    r"^(?:\}?\s*else\s+)?(?:if\s*\((?:[^()]|\([^()]*\))*\)\s*)?(?:begin\s+)?(?:[\w']+\s*:\s*(?=[A-Za-z_][^:]*=))?"
    r"(?:(?:assign|wire|reg|logic|signed|unsigned|const|static|volatile|int|long|float|double|auto|u?int\d+_t|size_t|bool)"
    r"\s+|\[[^\]]*\]\s*)*"
    r"(?P<target>[A-Za-z_][\w.]*)(?:\s*\[[^\]]*\])*\s*(?:[-+*/%&|^]|<<|>>)?(?:<=|=)(?![=])\s*(?P<value>.+)$"
)
_SUBJECT = re.compile(r"\b([A-Za-z_]\w+): expected \S+ got ")
_NAME = re.compile(r"[A-Za-z_]\w*")
_CODE_WORD = re.compile(r"\b[A-Z][A-Z0-9]{3,}\b|\b[A-Za-z]\w*_\w+\b")
_MOST_STEPS = 3


class Link(Enum):
    """By what a change touches the symptom: the line that the log names, the line above it, the statement that it is
    part of, a name in the message, names that lead on from there, another line of the log; nothing."""

    LINE, LINE_ABOVE, STATEMENT, NAME, CHAIN, MENTIONED, NOTHING = range(7)


@dataclass(frozen=True)
class Assignment:
    """A line that gives a name its value."""

    line: CodeLine
    target: str
    read: frozenset[str]


@dataclass(frozen=True)
class Bearing:
    """`hunk` is the change that touches the symptom, None where none does. `named` is the line that the log names,
    `name` the name in the message that stands in the failed text; `chain` leads from there to the change, whose line is
    its last. `mentioned` is the number of a changed line with the line of the log that names it."""

    link: Link
    hunk: LineChange | None = None
    named: CodeLine | None = None
    name: str = ""
    chain: tuple[Assignment, ...] = ()
    mentioned: CodeLine | None = None


def bearing(symptom: Symptom, file: str, before: str, hunks: list[LineChange]) -> Bearing:
    """The closest link that any of the changes has."""
    lines = {number: CodeLine(number, text.strip()) for number, text in enumerate(before.splitlines(), 1)}
    number = _named_line(symptom, file)
    named = lines.get(number)
    named = named if named and named.text else None
    name = symbol(symptom, before)
    if number:
        for link, numbers in _near(number, before):
            hunk = next((hunk for hunk in hunks for number in numbers if _holds(hunk, number)), None)
            if hunk is not None:
                return Bearing(link, hunk, named, name)
    for spoken in (name, *_code_words(symptom.first, before)):
        touched = next((hunk for hunk in hunks if spoken and spoken in _names(hunk)), None)
        if touched is not None:
            return Bearing(Link.NAME, touched, named, spoken)
    return _by_chain(before, hunks, named, name) or _mentioned(symptom, file, hunks, named, name)


def answering(symptom: Symptom, file: str, before: str, hunks: list[LineChange]) -> list[LineChange]:
    """The changes that any message of the log bears on: by a line that it names first, then by a name."""
    messages = [item.message for item in symptom.diagnostics] or list(symptom.messages)
    numbers = {item.line for item in symptom.diagnostics} | {number for number, _ in _mentions(symptom, file)}
    names = {word for message in messages for word in _code_words(message, before)}
    by_line = [hunk for hunk in hunks if any(_holds(hunk, number) for number in numbers)]
    return [*by_line, *(hunk for hunk in hunks if hunk not in by_line and names & _names(hunk))]


def told_by(symptom: Symptom, file: str, hunk: LineChange) -> CodeLine | None:
    """Of a change of several lines the line that the log names last, with the log's words: the innermost of a call's
    places, or the note behind an error. None where the log names none of them."""
    if len(hunk.removed) < 2:
        return None
    return next(
        (CodeLine(number, text) for number, text in reversed(_mentions(symptom, file)) if hunk.takes(number)), None
    )


def _mentions(symptom: Symptom, file: str) -> list[tuple[int, str]]:
    """The lines of the candidate's file that the log names, in its order, each with the log's line."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(file)}:(\d{{1,9}})")
    lines = [line.strip() for line in symptom.observation.text.splitlines()]
    return [(int(match[1]), line) for line in lines for match in pattern.finditer(line)]


def _named_line(symptom: Symptom, file: str) -> int:
    """The first message's line; where it has none, the last that a traceback has of the candidate's file; else 0."""
    line = symptom.diagnostics[0].line if symptom.diagnostics else 0
    traced = re.findall(rf'File "(?:[^"\n]*/)?{re.escape(file)}", line (\d{{1,9}})', symptom.observation.text)
    return line or (int(traced[-1]) if traced else 0)


def symbol(symptom: Symptom, code: str) -> str:
    """The name that the first message is about, where the code has it; a figure's name and a number are none."""
    item = next(iter(symptom.diagnostics), None)
    subject = _SUBJECT.search(symptom.first)
    name = (item.symbol if item else "") or (subject[1] if subject else "")
    is_name = bool(re.fullmatch(r"[A-Za-z_]\w*", name)) and name not in symptom.observation.metrics
    return name if is_name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", code) else ""


def _code_words(message: str, code: str) -> list[str]:
    """Words of a message that no language has (`AHB1ENR`, `row_count`), and that the code has."""
    return [word for word in _CODE_WORD.findall(message) if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", code)]


def assignments(code: str) -> list[Assignment]:
    """Lines that assign, as far as one line alone shows it; there may be others."""
    found = []
    for line in code_lines(code):
        match = _ASSIGNS.match(line.text)
        if match and not line.text.startswith(("if ", "while", "for", "return")):
            found.append(Assignment(line, match["target"], frozenset(_NAME.findall(match["value"].partition("//")[0]))))
    return found


def fed(before: str, hunk: LineChange) -> tuple[str, list[CodeLine]]:
    """A name that a changed line gives a value to, and other lines that have it; of several values in one line the name
    whose value changes. "" and none where the line assigns nothing."""
    if not len(hunk.removed) == len(hunk.added) == 1:
        return "", []
    old, new = (line.strip() for line in (hunk.removed[0], hunk.added[0]))
    name = _tuple_target(old, new)
    if not name:
        one, other = (_ASSIGNS.match(line) for line in (old, new))
        name = one["target"] if one and other and one["target"] == other["target"] else ""
    return name, [line for line in lines_with(before, name) if line.number != hunk.line]


def _tuple_target(old: str, new: str) -> str:
    """`a, b = 1, 2` and `a, b = 1, 3`: b."""
    sides = [line.partition("=") for line in (old, new)]
    names, values, others = (
        [part.strip() for part in text.split(",")] for text in (sides[0][0], sides[0][2], sides[1][2])
    )
    if sides[0][0] != sides[1][0] or not 1 < len(names) == len(values) == len(others):
        return ""
    changed = [name for name, value, other in zip(names, values, others, strict=True) if value != other]
    return changed[0] if len(changed) == 1 and changed[0].isidentifier() else ""


def _near(number: int, code: str) -> Iterator[tuple[Link, range]]:
    yield Link.LINE, range(number, number + 1)
    yield Link.LINE_ABOVE, range(number - 1, number)
    statement = _statement(number, code)
    if statement is not None:
        yield Link.STATEMENT, statement


def _statement(number: int, code: str) -> range | None:
    """The lines of the simple statement of Python around a line; None in another language, and where it is one line."""
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    simple = (node for node in nodes if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr | ast.Return))
    around = [
        node for node in simple if node.lineno <= number <= (node.end_lineno or 0) and node.end_lineno != node.lineno
    ]
    return range(around[0].lineno, (around[0].end_lineno or 0) + 1) if around else None


def _by_chain(before: str, hunks: list[LineChange], named: CodeLine | None, name: str) -> Bearing | None:
    """From the named line, or from lines that assign the name, along what they read."""
    known = assignments(before)
    start = [one for one in known if (one.line.number == named.number if named else one.target == name)]
    paths: list[tuple[Assignment, ...]] = [(one,) for one in start]
    for _ in range(_MOST_STEPS):
        longer = [
            (*path, one)
            for path in paths
            for one in known
            if one.target in path[-1].read and all(one.target != step.target for step in path)
        ]
        for path in longer:
            hunk = next((hunk for hunk in hunks if hunk.takes(path[-1].line.number)), None)
            if hunk is not None:
                return Bearing(Link.CHAIN, hunk, named, name, path)
        paths = longer
    return None


def _mentioned(symptom: Symptom, file: str, hunks: list[LineChange], named: CodeLine | None, name: str) -> Bearing:
    """Another line of the log that names a changed line of the candidate's file; nothing where none does."""
    for number, text in _mentions(symptom, file):
        hunk = next((hunk for hunk in hunks if hunk.takes(number)), None)
        if hunk is not None:
            return Bearing(Link.MENTIONED, hunk, named, name, mentioned=CodeLine(number, text))
    return Bearing(Link.NOTHING, None, named, name)


def _holds(hunk: LineChange, number: int) -> bool:
    """Whether the line goes or changes, or lines with something in them are put before it."""
    put_in = not hunk.removed and hunk.line == number and any(line.strip() for line in hunk.added)
    return hunk.takes(number) or put_in


def _names(hunk: LineChange) -> set[str]:
    return {name for line in (*hunk.removed, *hunk.added) for name in _NAME.findall(line)}
