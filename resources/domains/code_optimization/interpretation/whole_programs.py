"""Programs with a main of their own, followed over what the shown tests give them on the standard input.

What the baseline makes of an input stands for what is expected of it; no expected output is read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from resources.domains.code_optimization.assembly import Assembly
from resources.domains.code_optimization.interpretation.library.convention import INTEGERS, RESULT
from resources.domains.code_optimization.interpretation.machine import MASKS, RETURN_ADDRESS, Ending
from resources.domains.code_optimization.interpretation.program import Program
from resources.domains.code_optimization.interpretation.runs import beyond, fresh_registers, fresh_stack

MAIN = "main"
_LONGEST, _MOST_STEPS, _MOST_RUNS = 10_000, 4000, 6
"""Steps of one input where all are long, of all that are kept, and how many are."""


@dataclass(frozen=True)
class Run:
    """What became of one input: `printed`, and the exit status where the path came to its end."""

    given: bytes
    ending: Ending
    steps: int
    printed: bytes
    status: int


@lru_cache(maxsize=256)
def expected_runs(reference: str, inputs: tuple[bytes, ...]) -> tuple[Run, ...]:
    """The baseline's, in the order of the tests; of those that are too many together the shortest."""
    program = Program(Assembly(reference))
    tried = [followed(program, given, _LONGEST) for given in dict.fromkeys(inputs)]
    ended = [run for run in tried if run.ending is Ending.RETURNED]
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
        return Run(given, Ending.UNKNOWN, 0, b"", 0)
    program.prepare(fresh_stack())
    machine.given, machine.is_process = given, True
    machine.registers[:] = _registers()
    machine.push(RETURN_ADDRESS)
    path = program.run(start, most_steps)
    if path.ending is Ending.ENDLESS:
        path = beyond(program, path)
    return Run(given, path.ending, path.steps, machine.printed, machine.registers[RESULT] & MASKS[1])


def _registers() -> Sequence[int]:
    """One argument, the program's name, which is not followed."""
    registers = fresh_registers()
    registers[INTEGERS[0]] = 1
    return registers
