"""Selected item: which item of a `case` statement a value chooses, read from Verilog's text. What is said is `places`.

Nothing is found where the text alone does not decide: a selector with two statements, a label that is no number before
the item, a statement within the statement, a comment of several lines, a second module, which may use the name anew.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from resources.generation.diagnosis.differences import LineChange

_LITERAL = (
    r"(?:\d{1,9}\s*)?'[sS]?(?:[bB][01_]{1,99}|[oO][0-7_]{1,99}|[dD][0-9_]{1,99}|[hH][0-9a-fA-F_]{1,99})(?![0-9a-fA-F_])"
    r"|\d{1,99}(?!\d)"
)
_LABELS = re.compile(rf"\s*(?P<labels>(?:{_LITERAL})(?:\s*,\s*(?:{_LITERAL}))*)\s*:")
_OTHER_LABEL = re.compile(r"\s*(?!default\b)[\w`{('][^;=]*:(?!:)")
_LABELS_GO_ON = re.compile(rf"\s*(?:{_LITERAL}|\w+)\s*,")
_DEFAULT = re.compile(r"\s*default\b")
_CASE = re.compile(r"\bcase[xz]?\s*\(\s*(?P<selector>[A-Za-z_]\w*)\s*\)\s*$")
_ENDS = re.compile(r"(?:;|\bbegin(?:\s*:\s*\w+)?|\bend(?:case)?)\s*$")
_ONE_DIGIT = re.compile(r"\d")
_BASES = {"b": 2, "o": 8, "d": 10, "h": 16}


@dataclass(frozen=True)
class SelectedItem:
    """`line` is the 1-based number of the line with the label, `last` that of the item's last line."""

    selector: str
    value: int
    line: int
    last: int

    def is_touched_by(self, hunks: Sequence[LineChange]) -> bool:
        return any(self._has(hunk) for hunk in hunks)

    def _has(self, hunk: LineChange) -> bool:
        """What is put in before the label belongs to the item before."""
        if not hunk.removed:
            return self.line < hunk.line <= self.last
        return hunk.line <= self.last and self.line < hunk.line + len(hunk.removed)


def selected_item(code: str, fields: Mapping[str, str]) -> SelectedItem | None:
    """The item of the first field that chooses one. A field's value counts where it is one digit, the same in every
    base that a bench may print in."""
    lines = [line.partition("//")[0].rstrip() for line in code.splitlines()]
    if "/*" in code or code.count("endmodule") != 1:
        return None
    values = {name: int(value) for name, value in fields.items() if _ONE_DIGIT.fullmatch(value)}
    items = (_item(lines, name, value) for name, value in values.items())
    return next((item for item in items if item is not None), None)


def _item(lines: Sequence[str], name: str, value: int) -> SelectedItem | None:
    """Numbers of lines are 0-based in here."""
    starts = [at for at, line in enumerate(lines) if (found := _CASE.search(line)) and found["selector"] == name]
    if len(starts) != 1 or not re.search(r"\bcase\s*\(", lines[starts[0]]):
        return None
    body = range(starts[0] + 1, _end(lines, starts[0]))
    begins = [at for at in body if _begins_item(lines, starts[0], at)]
    for at, following in pairwise([*begins, body.stop]):
        labels = _LABELS.match(lines[at])
        if labels is None:
            return None
        if value in map(_number, labels["labels"].split(",")):
            return SelectedItem(name, value, at + 1, following)
    return None


def _end(lines: Sequence[str], start: int) -> int:
    """Of a statement the line with its `endcase`; its start where another begins within it."""
    for at in range(start + 1, len(lines)):
        if re.search(r"\bcase[xz]?\b", lines[at]):
            return start + 1
        if re.search(r"\bendcase\b", lines[at]):
            return at
    return start + 1


def _begins_item(lines: Sequence[str], start: int, at: int) -> bool:
    """Whether a label stands there, and no part of a longer expression."""
    if not any(pattern.match(lines[at]) for pattern in (_LABELS, _LABELS_GO_ON, _OTHER_LABEL, _DEFAULT)):
        return False
    before = next((lines[above] for above in range(at - 1, start, -1) if lines[above].strip()), "")
    return not before or _ENDS.search(before) is not None


def _number(literal: str) -> int:
    """Of a label: `2'd1`, `'h3`, `7`; -1, which no field has, of one without digits."""
    _, mark, digits = literal.replace("_", "").partition("'")
    if not mark:
        return int(literal)
    plain = digits.lstrip("sS")
    return int(plain[1:] or "-1", _BASES[plain[0].lower()])
