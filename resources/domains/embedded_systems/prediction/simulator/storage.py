"""Where a program's variables lie: slots of a frame, the stack, RAM and flash; and which of them a loop keeps in a
register.

What they hold at first is `initialisers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from resources.domains.embedded_systems.execution.mcu.cpu import RAM
from resources.domains.embedded_systems.prediction.simulator.machine import Machine
from resources.domains.embedded_systems.prediction.simulator.memory import CONSTANTS
from resources.domains.embedded_systems.prediction.simulator.shared_variables import Kept
from resources.domains.embedded_systems.prediction.simulator.steps import Statement
from resources.domains.embedded_systems.prediction.simulator.types import (
    Array,
    Floating,
    Integer,
    Kind,
    Names,
    Pointer,
    Specified,
    Void,
)
from resources.domains.embedded_systems.prediction.simulator.values import Code, Frame, Place, given
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_LARGEST_VARIABLE = 1 << 20
_LARGEST_KEPT = 24
"""Bytes: an access through a larger structure, as a peripheral's is, cannot mean so small a variable."""


class _Copy(NamedTuple):
    """Of a variable at an address: where it is, and how large both are."""

    address: int
    copy: int
    size: int


class Storage:
    """Variables of a whole program, and those of the function that is read just now: `begin` before each.

    `contents` is what lies in RAM at first. Of the file's variables, by name: which are used, which are more than
    declared, and which have a first value.
    """

    def __init__(self, machine: Machine, names: Names, free: int, kept: Kept) -> None:
        self.machine, self.names, self.free, self.kept = machine, names, free, kept
        self.constants = CONSTANTS
        self.globals: dict[str, Place] = {}
        self.used, self.defined, self.filled = set[str](), set[str](), set[str]()
        self.contents: list[tuple[int, bytes]] = []
        self._texts: dict[bytes, int] = {}
        self._copies: dict[str, Place] = {}
        self.in_registers = frozenset[str]()
        self.scopes: list[dict[str, Place]] = []
        self.taken = frozenset[str]()
        self.slots, self.stack = 1, 0
        self.is_naked = False
        """Whether the function has no code but its assembly's: parameters are in r0 to r3."""
        self.rest = 0
        """The slot with the address of a variadic function's further arguments; 0 in any other."""

    def begin(self, taken: frozenset[str]) -> None:
        """A function; `taken` are the names whose addresses are used: they lie in memory."""
        self.taken = taken
        self.scopes, self.slots, self.stack = [{}], 1, 0

    @contextmanager
    def scope(self) -> Iterator[None]:
        """A block: names that it declares are forgotten behind it."""
        outside, self.names = self.names, self.names.inner()
        self.scopes.append({})
        yield
        self.scopes.pop()
        self.names = outside

    @contextmanager
    def file_scope(self) -> Iterator[None]:
        """What a block declares as the file's."""
        inside, self.scopes = self.scopes, []
        yield
        self.scopes = inside

    def check_new(self, name: str) -> None:
        """As gcc, refuses a second one of a name in a block; a function's parameters are of its body's."""
        around = self.scopes[0] if len(self.scopes) == 2 else {}
        if name in self.scopes[-1] or name in around:
            raise UnsupportedConstruct(f"{name} is declared twice")
        self.names.check_free(name)

    def declare(self, name: str, kind: Kind) -> Place:
        """A new automatic variable."""
        if isinstance(kind, Integer | Pointer | Floating) and name not in self.taken:
            place = Place(kind, slot=self.slots)
            self.slots += 1
        else:
            place = self.reserve(kind)
        self.scopes[-1][name] = place
        return place

    def reserve(self, kind: Kind) -> Place:
        """Room on the stack."""
        if kind.size > _LARGEST_VARIABLE:
            raise UnsupportedConstruct("a variable of that size on the stack")
        align = max(4, kind.align)
        offset = -(-self.stack // align) * align
        self.stack = offset + kind.size
        return Place(kind, at=lambda f: f[0] + offset, offset=offset)

    def known(self, name: str, kind: Kind, *, is_filled: bool) -> Place | None:
        """One that the file has declared before."""
        place = self.globals.get(name)
        self.names.check_free(name)
        if (place is not None and place.kind != kind) or (name in self.filled and is_filled):
            raise UnsupportedConstruct(f"{name} is declared in two ways")
        return place

    def define(self, name: str, place: Place, *, is_filled: bool, is_promise: bool) -> None:
        self.globals[name] = place
        if is_filled:
            self.filled.add(name)
        if is_filled or not is_promise:
            self.defined.add(name)

    def lay(self, kind: Kind, specified: Specified) -> Place:
        """For the whole run: what is constant lies in the flash."""
        return self._laid(kind, "const" in specified.words and not isinstance(kind, Pointer))

    def _laid(self, kind: Kind, is_constant: bool) -> Place:
        align = max(4, kind.align)
        if is_constant:
            address = -(-self.constants // align) * align
            self.constants = address + kind.size
        else:
            address = -(-self.free // align) * align
            self.free = address + kind.size
        return Place(kind, address=address, is_constant=is_constant)

    def put(self, place: Place, parts: Iterator[tuple[Place, Code]]) -> None:
        """The first content of a variable that lasts."""
        content = bytearray(place.kind.size)
        for part, value in parts:
            _fill(content, part, value, place.address)
        if place.address >= RAM:
            self.contents.append((place.address, bytes(content)))
        else:
            self.machine.memory.burn(place.address, bytes(content))

    def text_address(self, content: bytes) -> int:
        """Where a text of the program lies."""
        if content not in self._texts:
            self._texts[content] = self._laid(Array(Integer(1, False), len(content)), True).address
            self.machine.memory.burn(self._texts[content], content)
        return self._texts[content]

    def variable(self, name: str) -> Place | None:
        """None for a name that is no variable."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        place = self.globals.get(name)
        if place is not None:
            self.used.add(name)
        return self._copy_of(name, place) if place is not None and name in self.in_registers else place

    def _copy_of(self, name: str, place: Place) -> Place:
        """Where a variable's value is kept while it is in a register."""
        if name not in self._copies:
            self._copies[name] = self._laid(place.kind, False)
        return self._copies[name]

    def kept_through(self, start: int, read: Callable[[], Statement]) -> Statement:
        """A statement that begins at a token, with what is kept in registers through it."""
        kept = self.kept.loops.get(start, frozenset()) - self.in_registers
        names = {name for name in kept & self.globals.keys() if self.globals[name].kind.size <= _LARGEST_KEPT}
        if not names:
            return read()
        before, self.in_registers = self.in_registers, self.in_registers | names
        body = read()
        self.in_registers = before
        places = {name: self.globals[name] for name in sorted(names)}
        copies = [
            _Copy(place.address, self._copy_of(name, place).address, place.kind.size) for name, place in places.items()
        ]
        return _in_copies(self.machine, copies, body)


def check_size(kind: Kind) -> None:
    if not kind.size or isinstance(kind, Void):
        raise UnsupportedConstruct("a variable of no size")


def _fill(content: bytearray, part: Place, value: Code, start: int) -> None:
    first = given(value, part.kind).value
    if first is None or not isinstance(part.kind, Integer | Pointer | Floating):
        raise UnsupportedConstruct("a first value that is no constant")
    size, offset = part.kind.size, part.address - start
    number = first & ((1 << 8 * size) - 1)
    if part.bits is not None:
        mask = (1 << part.bits.width) - 1 << part.bits.shift
        before = int.from_bytes(content[offset : offset + size], "little")
        number = before & ~mask | first << part.bits.shift & mask
    content[offset : offset + size] = number.to_bytes(size, "little")


def _in_copies(machine: Machine, copies: Sequence[_Copy], body: Statement) -> Statement:
    """A loop with copies of variables. What it changed is put back behind it."""
    memory = machine.memory

    def run(f: Frame) -> int | None:
        contents = [memory.part(address, size) for address, _, size in copies]
        for (_, copy, _), content in zip(copies, contents, strict=True):
            memory.put(copy, content)
        signal = body(f)
        for (address, copy, size), content in zip(copies, contents, strict=True):
            if memory.part(copy, size) != content:
                memory.put(address, memory.part(copy, size))
                machine.changes += 1
        return signal

    return run
