"""The linked program as the engine reads it: where the candidate's code lies, and where the rest may be entered.

The file is the linker's; nothing of it is believed beyond its own bytes. What its instructions are is `objects`'.
"""

import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from resources.domains.code_optimization.execution.stages.objects import CODE_SECTION, Instruction
from resources.domains.domain import Finding

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_SYMBOLS, _STACK_SEGMENT = 2, 0x6474E551
_EXECUTE, _WRITE = 1, 2
_FUNCTION, _NO_TYPE, _LOCAL = 2, 0, 0
_PLACES_BETWEEN = (".plt", ".iplt", ".plt.sec", ".plt.got")
"""Entries for functions that the C library picks by the processor: all of them copy, compare or search memory."""
_REQUEST = bytes.fromhex("48c1c703 48c1c70d 48c1c73d 48c1c733")
"""Rotations that leave a register as it was: how a program speaks to valgrind, whatever follows them."""
_DIRECT = re.compile(r"(?:bnd |notrack )*(?:j\w+|call\w*|loop\w*)(?:,p[nt])? +([0-9a-f]+) <")


@dataclass(frozen=True)
class LinkedProgram:
    """`code` are the addresses of the candidate's section, `entries` global functions by name, `functions` where any
    function begins, `between` the library's own branches; `flaws` are what no program may have."""

    code: range
    entries: Mapping[str, int]
    functions: frozenset[int]
    between: tuple[range, ...]
    executable: tuple[range, ...]
    flaws: tuple[str, ...]

    def may_be_called(self, address: int, names: frozenset[str], *, any_function: bool) -> bool:
        """Whether the candidate may go on at an address outside of its code. `names` are what it imports."""
        if any(address in part for part in self.between) or (any_function and address in self.functions):
            return True
        return any(self.entries.get(name) == address for name in names)


@dataclass(frozen=True)
class _Section:
    name: str
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int


def read_program(content: bytes) -> LinkedProgram:
    """Reads a linked 64-bit ELF file. Raises ValueError for anything else."""
    try:
        return _program(content)
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise ValueError(f"not a linked program: {error}") from error


def _program(content: bytes) -> LinkedProgram:
    header = _HEADER.unpack_from(content)
    sections = _sections(content, header)
    own = next((part for part in sections if part.name == CODE_SECTION), None)
    if own is None:
        raise ValueError(f"no section {CODE_SECTION}")
    symbols = list(_symbols(content, sections))
    code = range(own.address, own.address + own.size)
    return LinkedProgram(
        code,
        {name: value for name, binding, _, value in symbols if binding != _LOCAL},
        frozenset(value for _, _, kind, value in symbols if kind == _FUNCTION),
        tuple(range(part.address, part.address + part.size) for part in sections if part.name in _PLACES_BETWEEN),
        tuple(range(part.address, part.address + part.size) for part in sections if part.flags & 4),
        tuple(_flaws(content, header, content[own.offset : own.offset + own.size])),
    )


def _sections(content: bytes, header: tuple[int, ...]) -> list[_Section]:
    offset, count, names_at = header[6], header[12], header[13]
    rows = [_SECTION.unpack_from(content, offset + number * _SECTION.size) for number in range(count)]
    names = rows[names_at][4]
    return [_Section(_text(content, names + row[0]), row[1], row[2], row[3], row[4], row[5], row[6]) for row in rows]


def _text(content: bytes, at: int) -> str:
    return content[at : content.index(b"\0", at)].decode()


def _symbols(content: bytes, sections: list[_Section]) -> Iterator[tuple[str, int, int, int]]:
    """Name, binding, type and value of each symbol that has a place."""
    for table in (part for part in sections if part.type == _SYMBOLS):
        names = sections[table.link].offset
        rows = _SYMBOL.iter_unpack(content[table.offset : table.offset + table.size])
        for name, information, _, place, value, _ in rows:
            if place and (information & 15) in (_FUNCTION, _NO_TYPE):
                yield _text(content, names + name), information >> 4, information & 15, value


def _flaws(content: bytes, header: tuple[int, ...], code: bytes) -> Iterator[str]:
    offset, count = header[5], header[10]
    for number in range(count):
        kind, flags, *_ = _SEGMENT.unpack_from(content, offset + number * _SEGMENT.size)
        if flags & _EXECUTE and (flags & _WRITE or kind == _STACK_SEGMENT):
            yield "memory that is written and executed"
    if _REQUEST in code:
        yield "a request to valgrind"


def jump_findings(
    program: LinkedProgram, code: Mapping[int, Instruction], imported: frozenset[str]
) -> Iterator[Finding]:
    """Jumps and calls that name an address of the library or the harness in place of a function's name.

    Only those that lead into code count: data among the instructions may look like any jump.
    """
    for flaw in program.flaws:
        yield Finding(flaw, 1)
    for item in code.values():
        match = _DIRECT.match(item.text)
        target = int(match[1], 16) if match else -1
        if target in program.code or not any(target in part for part in program.executable):
            continue
        if not program.may_be_called(target, imported, any_function=False):
            yield Finding(item.text, max(1, item.line))
