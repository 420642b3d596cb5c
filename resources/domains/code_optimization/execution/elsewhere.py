"""What is looked at in programs that differ in the place of their code alone (`stages.build`, PLACES).

A candidate can read where it lies, and each place is timed: one that is careful where it is tested would be careless
elsewhere. So each place has large tests of its own, and where it is timed, its path is read.
"""

from collections import ChainMap
from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.code_optimization.execution.judging import Verdict, judge_elsewhere
from resources.domains.code_optimization.execution.stages.native_path import Listing, moved, native_findings
from resources.domains.code_optimization.execution.stages.program import LinkedProgram
from resources.domains.code_optimization.execution.stages.run import ComparedRuns
from resources.domains.code_optimization.execution.test_suite import ProgramTest
from resources.domains.domain import Finding


@dataclass(frozen=True)
class PlacedTest:
    """A test of a suite by its number, and which of the programs runs it."""

    number: int
    test: ProgramTest
    place: int


def placed_tests(tests: Sequence[ProgramTest], places: int) -> tuple[PlacedTest, ...]:
    """Tests that come in no run that is timed, each at one place beyond the first, in turn; each has one at least."""
    untimed = [(number, test) for number, test in enumerate(tests) if not test.timed and not test.measured]
    if not untimed:
        return ()
    turns = max(len(untimed), places - 1)
    chosen = (untimed[turn % len(untimed)] for turn in range(turns))
    return tuple(PlacedTest(number, test, 1 + turn % (places - 1)) for turn, (number, test) in enumerate(chosen))


@dataclass(frozen=True)
class PlacedPrograms:
    """A candidate's programs, with the one first that its suite tests and whose instructions `listing` has. `function`
    is one of its own: all of its code lies as much further on."""

    programs: tuple[LinkedProgram, ...]
    function: str
    listing: Listing
    voice: bytes

    @property
    def listings(self) -> tuple[Listing, ...]:
        places = [program.entries[self.function] for program in self.programs]
        return tuple(moved(self.listing, place - places[0]) for place in places)

    def findings(self, runs: ComparedRuns) -> tuple[Finding, ...]:
        """Places inside of an instruction at which a watched run was."""
        watched = zip(runs.paths, self.programs, self.listings, strict=True)
        return tuple(
            finding
            for path, program, listing in watched
            for finding in native_findings(path, self.voice, program.code, listing)
        )

    def verdict(self, tests: Sequence[PlacedTest], runs: ComparedRuns) -> Verdict | None:
        """The first test that fails elsewhere; None where there are none."""
        if not tests:
            return None
        named = [(item.number, item.test) for item in tests]
        return judge_elsewhere(named, runs, dict(ChainMap(*map(dict, self.listings))), self.voice)
