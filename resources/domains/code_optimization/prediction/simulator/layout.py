"""Where names lie: code by its statements, data by the bytes of its directives.

Sections are told apart as constants, which cannot be written, and data.
"""

import re
import struct
from dataclasses import dataclass, field

from resources.domains.code_optimization.language.assembly import Assembly, Kind, Statement
from resources.domains.code_optimization.prediction.simulator.memory import (
    CODE,
    CODE_STEP,
    CONSTANTS,
    DATA,
    WINDOW_BITS,
)
from resources.domains.code_optimization.prediction.simulator.operands import constant
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_SIZES = {
    ".byte": 1, ".value": 2, ".short": 2, ".word": 2, ".hword": 2, ".2byte": 2, ".long": 4, ".int": 4, ".4byte": 4,
    ".quad": 8, ".8byte": 8, ".octa": 16,
}  # fmt: skip
_FLOATS = {".float": "<f", ".single": "<f", ".double": "<d"}
_MAXIMUM_BYTES = 1 << 16
_ESCAPES = {"n": 10, "t": 9, "r": 13, "b": 8, "f": 12, '"': 34, "\\": 92}
_ESCAPED = re.compile(r'\\([0-7]{1,3}|x[0-9a-fA-F]+|.)|([^\\"])', re.DOTALL)


@dataclass
class Layout:
    """`symbols`: addresses of names; code lies at `CODE`. `numbered` are labels such as 1, with the places of the
    instructions behind them, in order. `constants` and `data` are the bytes of the two regions."""

    symbols: dict[str, int] = field(default_factory=dict)
    numbered: dict[str, list[int]] = field(default_factory=dict)
    constants: bytearray = field(default_factory=bytearray)
    data: bytearray = field(default_factory=bytearray)


def lay_out(source: Assembly, code: list[Statement]) -> Layout:
    """Fills `code` with the instructions in order. What is not understood of a directive is left out."""
    return _Placement(code).laid_out(source)


class _Placement:
    """Goes through the statements with the section that they stand in."""

    def __init__(self, code: list[Statement]) -> None:
        self._code, self._layout = code, Layout()
        self._content, self._base, self._in_code = self._layout.constants, CONSTANTS << WINDOW_BITS, True
        self._late: Late = []
        self._unsettled: list[str] = []
        """Labels among the code behind which nothing stands yet: code, or data as people write it there."""

    def laid_out(self, source: Assembly) -> Layout:
        for item in source.statements:
            if item.kind is Kind.INSTRUCTION:
                self._code.append(item)
                self._unsettled.clear()
            elif item.kind is Kind.LABEL:
                self._label(item.name)
            elif (section := _section(item)) is not None:
                self._enter(section)
            elif item.name in (".comm", ".lcomm"):
                _reserve(self._layout, item)
            elif len(self._content) < _MAXIMUM_BYTES:
                self._data(item)
        self._set_names(source)
        for content, place, size, text in self._late:
            _fill(self._layout, content, place, size, text)
        return self._layout

    def _label(self, name: str) -> None:
        if name.isdigit():
            self._layout.numbered.setdefault(name, []).append(len(self._code))
            return
        place = code_address(len(self._code)) if self._in_code else self._base + len(self._content)
        if self._layout.symbols.setdefault(name, place) == place and self._in_code:
            self._unsettled.append(name)

    def _enter(self, section: str) -> None:
        self._in_code = section == ".text"
        is_constant = self._in_code or section.startswith(".rodata")
        self._content, base = (self._layout.constants, CONSTANTS) if is_constant else (self._layout.data, DATA)
        self._base = base << WINDOW_BITS
        self._unsettled.clear()

    def _data(self, item: Statement) -> None:
        """Data among the code are constants; the names before them are theirs."""
        if self._in_code and not _holds_nothing(item):
            place = self._base + len(self._content)
            self._layout.symbols.update(dict.fromkeys(self._unsettled, place))
            self._unsettled.clear()
        self._late += _directive(self._content, item)

    def _set_names(self, source: Assembly) -> None:
        for item in source.statements:
            if item.kind is Kind.DIRECTIVE and item.name in (".set", ".equ") and len(item.operands) == 2:
                try:
                    value = constant(item.operands[1].text, self._layout.symbols)
                except UnsupportedConstruct:
                    continue
                self._layout.symbols[item.first.text] = value


def _holds_nothing(item: Statement) -> bool:
    return item.name not in _DATA_DIRECTIVES


def code_address(index: int) -> int:
    return (CODE << WINDOW_BITS) + index * CODE_STEP


def _section(item: Statement) -> str | None:
    if item.name in (".text", ".data", ".bss"):
        return item.name
    if item.name == ".section":
        name = item.first.text.strip('"')
        return ".text" if name.startswith(".text") else name
    return None


def _reserve(layout: Layout, item: Statement) -> None:
    size = _count(item, 1)
    layout.data.extend(bytes(-len(layout.data) % 16))
    layout.symbols.setdefault(item.first.text, (DATA << WINDOW_BITS) + len(layout.data))
    layout.data.extend(bytes(size))


def _count(item: Statement, place: int) -> int:
    text = item.operands[place].text if place < len(item.operands) else "0"
    try:
        return min(max(int(text, 0), 0), _MAXIMUM_BYTES)
    except ValueError:
        return 0


_DATA_DIRECTIVES = frozenset((*_SIZES, *_FLOATS, ".zero", ".skip", ".space", ".fill", ".string", ".asciz", ".ascii"))
Late = list[tuple[bytearray, int, int, str]]
"""Numbers that may name what comes later: the region, the place in it, bytes, and the expression."""


def _directive(content: bytearray, item: Statement) -> Late:
    if item.name in (".align", ".balign", ".p2align"):
        bits = min(_count(item, 0), 64)
        content.extend(bytes(-len(content) % max(1, 1 << min(bits, 6) if item.name == ".p2align" else bits)))
    elif item.name in (".zero", ".skip", ".space"):
        content.extend(bytes((_count(item, 1) & 0xFF,)) * _count(item, 0))
    elif item.name in (".string", ".asciz", ".ascii"):
        for operand in item.operands:
            content.extend(_text(operand.text[1:-1]) + (b"" if item.name == ".ascii" else b"\0"))
    elif item.name == ".fill":
        size = min(_count(item, 1), 8) if len(item.operands) > 1 else 1
        value = _count(item, 2) & (1 << 8 * size) - 1
        content.extend(value.to_bytes(size, "little") * min(_count(item, 0), _MAXIMUM_BYTES))
    elif item.name in _FLOATS:
        for operand in item.operands:
            content.extend(_float(operand.text, _FLOATS[item.name]))
    elif item.name in _SIZES:
        size, start = _SIZES[item.name], len(content)
        content.extend(bytes(size * len(item.operands)))
        return [(content, start + size * place, size, operand.text) for place, operand in enumerate(item.operands)]
    return []


def _fill(layout: Layout, content: bytearray, place: int, size: int, text: str) -> None:
    try:
        value = int(text, 0) if text.isdecimal() or text.startswith("0x") else constant(text, layout.symbols)
    except (UnsupportedConstruct, ValueError):
        return
    content[place : place + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")


def _float(text: str, form: str) -> bytes:
    try:
        return struct.pack(form, float(text))
    except (ValueError, OverflowError):
        return bytes(struct.calcsize(form))


def _text(inner: str) -> bytes:
    content = bytearray()
    for match in _ESCAPED.finditer(inner):
        escape, plain = match[1], match[2]
        if plain:
            content += plain.encode("utf-8", "replace")
        elif escape[0] == "x":
            content.append(int(escape[1:] or "0", 16) & 0xFF)
        elif escape.isdigit():
            content.append(int(escape, 8) & 0xFF if set(escape) <= set("01234567") else 0)
        else:
            content.append(_ESCAPES.get(escape, ord(escape) & 0xFF))
    return bytes(content)
