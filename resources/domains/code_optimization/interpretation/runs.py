"""One call followed through one program: from fresh registers and memory to what it leaves behind."""

from dataclasses import dataclass, replace
from typing import Any

from resources.domains.code_optimization.calling_convention import CALLEE_SAVED, mark_of
from resources.domains.code_optimization.interpretation.arguments import Call, Prototype
from resources.domains.code_optimization.interpretation.machine import (
    MASKS,
    RETURN_ADDRESS,
    STACK,
    STACK_POINTER,
    WINDOW_BITS,
    Ending,
    Region,
    number_of,
)
from resources.domains.code_optimization.interpretation.program import Path, Program
from resources.domains.code_optimization.registers import ARGUMENTS

_STACK_BYTES, _CALLERS_BYTES = 16 << 10, 512
_STACK_CONTENT = (bytes(range(1, 252)) * 68)[:_STACK_BYTES]
_MARK = 0x5AFE_0000
"""Registers that hold no argument begin with numbers from here on, which are no addresses."""
_LEFT_OVER = {"r9": 0, "r10": 0x1000}
"""Seen in most crash reports, whatever the task: what mmap was called with, and what it left."""
_REVOLUTION = 120
"""Steps in which most loops come round."""
KEPT = (*(number_of(name) for name in CALLEE_SAVED), STACK_POINTER)
_PLACES = tuple(number_of(name) for name in ARGUMENTS)


@dataclass(frozen=True)
class Result:
    """What a call leaves behind: how it ended, the result, the memory that its caller reads of what its arguments
    point to, without zeros at its end, and how far into it a watched path came."""

    path: Path
    value: int
    rooms: tuple[bytes, ...]
    is_balanced: bool
    reaches: tuple[int, ...]


class Watched(bytearray):
    """Remembers what of it is read or written: from `first` up to `reach`."""

    first, reach = 1 << WINDOW_BITS, 0

    def __getitem__(self, place: Any) -> Any:
        self._touch(place)
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        self._touch(place)
        super().__setitem__(place, value)

    def _touch(self, place: slice) -> None:
        self.first, self.reach = min(self.first, place.start), max(self.reach, place.stop)


def run(
    program: Program, start: int, prototype: Prototype, call: Call, most_steps: int, *, watch: bool = False
) -> Result:
    """Up to so many steps. A watched path tells where it came, and is not followed any further where it has no end."""
    machine = program.machine
    regions = {room.window: room.region() for room in call.rooms}
    for region in regions.values() if watch else ():
        region.content = Watched(region.content)
    before = _prepare(program, call, regions)
    covered: set[int] = set()
    path = program.run(start, most_steps, covered if watch else None)
    if path.ending is Ending.ENDLESS and not watch:
        path = beyond(program, path)
    kept = all(machine.registers[place] == before[place] for place in KEPT)
    value = machine.registers[0] & MASKS[prototype.result] if prototype.result else 0
    rooms = tuple(bytes(regions[room.window].content).rstrip(b"\0") for room in call.rooms if room.is_read)
    reaches = tuple(getattr(regions[room.window].content, "reach", 0) for room in call.rooms)
    return Result(Path(path.ending, path.steps, path.place, frozenset(covered)), value, rooms, kept, reaches)


def _prepare(program: Program, call: Call, rooms: dict[int, Region]) -> list[int]:
    """Fills registers and memory; gives the registers as they are before the call."""
    machine = program.machine
    program.prepare({**rooms, **fresh_stack()})
    registers = fresh_registers()
    for place, value in zip(_PLACES, call.values, strict=False):
        registers[place] = value
    machine.registers[:] = registers
    machine.vectors[:] = [(_MARK + place) * 0x1_0000_0003 for place in range(16)]
    machine.flags = (0, 0, 0, 0, 1)
    machine.push(RETURN_ADDRESS)
    return registers


def fresh_stack() -> dict[int, Region]:
    return {STACK: Region(STACK << WINDOW_BITS, bytearray(_STACK_CONTENT))}


def fresh_registers() -> list[int]:
    """As the tests' programs have them at a call: marks where the callee must save, and what the library left over."""
    registers = [_MARK + 0x11 * place for place in range(16)]
    for place, name in enumerate(CALLEE_SAVED):
        registers[number_of(name)] = mark_of(place)
    for name, value in _LEFT_OVER.items():
        registers[number_of(name)] = value
    registers[STACK_POINTER] = (STACK << WINDOW_BITS) + _STACK_BYTES - _CALLERS_BYTES
    return registers


def beyond(program: Program, path: Path) -> Path:
    """Goes on twice for some steps: who reads or writes elsewhere the second time walks through memory."""
    regions = program.machine.regions.values()
    spans = []
    for _ in range(2):
        for region in regions:
            region.content = Watched(region.content)
        path = program.run(path.place, _REVOLUTION)
        if path.ending is not Ending.ENDLESS:
            return path
        spans.append(
            [(region.content.first, region.content.reach) for region in regions if isinstance(region.content, Watched)]
        )
    return path if spans[0] == spans[1] else replace(path, ending=Ending.WANDERING)
