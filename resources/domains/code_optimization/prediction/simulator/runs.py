"""One call, or one whole program on an input, from fresh registers and memory to what it leaves behind.

What the baseline makes of an input stands for what is expected of it; no expected output is read.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from resources.domains.code_optimization.execution.calling_convention import CALLEE_SAVED, mark_of
from resources.domains.code_optimization.language.assembly import parsed
from resources.domains.code_optimization.language.vocabulary import ARGUMENTS
from resources.domains.code_optimization.prediction.simulator.calls import Call, Prototype
from resources.domains.code_optimization.prediction.simulator.library.convention import INTEGERS, RESULT
from resources.domains.code_optimization.prediction.simulator.machine import STACK_POINTER, number_of
from resources.domains.code_optimization.prediction.simulator.memory import (
    MASKS,
    RETURN_ADDRESS,
    STACK,
    WINDOW_BITS,
    Region,
)
from resources.domains.code_optimization.prediction.simulator.program import Path, Program
from resources.domains.simulation import HaltReason

_STACK_BYTES, _CALLERS_BYTES = 16 << 10, 512
_STACK_CONTENT = (bytes(range(1, 252)) * 68)[:_STACK_BYTES]
_MARK = 0x5AFE_0000
"""Registers that hold no argument begin with numbers from here on, which are no addresses."""
UPPER_HALF = 0x5AFE_0001 << 32
"""What stands above an argument of 32 bits: nobody may rely on it."""
_LEFT_OVER = {"r9": 0, "r10": 0x1000}
"""Seen in most crash reports, whatever the task: what mmap was called with, and what it left."""
_PATIENCE = 12
"""Times as many steps as quick code needs, before a path counts as one without end: of gcc's at -O0 none needs more."""
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
    buffers: tuple[bytes, ...]
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
    regions = {buffer.window: buffer.region() for buffer in call.buffers}
    for region in regions.values() if watch else ():
        region.content = Watched(region.content)
    before = _prepare(program, prototype, call, regions)
    covered: set[int] = set()
    path = program.run(start, most_steps, covered if watch else None)
    if path.halt is HaltReason.ENDLESS and not watch:
        path = beyond(program, path, most_steps)
    kept = all(machine.registers[place] == before[place] for place in KEPT)
    value = machine.registers[0] & MASKS[prototype.result] if prototype.result else 0
    buffers = tuple(bytes(regions[buffer.window].content).rstrip(b"\0") for buffer in call.buffers if buffer.is_read)
    reaches = tuple(getattr(regions[buffer.window].content, "reach", 0) for buffer in call.buffers)
    return Result(Path(path.halt, path.steps, path.place, frozenset(covered)), value, buffers, kept, reaches)


def _prepare(program: Program, prototype: Prototype, call: Call, buffers: dict[int, Region]) -> list[int]:
    """Fills registers and memory; gives the registers as they are before the call."""
    machine = program.machine
    program.prepare({**buffers, **fresh_stack()})
    registers = fresh_registers()
    for place, value, size in zip(_PLACES, call.values, prototype.arguments, strict=False):
        registers[place] = value | UPPER_HALF if 0 < size < 8 else value
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


def beyond(program: Program, path: Path, most_steps: int) -> Path:
    """Goes on behind `most_steps`, which quick code needs: what no optimiser saw takes many times as long.

    Twice for some steps first: who reads or writes elsewhere the second time walks through memory.
    """
    regions = program.machine.memory.regions.values()
    spans = []
    for _ in range(2):
        for region in regions:
            region.content = Watched(region.content)
        path = program.run(path.place, _REVOLUTION)
        if path.halt is not HaltReason.ENDLESS:
            return path
        spans.append(
            [(region.content.first, region.content.reach) for region in regions if isinstance(region.content, Watched)]
        )
    for region in regions:
        region.content = bytearray(region.content)
    path = program.run(path.place, _PATIENCE * most_steps)
    if path.halt is not HaltReason.ENDLESS or spans[0] == spans[1]:
        return path
    return replace(path, halt=HaltReason.WANDERING)


MAIN = "main"
_LONGEST, _MOST_STEPS, _MOST_RUNS = 10_000, 4000, 6
"""Steps of one input where all are long, of all that are kept, and how many are."""


@dataclass(frozen=True)
class Run:
    """What became of one input: `printed`, and the exit status where the path came to its end."""

    given: bytes
    halt: HaltReason
    steps: int
    printed: bytes
    status: int


@lru_cache(maxsize=256)
def expected_runs(reference: str, inputs: tuple[bytes, ...]) -> tuple[Run, ...]:
    """The baseline's, in the order of the tests; of those that are too many together the shortest."""
    program = Program(parsed(reference))
    tried = [followed(program, given, _LONGEST) for given in dict.fromkeys(inputs)]
    ended = [run for run in tried if run.halt is HaltReason.RETURNED]
    kept, steps = list[Run](), 0
    for run in sorted(ended, key=lambda run: run.steps):
        if not kept or (steps + run.steps <= _MOST_STEPS and len(kept) < _MOST_RUNS):
            kept.append(run)
            steps += run.steps
    return tuple(sorted(kept, key=ended.index))


def followed(program: Program, given: bytes, most_steps: int) -> Run:
    """One input from a process's beginning, for so many steps."""
    start, machine = program.entry(MAIN), program.machine
    if start is None:
        return Run(given, HaltReason.UNSUPPORTED, 0, b"", 0)
    program.prepare(fresh_stack())
    machine.process.given, machine.process.is_whole = given, True
    machine.registers[:] = _registers()
    machine.push(RETURN_ADDRESS)
    path = program.run(start, most_steps)
    if path.halt is HaltReason.ENDLESS:
        path = beyond(program, path, most_steps)
    return Run(given, path.halt, path.steps, machine.process.printed, machine.registers[RESULT] & MASKS[1])


def _registers() -> Sequence[int]:
    """One argument, the program's name, which is not followed."""
    registers = fresh_registers()
    registers[INTEGERS[0]] = 1
    return registers
