"""MachineCode: functions as objdump lists them: instructions with their operands, jumps and what they refer to.

Two instruction sets, x86-64 in AT&T syntax and Thumb, each told by an `InstructionSet`. What programs mean the same is
`dataflow_form`. Read as text, since what is assembled is hostile and objdump runs in the sandbox.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from resources.domains.fingerprints import digest

_FUNCTION = re.compile(r"([0-9a-f]+) <([^>]+)>:$")
_SECTION = re.compile(r"Disassembly of section (\S+):$")
_INSTRUCTION = re.compile(r"\s+([0-9a-f]+):\t(.*)$")
_RELOCATION = re.compile(r"\s+[0-9a-f]+: R_\w+\s+(\S+)$")
_TARGET = re.compile(r"\b([0-9a-f]+) <([^>]+)>")
_SYMBOL = re.compile(r"([0-9a-f]{8,16}) .{7} (\S+)\t([0-9a-f]+)\s+(?:\.hidden )?(\S+)$")
_CONTENT = re.compile(r" ([0-9a-f]+) ((?:[0-9a-f]{2,8} ){1,4})")
_REFERENCE = re.compile(r"(.+?)([+-]0x[0-9a-f]+)?$")
SEEN_BYTES = 32
"""Of data that code refers to, from there on."""


class Instruction(NamedTuple):
    """`target` is the address of a jump within the section, None for others; `refers` what its relocation names."""

    address: int
    name: str
    operands: tuple[str, ...]
    target: int | None
    refers: str


class Symbol(NamedTuple):
    section: str
    offset: int


@dataclass(frozen=True)
class InstructionSet:
    """`registers` finds the registers of an operand, `family` says which register one is part of."""

    registers: re.Pattern[str]
    family: Callable[[str], str]
    target_first: bool
    arguments: tuple[str, ...]
    results: tuple[str, ...]
    clobbered: tuple[str, ...]


@dataclass(frozen=True)
class MachineCode:
    """`functions` by name, `sections` the bytes by name, `symbols` where a name stands."""

    functions: Mapping[str, tuple[Instruction, ...]]
    sections: Mapping[str, bytes]
    symbols: Mapping[str, Symbol]

    @cached_property
    def size(self) -> int:
        return sum(map(len, self.functions.values()))

    def data(self, reference: str) -> str:
        """What stands where a relocation points to: bytes where there are some, "" where it is no data of this file."""
        match = _REFERENCE.fullmatch(reference)
        name, shift = (match[1], int(match[2] or "0", 16)) if match else (reference, 0)
        place = self.symbols.get(name) or (Symbol(name, 0) if name in self.sections or name.startswith(".") else None)
        if place is None or place.section.startswith("*") or place.section.startswith(".text"):
            return ""
        content = self.sections.get(place.section)
        if content is None:
            return "zeros"
        start = max(0, place.offset + shift)
        return digest(content[start : start + SEEN_BYTES])


def read_listing(listing: str, symbols: str, contents: str) -> MachineCode:
    """From what `objdump -dr --no-show-raw-insn`, `objdump -t` and `objdump -s` print."""
    places = {
        match[4]: Symbol(match[2], int(match[1], 16)) for match in map(_SYMBOL.search, symbols.splitlines()) if match
    }
    return MachineCode(_functions(listing), _sections(contents), places)


def _functions(listing: str) -> dict[str, tuple[Instruction, ...]]:
    functions: dict[str, list[Instruction]] = {}
    own: list[Instruction] = []
    section = ""
    for line in listing.splitlines():
        if match := _SECTION.match(line):
            section = match[1]
        elif match := _FUNCTION.match(line):
            own = functions.setdefault(match[2] if match[2] not in functions else f"{section}:{match[2]}", [])
        elif (match := _RELOCATION.match(line)) and own:
            own[-1] = own[-1]._replace(refers=match[1], target=None)
        elif match := _INSTRUCTION.match(line):
            own.append(_instruction(int(match[1], 16), match[2]))
    return {name: tuple(instructions) for name, instructions in functions.items() if instructions}


def _instruction(address: int, text: str) -> Instruction:
    text = re.split(r"\s+(?:[;@]|# )", text)[0].strip()
    name, _, rest = text.partition("\t") if "\t" in text else text.partition(" ")
    target = _TARGET.search(rest)
    operands = _operands(_TARGET.sub("", rest))
    return Instruction(address, name.strip(), operands, int(target[1], 16) if target else None, "")


def _operands(text: str) -> tuple[str, ...]:
    """Split at commas outside brackets."""
    depth, parts = 0, [""]
    for letter in text.strip():
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return tuple(part.strip() for part in parts if part.strip())


def _sections(contents: str) -> dict[str, bytes]:
    sections: dict[str, bytearray] = {}
    own = bytearray()
    for line in contents.splitlines():
        if line.startswith("Contents of section "):
            own = sections.setdefault(line.removeprefix("Contents of section ").rstrip(":"), bytearray())
        elif match := _CONTENT.match(line):
            own += bytes.fromhex(match[2].replace(" ", ""))
    return {name: bytes(content) for name, content in sections.items()}


_X86_FAMILIES = {
    **{f"{prefix}{letter}x": letter for letter in "abcd" for prefix in ("r", "e", "")},
    **{f"{letter}{half}": letter for letter in "abcd" for half in "lh"},
    **{f"{prefix}{name}": name for name in ("si", "di", "bp", "sp") for prefix in ("r", "e", "")},
    **{f"{name}l": name for name in ("si", "di", "bp", "sp")},
}


def _x86_family(register: str) -> str:
    name = register.lstrip("%")
    return _X86_FAMILIES.get(name, re.sub(r"^(r\d+)[dwb]$", r"\1", re.sub(r"^[yz]mm", "xmm", name)))


_X86_ARGUMENTS = ("di", "si", "d", "c", "r8", "r9", *(f"xmm{number}" for number in range(8)))
X86 = InstructionSet(
    registers=re.compile(r"%\w+"),
    family=_x86_family,
    target_first=False,
    arguments=_X86_ARGUMENTS,
    results=("a", "xmm0"),
    clobbered=("a", "r10", "r11", *_X86_ARGUMENTS),
)
_ARM_NAMES = {"sb": "r9", "sl": "r10", "fp": "r11", "ip": "r12"}
THUMB = InstructionSet(
    registers=re.compile(r"\b(?:r\d+|sb|sl|fp|ip|lr|sp|pc|s\d+|d\d+)\b"),
    family=lambda register: _ARM_NAMES.get(register, register),
    target_first=True,
    arguments=("r0", "r1", "r2", "r3", "s0", "s1"),
    results=("r0", "s0"),
    clobbered=("r0", "r1", "r2", "r3", "r12", "s0", "s1"),
)


def blocks(instructions: Sequence[Instruction]) -> list[list[int]]:
    """Places of instructions that run one after the other."""
    jumps = {instruction.target for instruction in instructions if instruction.target is not None}
    found: list[list[int]] = [[]]
    for place, instruction in enumerate(instructions):
        if instruction.address in jumps and found[-1]:
            found.append([])
        found[-1].append(place)
        if instruction.target is not None or instruction.name.startswith(("ret", "bx", "ud2")):
            found.append([])
    return [block for block in found if block]
