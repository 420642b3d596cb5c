"""Variables that last: where they lie, what they hold at first, and which of them a loop keeps in a register."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from resources.domains.embedded_systems.interpretation.code import Code, Frame, Place
from resources.domains.embedded_systems.interpretation.conversions import given
from resources.domains.embedded_systems.interpretation.kinds import Array, Integer, Kind, Pointer, Void
from resources.domains.embedded_systems.interpretation.machine import Machine
from resources.domains.embedded_systems.interpretation.memory import CONSTANTS
from resources.domains.embedded_systems.interpretation.names import Declared, Specified
from resources.domains.embedded_systems.interpretation.sharing import Kept
from resources.domains.embedded_systems.interpretation.statements import Statements
from resources.domains.embedded_systems.interpretation.steps import Statement
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed, Unlinked
from resources.domains.embedded_systems.mcu.cpu import RAM

_LARGEST_KEPT = 24
"""Bytes: an access through a larger structure, as a peripheral's is, cannot mean so small a variable."""


class _Copy(NamedTuple):
    """Of a variable at an address: where it is, and how large both are."""

    address: int
    copy: int
    size: int


class Variables(Statements):
    """Of a whole program. `contents` is what lies in RAM at first. Of the file's variables, by name: which are used,
    which are more than declared, and which have a first value."""

    globals: dict[str, Place]
    used: set[str]
    defined: set[str]
    filled: set[str]
    texts: dict[bytes, int]
    contents: list[tuple[int, bytes]]
    kept: Kept
    in_registers: frozenset[str]
    copies: dict[str, Place]
    free = 0
    constants = CONSTANTS

    def static(self, declared: Declared, specified: Specified) -> Place:
        """A variable for the whole run, with its first content. One that is declared again is the same."""
        kind = self.sized(declared.kind)
        known = self._known(declared.name, kind) if not self.scopes else None
        place = known or self._laid(kind, "const" in specified.words and not isinstance(kind, Pointer))
        if not kind.size or isinstance(kind, Void):
            raise Unfollowed("a variable of no size")
        if kind.size > self.machine.memory.size:
            raise Unlinked("a variable larger than the memory")
        if not self.scopes:
            self._define_variable(declared.name, place, is_promise="extern" in specified.words)
        if self.accept("="):
            content = bytearray(place.kind.size)
            for part, value in self.initialised(place):
                self._fill(content, part, value, place.address)
            if place.address >= RAM:
                self.contents.append((place.address, bytes(content)))
            else:
                self.machine.memory.burn(place.address, bytes(content))
        return place

    def _known(self, name: str, kind: Kind) -> Place | None:
        """One that the file has declared before."""
        place = self.globals.get(name)
        self.names.check_free(name)
        if (place is not None and place.kind != kind) or (name in self.filled and self.token == "="):
            raise Unfollowed(f"{name} is declared in two ways")
        return place

    def _define_variable(self, name: str, place: Place, *, is_promise: bool) -> None:
        self.globals[name] = place
        if self.token == "=":
            self.filled.add(name)
        if self.token == "=" or not is_promise:
            self.defined.add(name)

    def elsewhere(self, declared: Declared, specified: Specified) -> None:
        """The file's variable, though a block around may have one of its name."""
        if self.token == "=":
            raise Unfollowed("a first value for what is elsewhere")
        inside, self.scopes = self.scopes, []
        place = self.static(declared, specified)
        self.scopes = inside
        if any(declared.name in scope for scope in inside):
            self.scopes[-1][declared.name] = place

    def _laid(self, kind: Kind, is_constant: bool) -> Place:
        align = max(4, kind.align)
        if is_constant:
            address = -(-self.constants // align) * align
            self.constants = address + kind.size
        else:
            address = -(-self.free // align) * align
            self.free = address + kind.size
        return Place(kind, address=address, is_constant=is_constant)

    def _fill(self, content: bytearray, part: Place, value: Code, start: int) -> None:
        first = given(value, part.kind).value
        if first is None or not isinstance(part.kind, Integer | Pointer):
            raise Unfollowed("a first value that is no constant")
        size, offset = part.kind.size, part.address - start
        number = first & ((1 << 8 * size) - 1)
        content[offset : offset + size] = number.to_bytes(size, "little")

    def text_address(self, content: bytes) -> int:
        if content not in self.texts:
            self.texts[content] = self._laid(Array(Integer(1, False), len(content)), True).address
            self.machine.memory.burn(self.texts[content], content)
        return self.texts[content]

    def variable(self, name: str) -> Place | None:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        place = self.globals.get(name)
        if place is not None:
            self.used.add(name)
        return self._copy_of(name, place) if place is not None and name in self.in_registers else place

    def _copy_of(self, name: str, place: Place) -> Place:
        """Where a variable's value is kept while it is in a register."""
        if name not in self.copies:
            self.copies[name] = self._laid(place.kind, False)
        return self.copies[name]

    def within(self, start: int, reader: Callable[[], Statement]) -> Statement:
        kept = self.kept.loops.get(start, frozenset()) - self.in_registers
        names = {name for name in kept & self.globals.keys() if self.globals[name].kind.size <= _LARGEST_KEPT}
        if not names:
            return reader()
        before, self.in_registers = self.in_registers, self.in_registers | names
        body = reader()
        self.in_registers = before
        places = {name: self.globals[name] for name in sorted(names)}
        copies = [
            _Copy(place.address, self._copy_of(name, place).address, place.kind.size) for name, place in places.items()
        ]
        return _in_copies(self.machine, copies, body)


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
