"""The calls that tests make of a task's functions: its harness and baseline are followed together, once for a task.

Only harnesses of which the compiler's text is at hand: those of the built-in tasks. Which tests is the caller's to say.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from resources.domains.code_optimization.language.assembly import Assembly, Kind, Statement, parsed
from resources.domains.code_optimization.language.vocabulary import ARGUMENTS
from resources.domains.code_optimization.prediction.simulator.calls import Call, Prototype, Seen
from resources.domains.code_optimization.prediction.simulator.integers import Step
from resources.domains.code_optimization.prediction.simulator.library.memory import HEAP
from resources.domains.code_optimization.prediction.simulator.machine import STACK_POINTER, Machine, number_of
from resources.domains.code_optimization.prediction.simulator.memory import MASKS, RETURN_ADDRESS, WINDOW_BITS
from resources.domains.code_optimization.prediction.simulator.program import Program
from resources.domains.code_optimization.prediction.simulator.runs import MAIN, fresh_registers, fresh_stack
from resources.domains.code_optimization.tasks.library import COMPILED_HARNESS, HARNESS, LIBRARY_ROOT
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.seed_folder import read_text, task_folders
from resources.domains.toolkit.simulation.halting import ExecutionHalted


def compiled(harness: str) -> str:
    """The assembly of a harness in C; empty where it is none of the library's."""
    return harnesses_below(LIBRARY_ROOT).get(harness, "")


@cache
def harnesses_below(root: Path) -> Mapping[str, str]:
    """Harnesses in C with their assembly; a task that has none yet is followed through made-up calls alone."""
    return {
        read_text(folder / HARNESS): read_text(folder / COMPILED_HARNESS)
        for folder in task_folders(root)
        if (folder / COMPILED_HARNESS).is_file()
    }


_MOST_STEPS = 30_000
"""Of one test with all that its harness does: shown tests are small."""
_MOST_CALLS = 4
"""Of one test: what rounds repeat is much the same."""
_FIRST_SEEN = 0x3FFF_F00
"""Windows where mmap's rooms lie: half an address from there is a large number."""
_NEIGHBOUR = 4096
_PLACES = tuple(number_of(name) for name in ARGUMENTS)
_LOCAL = re.compile(r"\.L(?=\w)")


class _Observed(bytearray):
    """Remembers whether any of it is read."""

    is_read = False

    def __getitem__(self, place: Any) -> Any:
        self.is_read = True
        return super().__getitem__(place)


class ReplayedTests(Program):
    """Baseline and harness as one program, which notes each call from the one to the other."""

    def __init__(self, reference: str, harness: str, name: str, prototype: Prototype) -> None:
        baseline = parsed(reference)
        self._harness = sum(item.kind is Kind.INSTRUCTION for item in baseline.statements)
        super().__init__(Assembly(f"{reference}\n{_LOCAL.sub('.LH', harness)}"))
        self._prototype, self._is_inside = prototype, False
        self._noted: list[tuple[Call, list[int]]] = []
        self._read: set[int] = set()
        self._watched = self.entry(name)

    def calls(self, inputs: Iterable[bytes]) -> tuple[Call, ...]:
        """In the order of the tests, given what each reads. A test that cannot be followed to its end gives those that
        came back and after which it went on to another."""
        return tuple(dict.fromkeys(call for given in inputs for call in self._calls_of(given)))

    def _calls_of(self, given: bytes) -> list[Call]:
        self._noted, self._read, self._is_inside, start = [], set(), False, self.entry(MAIN)
        if start is None or self._watched is None:
            return []
        self.prepare(fresh_stack())
        self.machine.process.given = given
        self.machine.registers[:] = fresh_registers()
        self.machine.push(RETURN_ADDRESS)
        halt = self.run(start, _MOST_STEPS).halt
        self._look()
        noted = self._noted if halt is HaltReason.RETURNED else self._noted[:-1]
        return [self._with_what_was_read(call, windows) for call, windows in noted[:_MOST_CALLS]]

    def _compiled(self, index: int, item: Statement) -> Step:
        step = super()._compiled(index, item)
        return step if index != self._watched else lambda: self._entered(step)

    def _entered(self, step: Step) -> int | None:
        """Where the harness calls, the whole call is followed at once, and what it left behind is observed then; a
        function may call itself, or begin with a loop."""
        back = self._transfers.place(self.machine.memory.load(self.machine.registers[STACK_POINTER], 8))
        if self._is_inside or self._watched is None or back is None or back < self._harness:
            return step()
        self._look()
        windows = self._note()
        self.machine.pop()
        self.machine.push(RETURN_ADDRESS)
        self._is_inside = True
        path = self._go(self._watched)
        self._is_inside = False
        if path.halt is not HaltReason.RETURNED:
            raise ExecutionHalted(path.halt)
        for window in windows:
            region = self.machine.memory.regions[window]
            region.content = _Observed(region.content)
        return back

    def _look(self) -> None:
        """Which regions were read since the last call came back. What the next one reads is no business of a test's."""
        for window, region in self.machine.memory.regions.items():
            if isinstance(region.content, _Observed):
                self._read |= {window} if region.content.is_read else set()
                region.content = bytearray(region.content)

    def _with_what_was_read(self, call: Call, windows: Iterable[int]) -> Call:
        """In this round or in a later one."""
        buffers = (
            replace(buffer, is_read=window in self._read) for buffer, window in zip(call.buffers, windows, strict=True)
        )
        return replace(call, buffers=tuple(buffers))

    def _note(self) -> list[int]:
        """The call from the registers and memory as they are, and the windows that its arguments point into."""
        machine, buffers, values = self.machine, dict[int, Seen](), list[int]()
        for size, place in zip(self._prototype.arguments, _PLACES, strict=False):
            value = machine.registers[place]
            if size > 0 or not value:
                values.append(value & MASKS[abs(size)])
            else:
                region, window = machine.memory.region_of(value), value >> WINDOW_BITS
                buffer = buffers.setdefault(window, _seen(machine, window, _FIRST_SEEN + 16 * len(buffers)))
                values.append(buffer.address + value - region.start)
        self._noted.append((Call(len(self._noted), tuple(values), tuple(buffers.values())), list(buffers)))
        return list(buffers)


def _seen(machine: Machine, window: int, place: int) -> Seen:
    """A region as a room in another window. mmap's rooms lie below each other without a gap, but for closed pages."""
    region = machine.memory.regions[window]
    content = bytes(region.content)
    if region.start != window << WINDOW_BITS:
        return Seen(place, content.rstrip(b"\0"), len(content))
    is_mapped = [HEAP <= near < HEAP + machine.process.blocks_made for near in (window + 1, window, window - 1)]
    before, behind = (_NEIGHBOUR * (is_mapped[1] and is_near) for is_near in (is_mapped[0], is_mapped[2]))
    return Seen(place, content.rstrip(b"\0"), len(content), before, behind)
