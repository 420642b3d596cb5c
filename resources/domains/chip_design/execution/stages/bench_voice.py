"""The bench's voice: its prints stand between marks that no candidate knows, so that all else a run prints is not its.

Works on a bench's text: every call that prints gets the marks as further arguments, since each text among them is a
format of its own. What the marks become in a log stands here, too.
"""

import re
from collections.abc import Iterator

from resources.domains.toolkit.candidate_words import Said, interleaved

BEGINS, ENDS = "@BEGINS@", "@ENDS@"
_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|\\[^\s()]+"
    r"|(?P<call>\$(?:(?:display|write|strobe|monitor)[bho]?|error|warning|info|fatal)\b)|(?P<bracket>[()])",
    re.DOTALL,
)
_CODE = re.compile(r"\s*\d+\s*,")
"""What `$fatal` ends with comes before what it prints."""
_TOOLS = re.compile(
    rb"(?:[\w./-]+:\d+: (?:\$(?:finish|stop) called at |Error: System task/function \S+ is not defined )|VCD info: "
    rb"|\w+\.vvp: Program not runnable)[^\n]*\n?"
)
"""Lines of the simulator's own, which do no harm where a candidate prints them."""


def voiced(text: str) -> str:
    """A bench with marks around what it prints. Where its brackets do not match it stays as it is."""
    calls = list(_calls(text))
    for start, end in reversed(calls):
        text = f'{text[:start]}"{BEGINS}", {text[start:end]}, "{ENDS}"{text[end:]}'
    return text


def _calls(text: str) -> Iterator[tuple[int, int]]:
    """Where the arguments of each printing call begin and end, in the order of their ends."""
    open_brackets: list[int] = []
    called = -1
    for token in _TOKEN.finditer(text):
        if token["call"]:
            called = token.end()
        elif token["bracket"] == "(":
            is_print = called >= 0 and not text[called : token.start()].strip()
            open_brackets.append(token.end() if is_print else -1)
            called = -1
        elif token["bracket"] == ")" and open_brackets:
            start = open_brackets.pop()
            if start >= 0 and (given := _printed_part(text, start, token.start())) is not None:
                yield given


def _printed_part(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Without a code before it; None where nothing is printed, or a number alone."""
    code = _CODE.match(text, start, end)
    start = code.end() if code and text[:start].rstrip("( \n\t").endswith("$fatal") else start
    part = text[start:end].strip()
    return (start, end) if part and not part.isdigit() else None


def attributed(log: bytes, begins: bytes, ends: bytes) -> bytes:
    """A run's log without marks, in which the candidate's lines are marked as its own."""
    return interleaved(_said(log, _benchs(begins, ends)))


def _benchs(begins: bytes, ends: bytes) -> re.Pattern[bytes]:
    """What the bench prints, with what Icarus writes around a message of a severity. Where a format lacks an argument,
    it takes the mark at the end for one: the bench's words then go to the end of the line."""
    head, words = rb"(?P<head>(?:FATAL|ERROR|WARNING|INFO): [^\s:]+:\d+: )?", rb"(?P<words>(?:(?!%b).)*?)" % begins
    tail = rb"(?P<tail>(?(head)(?:\n +Time: [^\n]*)?)\n?)"
    return re.compile(head + begins + b"(?:" + words + ends + tail + rb"|(?P<line>[^\n]*\n?))", re.DOTALL)


def _said(log: bytes, benchs: re.Pattern[bytes]) -> Iterator[Said]:
    place = 0
    for match in benchs.finditer(log):
        yield from _others(log[place : match.start()])
        parts = (match["head"], match["words"], match["tail"], match["line"])
        yield Said(b"".join(part for part in parts if part), False)
        place = match.end()
    yield from _others(log[place:])


def _others(text: bytes) -> Iterator[Said]:
    """What the bench did not print: the candidate's lines, and the simulator's."""
    for line in text.splitlines(keepends=True):
        yield Said(line, _TOOLS.fullmatch(line) is None)
