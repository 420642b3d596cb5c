"""Reading AT&T assembly: statements with their offsets, mnemonics and operands. Any text is accepted.

The reject stage, cheap checks, cheats and fault rules read a candidate through this. What the assembler itself
made of a text is `stages.objects`; what a register or flag means stands in `registers`.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache

from resources.domains.code_optimization.language.character_constants import CHARACTER
from resources.domains.faults import Change

PREFIXES = frozenset(
    "lock rep repe repz repne repnz data16 data32 addr32 rex rex.w notrack bnd cs ds es fs gs ss xacquire"
    " xrelease".split()
)
_TOKEN = re.compile(
    r"""(?P<block>/\*.*?(?:\*/|\Z))|(?P<string>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^\n\\])'?)"""
    r"""|(?P<comment>\#[^\n]*|^[ \t]*/(?!\*)[^\n]*)|(?P<end>[\n;])""",
    re.DOTALL | re.MULTILINE,
)
_LABEL = re.compile(r'\s*((?:[\w.$@]+|"[^"\n]*"))\s*:(?!:)')
_WORD = re.compile(r"\s*([^\s,]+)")
_ASSIGNMENT = re.compile(r"\s*([\w.$]+)\s*=[^=]")


class Kind(Enum):
    """What a statement is."""

    LABEL = "label"
    DIRECTIVE = "directive"
    INSTRUCTION = "instruction"


@dataclass(frozen=True)
class Operand:
    """code[start:end] is `text`, without white space around it."""

    text: str
    start: int
    end: int

    @property
    def is_register(self) -> bool:
        return self.text.startswith("%") and ":" not in self.text and "(" not in self.text

    @property
    def is_immediate(self) -> bool:
        return self.text.startswith("$")

    @property
    def is_memory(self) -> bool:
        """An address in memory; a bare name counts, since only branches take it otherwise."""
        return not self.text.startswith(("%", "$", "*")) or ":" in self.text


@dataclass(frozen=True)
class Statement:
    """One statement. `name` is the label, directive or mnemonic in lower case (labels: as written).

    Offsets are in characters; `line` is 1-based. `prefixes` are an instruction's, such as "rep".
    """

    kind: Kind
    name: str
    name_start: int
    name_end: int
    start: int
    end: int
    line: int
    operands: tuple[Operand, ...] = ()
    prefixes: tuple[str, ...] = ()

    @property
    def first(self) -> Operand:
        """The first operand; an empty one behind the statement where there is none."""
        return self.operands[0] if self.operands else Operand("", self.end, self.end)

    @property
    def last(self) -> Operand:
        """An instruction's destination; an empty operand where there is none."""
        return self.operands[-1] if self.operands else Operand("", self.end, self.end)


class Assembly:
    """A text with its statements in order."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", code))]
        self.statements = tuple(self._read())

    @cached_property
    def instructions(self) -> tuple[Statement, ...]:
        return tuple(item for item in self.statements if item.kind is Kind.INSTRUCTION)

    @cached_property
    def labels(self) -> dict[str, Statement]:
        """The first definition of each label."""
        labels: dict[str, Statement] = {}
        for item in self.statements:
            if item.kind is Kind.LABEL:
                labels.setdefault(item.name, item)
        return labels

    @cached_property
    def exported(self) -> tuple[str, ...]:
        """Names made global, in order."""
        return tuple(
            dict.fromkeys(
                operand.text.strip('"')
                for item in self.statements
                if item.kind is Kind.DIRECTIVE and item.name in (".globl", ".global")
                for operand in item.operands
            )
        )

    @cached_property
    def _blocks(self) -> tuple[tuple[int, ...], tuple[tuple[str, str], ...]]:
        """Where a block begins, and its function's and its own label."""
        starts, names, function = [0], [("", "")], ""
        for item in self.statements:
            if item.kind is Kind.LABEL:
                local = item.name.startswith(".L")
                function = function if local else item.name
                starts.append(item.start)
                names.append((function, item.name if local else ""))
        return tuple(starts), tuple(names)

    @cached_property
    def _positions(self) -> dict[int, int]:
        return {item.start: index for index, item in enumerate(self.statements)}

    def block(self, offset: int) -> tuple[str, str]:
        """The function and the local label that a place stands under; "" for none."""
        starts, names = self._blocks
        return names[bisect_right(starts, offset) - 1]

    def position(self, statement: Statement) -> int:
        """The statement's index among all statements."""
        return self._positions[statement.start]

    def line(self, offset: int) -> int:
        return bisect_right(self._line_starts, offset)

    def replace(self, item: Operand, text: str) -> Change:
        return Change(item.start, item.end, item.text, text)

    def rename(self, statement: Statement, name: str) -> Change:
        """Another mnemonic, directive or label."""
        start, end = statement.name_start, statement.name_end
        return Change(start, end, self.code[start:end], name)

    def rewrite(self, statement: Statement, text: str) -> Change:
        return Change(statement.start, statement.end, self.code[statement.start : statement.end], text)

    def insert_before(self, statement: Statement, text: str) -> Change:
        return Change(statement.start, statement.start, "", f"{text}\n\t")

    def remove(self, statement: Statement) -> Change:
        """Cuts a statement; with it the whole line where nothing else stands on it."""
        start, end = statement.start, statement.end
        first = self._line_starts[self.line(start) - 1]
        stop = self.code.find("\n", end)
        stop = len(self.code) if stop < 0 else stop + 1
        if not self.code[first:start].strip() and not self.code[end:stop].strip():
            start, end = first, stop
        return Change(start, end, self.code[start:end], "")

    def _read(self) -> Iterator[Statement]:
        for start, end in self._pieces():
            yield from self._piece(start, end)

    def _pieces(self) -> Iterator[tuple[int, int]]:
        """Spans between line ends, semicolons and comments. A comment in the middle of a statement ends it here."""
        start = 0
        for match in _TOKEN.finditer(self.code):
            if match.lastgroup != "string":
                yield start, match.start()
                start = match.end()
        yield start, len(self.code)

    def _piece(self, start: int, end: int) -> Iterator[Statement]:
        while match := _LABEL.match(self.code, start, end):
            at = match.start(1)
            yield Statement(Kind.LABEL, match[1].strip('"'), at, match.end(1), at, match.end(), self.line(at))
            start = match.end()
        if match := _ASSIGNMENT.match(self.code, start, end):
            at = match.start(1)
            yield Statement(Kind.DIRECTIVE, ".set", at, match.end(1), at, end, self.line(at))
        else:
            yield from self._statement(start, end)

    def _statement(self, start: int, end: int) -> Iterator[Statement]:
        prefixes: list[str] = []
        first = -1
        while match := _WORD.match(self.code, start, end):
            first = match.start(1) if first < 0 else first
            start = match.end()
            if match[1].lower() not in PREFIXES:
                break
            prefixes.append(match[1].lower())
        if first < 0:
            return
        operands = tuple(self._operands(start, end)) if match else ()
        last = operands[-1].end if operands else start
        name, at = (
            (match[1], match.start(1)) if match else (prefixes.pop(), start - len(self.code[first:start].split()[-1]))
        )
        kind = Kind.DIRECTIVE if name.startswith(".") else Kind.INSTRUCTION
        yield Statement(
            kind, name.lower(), at, at + len(name), first, last, self.line(first), operands, tuple(prefixes)
        )

    def _operands(self, start: int, end: int) -> Iterator[Operand]:
        """Split at commas outside parentheses, strings and character constants."""
        depth, quoted, first = 0, False, start
        constants = {place for match in CHARACTER.finditer(self.code, start, end) for place in range(*match.span())}
        for at in range(start, end):
            letter = self.code[at]
            if at in constants and not quoted:
                continue
            if letter == '"' and self.code[at - 1] != "\\":
                quoted = not quoted
            elif not quoted and letter in "()":
                depth += 1 if letter == "(" else -1
            elif not quoted and depth <= 0 and letter == ",":
                yield self._operand(first, at)
                first = at + 1
        if self.code[first:end].strip() or first > start:
            yield self._operand(first, end)

    def _operand(self, start: int, end: int) -> Operand:
        raw = self.code[start:end]
        text = raw.strip()
        at = start + len(raw) - len(raw.lstrip()) if text else start
        return Operand(text, at, at + len(text))


_LONGEST_EDITED = 200_000


@lru_cache(maxsize=64)
def parsed(code: str) -> Assembly:
    """One text is read once, whoever asks for it: cheap checks, diagnostics, faults, rejection."""
    return Assembly(code)


def parse(code: str) -> Assembly | None:
    """None for a text that is too long for editing it to make sense."""
    return parsed(code) if len(code) <= _LONGEST_EDITED else None
