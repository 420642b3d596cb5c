"""A simulated program as its conduct's recorder asks for it: variables by name, and where its stack is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from resources.domains.embedded_systems.execution.mcu.cpu import RAM
from resources.domains.embedded_systems.prediction.simulator.machine import Machine

if TYPE_CHECKING:
    from resources.domains.embedded_systems.prediction.simulator.storage import Storage


class SourceProgram:
    """`computes`: whether the text computes in floating point. `stack_top` is the address behind the stack, at which
    variables begin."""

    def __init__(self, machine: Machine, storage: Storage, stack_top: int, *, computes: bool) -> None:
        self._machine, self._storage, self._stack_top, self._computes = machine, storage, stack_top, computes

    def variable(self, name: str) -> range | None:
        place = self._storage.globals.get(name)
        if place is None or place.address < RAM:
            return None
        return range(place.address, place.address + place.kind.size)

    def address(self, name: str) -> int | None:
        place = self._storage.globals.get(name)
        return None if place is None else place.address

    def content(self, place: range) -> bytes:
        return bytes(self._machine.memory.ram[place.start - RAM : place.stop - RAM])

    def static(self) -> range:
        return range(self._stack_top, self._storage.free)

    def stack_pointer(self) -> int:
        return self._machine.stack

    def name_at(self, address: int) -> str:
        if RAM <= address < self._stack_top:
            return "the stack"
        names = (name for name in self._storage.globals if address in (self.variable(name) or ()))
        return next(names, "other memory")

    def ending_at(self, address: int) -> str:
        names = (name for name in self._storage.globals if (place := self.variable(name)) and place.stop == address)
        return next(names, "")

    def word(self, address: int) -> int | None:
        return None

    def computes_in_floating_point(self) -> bool:
        return self._computes
