"""What an original prints under its harness: the expected outputs of its task's tests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from resources.domains.code_optimization.execution.stages.build import DEFAULT_STANDARD, build, build_harness
from resources.domains.code_optimization.execution.stages.comparison import ROUNDS_WORD
from resources.domains.code_optimization.execution.stages.run import ended_well, run_tests
from resources.domains.code_optimization.execution.test_suite import PROGRAM_FILE, SUITE_FILE, ProgramTest
from resources.domains.code_optimization.tasks.families.function import Function
from resources.domains.code_optimization.tasks.families.harness import harness_text
from resources.domains.code_optimization.tasks.importers.wild.cut import CannotCut, CutFunction
from resources.domains.code_optimization.tasks.library import (
    CANDIDATE_FILE,
    HARNESS,
    HARNESS_HEADER,
    LIBRARY_ROOT,
    LIMITS,
)
from resources.domains.toolkit.seed_folder import read_text
from resources.execution.bundle import EnvironmentBundle
from resources.execution.sandbox.job import Sandbox


def harnessed(found: CutFunction, function: Function, reference: str, seed_id: str) -> EnvironmentBundle:
    """The function in its harness, without tests; `reference` is the assembly of its program."""
    files = {
        PROGRAM_FILE: found.program,
        HARNESS: harness_text(function),
        HARNESS_HEADER: read_text(LIBRARY_ROOT / HARNESS_HEADER),
        SUITE_FILE: "[]",
    }
    settings = {"entry": function.entry, ROUNDS_WORD: "0", "standard": DEFAULT_STANDARD}
    return EnvironmentBundle("code_optimization", seed_id, "", "", CANDIDATE_FILE, reference, files, settings, LIMITS)


@dataclass(frozen=True)
class Original:
    """The bundle's harness, built once for all that is run in it."""

    sandbox: Sandbox
    bundle: EnvironmentBundle

    @cached_property
    def _harness(self) -> Mapping[str, bytes]:
        return build_harness(self.sandbox, self.bundle)

    def outputs(self, assembly: str, tests: Sequence[ProgramTest]) -> list[str] | None:
        """What it prints for each test; None where one does not end well. Raises CannotCut where it does not link."""
        built = build(self.sandbox, self.bundle, assembly.encode(), self._harness)
        if built.program is None:
            raise CannotCut(f"does not link: {built.link_log.decode(errors='replace')[:200]}")
        steps = run_tests(self.sandbox, self.bundle, built.program, tuple(tests)).steps
        if len(steps) < len(tests) or not all(ended_well(step) for step in steps):
            return None
        return [step.log.decode("utf-8", "replace") for step in steps]

    def answered(self, tests: Sequence[ProgramTest]) -> list[ProgramTest]:
        """With what the bundle's reference prints. Raises CannotCut where that judges nothing."""
        printed = self.outputs(self.bundle.reference, tests)
        if printed is None:
            raise CannotCut("what gcc makes of it does not end well")
        if wrong := next((text for text in printed if not text.strip().isdigit()), ""):
            raise CannotCut(f"does not keep to its arguments: {wrong.strip()[:80]}")
        if len(set(printed)) < len(printed) / 2:
            raise CannotCut("nothing that can be observed: most tests expect the same output")
        return [replace(test, stdout=text) for test, text in zip(tests, printed, strict=True)]
