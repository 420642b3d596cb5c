"""What a reference makes of its own tests: of all of them, or of the largest part that can be simulated quickly."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.execution import ScriptRun, execute_script
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.script import EVER, Part, Script, script_of
from resources.domains.gpu_kernels.prediction.simulator.triton.syntax import parsed
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.simulation import HaltReason

_STEPS = 18_000
"""About 20 ms, or 50 on a busy machine."""
_OF_FIRST_TESTS, _OF_ALL_TESTS = 8_000, 14_000
_MOST_STEPS = 40_000
"""Of a reference whose smallest part takes longer."""
_PROGRAMS = (EVER, 24, 8, 4, 2)
"""Of each launch."""


@dataclass(frozen=True)
class ExpectedTests:
    """A part of a script, and what the reference makes of it, which may be more than can be simulated."""

    script: Script
    part: Part
    tested: ScriptRun

    @property
    def steps(self) -> int:
        return self.tested.result.steps

    @property
    def is_known(self) -> bool:
        return self.tested.result.halt is HaltReason.RETURNED


@lru_cache(maxsize=64)
def expected_tests(reference: str, driver: str) -> tuple[ExpectedTests, ...]:
    """Empty where the reference fails its own tests. Tests that take too long are run in two parts: the first tests
    with many programs, and all tests with few."""
    tree, script = parsed(reference), script_of(driver)
    if tree is None or script is None:
        return ()
    tries = _Tries(tree, script)
    whole = tries.tried(_STEPS, Part())
    if whole.result.halt is HaltReason.RETURNED:
        return tuple(tries.telling(Part(), whole))
    least = _PROGRAMS[-1:]
    parts = tries.parts(_OF_FIRST_TESTS, _OF_ALL_TESTS, _PROGRAMS) or tries.parts(_MOST_STEPS, _MOST_STEPS, least)
    if not parts and whole.result.halt is HaltReason.UNSUPPORTED:
        return (ExpectedTests(script, Part(), whole),)
    return tuple(parts)


@dataclass(frozen=True)
class _Tries:
    """Runs a reference over parts of its script."""

    tree: ast.Module
    script: Script

    def tried(self, steps: int, part: Part) -> ScriptRun:
        return execute_script(self.tree, self.script, steps, part)

    def parts(self, of_first: int, of_all: int, programs: Sequence[int]) -> list[ExpectedTests]:
        """The first tests with as many programs as can be, and all with as many as can be."""
        first = next((item for count in programs for item in self._first_tests(of_first, count)), None)
        whole = next((item for count in programs for item in self._all_tests(of_all, count)), None)
        is_less = first is not None and whole is not None and first.part.programs <= whole.part.programs
        return [item for item in (None if is_less else first, whole) if item is not None]

    def _all_tests(self, steps: int, programs: int) -> list[ExpectedTests]:
        part = Part(programs=programs)
        return self.telling(part, self.tried(steps, part))

    def _first_tests(self, steps: int, programs: int) -> list[ExpectedTests]:
        """Up to the statement that takes too long, or that cannot be simulated."""
        part = Part(self.tried(steps, Part(programs=programs)).begun - 1, programs)
        return [item for item in self.telling(part, self.tried(steps, part)) if item.tested.result.returned]

    def telling(self, part: Part, tested: ScriptRun) -> list[ExpectedTests]:
        """Nothing where nothing is launched, or where memory that left-out programs would have written has spoilt a
        result."""
        result = tested.result
        if result.halt is not HaltReason.RETURNED or result.launches == 0:
            return []
        is_spoilt = tested.is_part and any(_is_spoilt(item) for item in result.returned)
        return [] if is_spoilt else [ExpectedTests(self.script, part, tested)]


def _is_spoilt(item: Tensor) -> bool:
    return item.kind.is_float and item.view.size > 0 and bool(np.isnan(item.view).all())
