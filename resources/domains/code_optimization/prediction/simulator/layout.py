"""Where names lie: code by its statements, data by the bytes of its directives.

Sections are told apart as constants, which cannot be written, and data.
"""

import re
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
    ".quad": 8, ".8byte": 8,
}  # fmt: skip
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
    layout, late = Layout(), []
    content, base = layout.constants, CONSTANTS << WINDOW_BITS
    in_code = True
    for item in source.statements:
        if item.kind is Kind.INSTRUCTION:
            code.append(item)
        elif item.kind is Kind.LABEL and item.name.isdigit():
            layout.numbered.setdefault(item.name, []).append(len(code))
        elif item.kind is Kind.LABEL:
            layout.symbols.setdefault(item.name, code_address(len(code)) if in_code else base + len(content))
        elif (section := _section(item)) is not None:
            in_code = section == ".text"
            constants = section.startswith(".rodata")
            content, base = (layout.constants, CONSTANTS) if constants else (layout.data, DATA)
            base <<= WINDOW_BITS
        elif item.name in (".comm", ".lcomm", ".set"):
            _name(layout, item)
        elif not in_code and len(content) < _MAXIMUM_BYTES:
            late += _directive(content, item)
    for content, place, size, text in late:
        _fill(layout, content, place, size, text)
    return layout


def code_address(index: int) -> int:
    return (CODE << WINDOW_BITS) + index * CODE_STEP


def _section(item: Statement) -> str | None:
    if item.name in (".text", ".data", ".bss"):
        return item.name
    if item.name == ".section":
        name = item.first.text.strip('"')
        return ".text" if name.startswith(".text") else name
    return None


def _name(layout: Layout, item: Statement) -> None:
    if item.name == ".set":
        return
    size = _count(item, 1)
    layout.data.extend(bytes(-len(layout.data) % 16))
    layout.symbols.setdefault(item.first.text, (DATA << WINDOW_BITS) + len(layout.data))
    layout.data.extend(bytes(size))


def _count(item: Statement, place: int) -> int:
    text = item.operands[place].text if place < len(item.operands) else "0"
    return min(int(text), _MAXIMUM_BYTES) if text.isdecimal() else 0


Late = list[tuple[bytearray, int, int, str]]
"""Numbers that may name what comes later: the region, the place in it, bytes, and the expression."""


def _directive(content: bytearray, item: Statement) -> Late:
    if item.name in (".align", ".balign", ".p2align"):
        bits = min(_count(item, 0), 64)
        content.extend(bytes(-len(content) % max(1, 1 << min(bits, 6) if item.name == ".p2align" else bits)))
    elif item.name in (".zero", ".skip", ".space"):
        content.extend(bytes(_count(item, 0)))
    elif item.name in (".string", ".asciz", ".ascii"):
        for operand in item.operands:
            content.extend(_text(operand.text[1:-1]) + (b"" if item.name == ".ascii" else b"\0"))
    elif item.name in _SIZES:
        size, start = _SIZES[item.name], len(content)
        content.extend(bytes(size * len(item.operands)))
        return [(content, start + size * place, size, operand.text) for place, operand in enumerate(item.operands)]
    return []


def _fill(layout: Layout, content: bytearray, place: int, size: int, text: str) -> None:
    try:
        value = constant(text, layout.symbols)
    except UnsupportedConstruct:
        return
    content[place : place + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")


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
