"""Listing: the text of a compiled program, taken apart: scopes, signals, functors, events, instructions and threads."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from resources.domains.chip_design.execution.compiled.words import Unreadable

_LINE = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^";])*')
_SCOPE = re.compile(r'^(S_\w+) \.scope (\S+), "((?:[^"\\]|\\.)*)"')
_PORT = re.compile(r'^\.port_info \d+ /(\w+)\s+\d+ "((?:[^"\\]|\\.)*)"')
_SIGNAL = re.compile(
    r'^(v\w+) \.(var|net8?)(/\S+)? \*?(?:"((?:[^"\\]|\\.)*)"|(v\w+) (\d+)), (-?\d+) (-?\d+)(?:, (\S+))?'
)
_ARRAY = re.compile(r'^(v\w+) \.array(/\S+)? "((?:[^"\\]|\\.)*)", (-?\d+) (-?\d+)(?:, (-?\d+) (-?\d+))?')
_DEVICE = re.compile(r"^(\w+) \.([\w/.]+) (.*)$", re.DOTALL)
_EVENT = re.compile(r"^(E\w+(?:/\d+)?) \.event(?:/(or))? (.*)$")
_CODE = re.compile(r"^(?:(\S+) )?(%[\w/]+)\s*(.*)$", re.DOTALL)
_LABEL = re.compile(r"^(T\S+|t_\d+) ?$")
_THREAD = re.compile(r"^\.thread (\S+?)(?:, \$(\w+))?$")
_FILES = "# The file index"
"""The line after the last thread."""
_SKIPPED = ("P_", ":", "#", ".timescale", ".scope")


class Instruction(NamedTuple):
    """`arguments` as they stand there."""

    kind: str
    arguments: Sequence[str]
    text: str


class Signal(NamedTuple):
    """A variable (`driver` is "") or a net, or a memory of `words` words."""

    label: str
    name: str
    scope: str
    width: int
    two_valued: bool
    driver: str = ""
    words: int = 0


class Device(NamedTuple):
    """What drives a net."""

    kind: str
    arguments: str


class Thread(NamedTuple):
    start: str
    kind: str


@dataclass
class Listing:
    """`root` is the label of the module without a parent; `members` are labels of signals by scope."""

    root: str = ""
    ports: dict[str, str] = field(default_factory=dict)
    signals: dict[str, Signal] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    elements: dict[str, dict[int, str]] = field(default_factory=dict)
    devices: dict[str, Device] = field(default_factory=dict)
    events: dict[str, Sequence[str]] = field(default_factory=dict)
    functions: dict[str, int] = field(default_factory=dict)
    code: list[Instruction] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    threads: list[Thread] = field(default_factory=list)

    def members(self, scope: str) -> list[Signal]:
        return [signal for signal in self.signals.values() if signal.scope == scope]


def listing_of(program: str, top: str) -> Listing:
    """Lines of other forms, as of an enumeration's names, are left out: what refers to one finds no such label.

    Raises Unreadable where it is not clear where the code ends: texts in it hold what they like, but no line's end.
    """
    lines = program.split("\n")
    ends = [place for place, line in enumerate(lines) if line.startswith(_FILES)]
    if len(ends) != 1:
        raise Unreadable("a program without one list of files at its end")
    reader = _Reader(top)
    for line in lines[: ends[0]]:
        reader.read(_LINE.match(line.strip())[0])  # type: ignore[index]
    return reader.listing


class _Reader:
    def __init__(self, top: str) -> None:
        self.listing, self._top, self._scope = Listing(), top, ""

    def read(self, line: str) -> None:
        if match := _SCOPE.match(line):
            self._enter(match, line[match.end() :])
        elif not line or line.startswith(_SKIPPED):
            return
        elif match := _PORT.match(line):
            if self._scope == self.listing.root:
                self.listing.ports[match[2]] = match[1]
        elif match := _THREAD.match(line):
            self.listing.threads.append(Thread(match[1], match[2] or ""))
        elif match := _LABEL.match(line):
            self.listing.labels[match[1]] = len(self.listing.code)
        elif match := _CODE.match(line):
            self._instruct(match)
        elif not self._declare(line) and line.startswith(".thread"):
            raise Unreadable(f"the line {line[:60]}")

    def _enter(self, match: re.Match[str], rest: str) -> None:
        self._scope, kind = match[1], match[2]
        if kind == "module" and match[3] == self._top and ", S_" not in rest:
            self.listing.root = self._scope
        if width := re.match(r"(?:auto)?function\.vec[24]\.[su](\d+)$", kind):
            self.listing.functions[self._scope] = int(width[1])

    def _instruct(self, match: re.Match[str]) -> None:
        if match[1]:
            self.listing.labels[match[1]] = len(self.listing.code)
        arguments = tuple(argument.strip() for argument in match[3].split(",")) if match[3].strip() else ()
        self.listing.code.append(Instruction(match[2], arguments, match[3]))

    def _declare(self, line: str) -> bool:
        listing = self.listing
        if match := _EVENT.match(line):
            listing.events[match[1]] = (*filter(None, [match[2]]), *match[3].split(", "))
        elif match := _SIGNAL.match(line):
            width = abs(int(match[7]) - int(match[8])) + 1
            signal = Signal(match[1], match[4] or "", self._scope, width, "2" in (match[3] or ""), match[9] or "")
            if match[2] != "var" and not signal.driver:
                return False
            if match[5]:
                listing.elements.setdefault(match[5], {})[int(match[6])] = match[1]
                listing.signals[match[5]] = listing.signals[match[5]]._replace(width=width)
            self._add(signal)
        elif match := _ARRAY.match(line):
            width = abs(int(match[6]) - int(match[7])) + 1 if match[6] else 0
            words = abs(int(match[4]) - int(match[5])) + 1
            self._add(Signal(match[1], match[3], self._scope, width, "2" in (match[2] or ""), words=words))
        elif match := _DEVICE.match(line):
            listing.devices[match[1]] = Device(match[2], match[3])
        else:
            return False
        return True

    def _add(self, signal: Signal) -> None:
        self.listing.signals[signal.label] = signal
        if self._scope == self.listing.root and signal.name:
            self.listing.named.setdefault(signal.name, signal.label)


def edges_of(events: Mapping[str, Sequence[str]], label: str) -> list[tuple[str, str]]:
    """What an event waits for: kinds (`posedge`, `negedge`, `edge`) with labels of signals."""
    kind, *labels = events.get(label, ("or",))
    if kind != "or":
        return [(kind, signal) for signal in labels]
    return [edge for each in labels for edge in edges_of(events, each)]
