"""Reading ELF files: segments, symbols, code. 32-bit little-endian only; a file that is no such thing raises.

What a program may not contain is `audit`.
"""

import re
import struct
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

_LOAD = 1
_SYMBOL_TABLE = 2
_EXECUTABLE = 4
UNDEFINED, VARIABLE, FUNCTION = 0, 1, 2


class NotAnImage(Exception):
    """The bytes are no ELF file of this kind."""


@dataclass(frozen=True)
class Section:
    name: str
    kind: int
    flags: int
    address: int
    data: bytes
    size: int
    link: int


@dataclass(frozen=True)
class Symbol:
    name: str
    value: int
    size: int
    kind: int
    section: int
    is_global: bool


@dataclass(frozen=True)
class Segment:
    address: int
    data: bytes


class Image:
    """One ELF file. Raises NotAnImage."""

    def __init__(self, content: bytes) -> None:
        if content[:6] != b"\x7fELF\x01\x01":
            raise NotAnImage("no 32-bit little-endian ELF file")
        self._content = content
        header = struct.unpack_from("<HHIIIIIHHHHHH", content, 16)
        self._program_offset, self._section_offset = header[4], header[5]
        self._program_count, self._section_count, self._names_index = header[9], header[11], header[12]

    def segments(self) -> Iterator[Segment]:
        """What is loaded, at the address it is loaded to."""
        for index in range(self._program_count):
            fields = struct.unpack_from("<8I", self._content, self._program_offset + 32 * index)
            if fields[0] == _LOAD and fields[4]:
                yield Segment(fields[3], self._content[fields[1] : fields[1] + fields[4]])

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        raw = [
            struct.unpack_from("<10I", self._content, self._section_offset + 40 * index)
            for index in range(self._section_count)
        ]
        names = raw[self._names_index] if raw else (0,) * 10
        texts = self._content[names[4] : names[4] + names[5]]
        return tuple(
            Section(
                _text(texts, fields[0]),
                fields[1],
                fields[2],
                fields[3],
                b"" if fields[1] == 8 else self._content[fields[4] : fields[4] + fields[5]],
                fields[5],
                fields[6],
            )
            for fields in raw
        )

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        symbols: list[Symbol] = []
        for section in self.sections:
            if section.kind == _SYMBOL_TABLE:
                texts = self.sections[section.link].data
                for offset in range(0, len(section.data) - 15, 16):
                    name, value, size, info, _, index = struct.unpack_from("<IIIBBH", section.data, offset)
                    symbols.append(Symbol(_text(texts, name), value, size, info & 15, index, info >> 4 != 0))
        return tuple(symbols)

    @cached_property
    def addresses(self) -> dict[str, Symbol]:
        """Defined symbols by name; globals win over locals of the same name."""
        defined = [symbol for symbol in self.symbols if symbol.section != UNDEFINED and symbol.name]
        return {symbol.name: symbol for symbol in sorted(defined, key=lambda symbol: symbol.is_global)}

    @cached_property
    def _functions(self) -> list[tuple[int, int, str]]:
        """(first address, last address, name) in order."""
        return sorted(
            (symbol.value & ~1, (symbol.value & ~1) + symbol.size, symbol.name)
            for symbol in self.symbols
            if symbol.kind == FUNCTION and symbol.size
        )

    @cached_property
    def _variables(self) -> list[tuple[int, int, str]]:
        return sorted(
            (symbol.value, symbol.value + symbol.size, symbol.name)
            for symbol in self.symbols
            if symbol.kind == VARIABLE and symbol.size
        )

    def function_at(self, address: int) -> str:
        """The function around an address; "" where there is none."""
        return _around(self._functions, address)

    def variable_at(self, address: int) -> str:
        """The variable around an address; "" where there is none."""
        return _around(self._variables, address)

    @cached_property
    def computes_in_floating_point(self) -> bool:
        """Whether any of its code adds, multiplies, divides or converts numbers with a fraction, in hardware or not."""
        soft = any(re.fullmatch(r"__(?:aeabi|gnu)_[a-z0-9]*[fd](?:add|sub|mul|div|2\w+)\w*", name) or
                   re.fullmatch(r"__aeabi_(?:u?[il]2[fd]|ul2[fd])", name) for name in self.addresses)  # fmt: skip
        return soft or any(_computes(code) for _, code in self.instructions())

    def instructions(self) -> Iterator[tuple[int, int]]:
        """(address, first half-word, with the second above it for 32-bit ones) of all code, without the data in it."""
        yield from self._instructions

    @cached_property
    def _instructions(self) -> tuple[tuple[int, int], ...]:
        """Decoded once: several watchers look for theirs in each scenario."""
        code = ((index, section) for index, section in enumerate(self.sections) if section.flags & _EXECUTABLE)
        return tuple(item for index, section in code if section.data for item in self._decode(index, section))

    def numbers_in_code(self) -> Iterator[range]:
        """Where numbers lie among instructions: literal pools, tables, and what a program laid down there."""
        for index, section in enumerate(self.sections):
            if section.flags & _EXECUTABLE and section.data:
                for start, end, is_code in self._spans(index, section):
                    if not is_code and end > start:
                        yield range(section.address + start, section.address + end)

    def _spans(self, index: int, section: Section) -> Iterator[tuple[int, int, bool]]:
        """(start, end, whether instructions are there), as the assembler's own symbols say."""
        marks = sorted(
            (symbol.value - section.address, symbol.name.startswith("$t"))
            for symbol in self.symbols
            if symbol.section == index and symbol.name[:2] in ("$t", "$d")
        )
        ends = [offset for offset, _ in marks[1:]] + [len(section.data)]
        for (start, is_code), end in zip(marks, ends, strict=True):
            yield start, min(end, len(section.data)), is_code

    def _decode(self, index: int, section: Section) -> Iterator[tuple[int, int]]:
        for start, end, is_code in self._spans(index, section):
            offset = start
            while is_code and 0 <= offset <= end - 2:
                first = int.from_bytes(section.data[offset : offset + 2], "little")
                if first >> 11 in (0b11101, 0b11110, 0b11111):
                    second = int.from_bytes(section.data[offset + 2 : offset + 4], "little")
                    yield section.address + offset, first | second << 16
                    offset += 4
                else:
                    yield section.address + offset, first
                    offset += 2


def _around(ranges: list[tuple[int, int, str]], address: int) -> str:
    index = bisect_right(ranges, (address, 1 << 32, "")) - 1
    return ranges[index][2] if index >= 0 and address < ranges[index][1] else ""


def _computes(code: int) -> bool:
    """VADD, VSUB, VMUL, VDIV, VFMA and their kin, VCVT; not what only moves, negates or compares."""
    first, second = code & 0xFFFF, code >> 16
    if first & 0xEF00 != 0xEE00 or second & 0x0E10 != 0x0A00:
        return False
    return first & 0xB0 != 0xB0 or first & 0x8 != 0


def _text(texts: bytes, offset: int) -> str:
    end = texts.find(b"\0", offset)
    return texts[offset : end if end >= 0 else len(texts)].decode("utf-8", "replace")
