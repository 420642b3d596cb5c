"""Operands as functions: what reads one from the machine and what writes it. Built once for each statement."""

import re
from collections.abc import Callable, Mapping

from resources.domains.code_optimization.language.character_constants import numbered
from resources.domains.code_optimization.language.vocabulary import size_of, whole_of
from resources.domains.code_optimization.prediction.simulator.machine import Machine, number_of
from resources.domains.code_optimization.prediction.simulator.memory import MASKS
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

Read = Callable[[], int]
Write = Callable[[int], None]
Symbols = Mapping[str, int]
_ADDRESS = re.compile(r"(.*?)(?:\((\s*%[^()]*|\s*,[^()]*)\))?")
_TERM = re.compile(r"\s*([-+])?\s*([\w.$]+)\s*")
_ALL = MASKS[8]
_HIGH = frozenset(("ah", "bh", "ch", "dh"))


def unsupported() -> None:
    raise UnsupportedConstruct()


def constant(text: str, symbols: Symbols) -> int:
    """An expression of numbers, characters and names, most often a sum. Raises UnsupportedConstruct."""
    text = numbered(text)
    total, place = 0, 0
    while place < len(text):
        match = _TERM.match(text, place)
        if match is None or (place and not match[1]):
            return _Expression(text, symbols).value()
        term = _value(match[2], symbols)
        total += -term if match[1] == "-" else term
        place = match.end()
    return total & _ALL


def _value(term: str, symbols: Symbols) -> int:
    if term in symbols:
        return symbols[term]
    try:
        return int(term, 0)
    except ValueError:
        raise UnsupportedConstruct(term) from None


_TOKEN = re.compile(r"\s*(<<|>>|[-+*/%|&^~()]|[\w.$]+)\s*")
_LEVELS: tuple[Mapping[str, Callable[[int, int], int]], ...] = (
    {"+": lambda one, other: one + other, "-": lambda one, other: one - other},
    {"|": lambda one, other: one | other, "&": lambda one, other: one & other, "^": lambda one, other: one ^ other},
    {
        "*": lambda one, other: one * other,
        "/": lambda one, other: int(one / other) if abs(one) < 1 << 50 else one // other,
        "%": lambda one, other: one % other,
        "<<": lambda one, other: one << (other & 63),
        ">>": lambda one, other: (one & _ALL) >> (other & 63),
    },
)
"""The assembler's operators, those that bind least first: other than in C, shifts bind like products."""
_DEEPEST, _LONGEST = 20, 200


class _Expression:
    """An expression in the assembler's grammar, read from the left."""

    def __init__(self, text: str, symbols: Symbols) -> None:
        self._text, self._symbols, self._place, self._depth = text, symbols, 0, 0
        if len(text) > _LONGEST:
            raise UnsupportedConstruct(text)

    def value(self) -> int:
        value = self._level(0)
        if self._place < len(self._text):
            raise UnsupportedConstruct(self._text)
        return value & _ALL

    def _peek(self) -> str:
        match = _TOKEN.match(self._text, self._place)
        return match[1] if match else ""

    def _take(self) -> str:
        match = _TOKEN.match(self._text, self._place)
        if match is None:
            raise UnsupportedConstruct(self._text)
        self._place = match.end()
        return match[1]

    def _level(self, level: int) -> int:
        if level == len(_LEVELS):
            return self._term()
        total = self._level(level + 1)
        while (operator := self._peek()) in _LEVELS[level]:
            self._take()
            right = self._level(level + 1)
            if operator in "/%" and not right:
                raise UnsupportedConstruct(self._text)
            total = _LEVELS[level][operator](total, right)
        return total

    def _term(self) -> int:
        self._depth += 1
        token = self._take()
        if self._depth > _DEEPEST:
            raise UnsupportedConstruct(self._text)
        if token in "-~+":
            inner = self._term()
            return -inner if token == "-" else ~inner if token == "~" else inner
        if token != "(":
            return _value(token, self._symbols)
        inner = self._level(0)
        if self._take() != ")":
            raise UnsupportedConstruct(self._text)
        return inner


def address(machine: Machine, text: str, symbols: Symbols) -> Read:
    """What computes a memory operand's address. Raises UnsupportedConstruct."""
    match = _ADDRESS.fullmatch(text)
    if match is None or ":" in text:
        raise UnsupportedConstruct(text)
    offset = constant(match[1].strip(), symbols) if match[1].strip() else 0
    parts = [part.strip() for part in (match[2] or "").split(",")]
    base, index, scale = (*parts, "", "")[:3]
    registers = machine.registers
    if base in ("%rip", ""):
        if not index:
            return lambda: offset
        other, factor = _place(index), int(scale or "1")
        return lambda: (offset + registers[other] * factor) & _ALL
    first = _place(base)
    if not index:
        return lambda: (offset + registers[first]) & _ALL
    other, factor = _place(index), int(scale or "1")
    return lambda: (offset + registers[first] + registers[other] * factor) & _ALL


def _place(register: str) -> int:
    whole = whole_of(register)
    if whole is None or size_of(register) != 8:
        raise UnsupportedConstruct(register)
    return number_of(whole)


def reader(machine: Machine, text: str, size: int, symbols: Symbols) -> Read:
    """What reads `size` bytes as a number without sign. Raises UnsupportedConstruct."""
    mask = MASKS[size]
    if text.startswith("$"):
        value = constant(text[1:], symbols) & mask
        return lambda: value
    if text.startswith("%"):
        return _register_reader(machine, text, mask)
    place = address(machine, text, symbols)
    load = machine.memory.load
    return lambda: load(place(), size)


def _register_reader(machine: Machine, text: str, mask: int) -> Read:
    registers, whole = machine.registers, whole_of(text)
    if whole is None:
        raise UnsupportedConstruct(text)
    place = number_of(whole)
    if text[1:] in _HIGH:
        return lambda: registers[place] >> 8 & 0xFF
    if mask == _ALL:
        return lambda: registers[place]
    return lambda: registers[place] & mask


def writer(machine: Machine, text: str, size: int, symbols: Symbols) -> Write:
    """What writes `size` bytes. Four bytes clear a register's upper half. Raises UnsupportedConstruct."""
    if not text.startswith("%"):
        place = address(machine, text, symbols)
        store = machine.memory.store
        return lambda value: store(place(), size, value)
    registers, whole = machine.registers, whole_of(text)
    if whole is None:
        raise UnsupportedConstruct(text)
    number, mask, shift = number_of(whole), MASKS[size], 8 if text[1:] in _HIGH else 0
    kept = _ALL ^ mask << shift

    def part(value: int) -> None:
        registers[number] = registers[number] & kept | (value & mask) << shift

    def all_of_it(value: int) -> None:
        registers[number] = value & mask

    return all_of_it if size >= 4 else part
