"""A domain's simulator seen from outside: what comparing a candidate with its bundle's reference says.

A simulator runs both in plain Python over the same made-up inputs, without tools. What simulators are built of is
`toolkit.simulation`; `tests/unit/test_simulator_conformance.py` holds each to this protocol.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from resources.execution.bundle import Candidate, EnvironmentBundle


class HaltReason(StrEnum):
    """How an execution halts: one closed set, of which each domain uses a part.

    Values are parts of trained features' names, and so outlive the members' names.
    """

    RETURNED = "returned"
    """It came to its end."""
    REFUSED = "refused"
    """The compiler would refuse it."""
    IMPORTING = "import"
    """An exception while its module is imported."""
    ENTRY = "entry"
    """It lacks the entry that the task names."""
    LAUNCH = "launch"
    """A launch with impossible arguments."""
    RESOURCES = "resources"
    """More than the target has."""
    RAISED = "raised"
    """An exception of its own."""
    MEMORY = "memory"
    """An access outside of its memory."""
    ARITHMETIC = "arithmetic"
    """A division by zero, or a quotient without room."""
    ILLEGAL = "illegal"
    """An instruction that the processor refuses."""
    HARDWARE = "hardware"
    """A fault of the target's processor."""
    RACE = "race"
    """Two accesses that nothing orders."""
    ENDLESS = "endless"
    """A loop used the budget up."""
    WANDERING = "wandering"
    """It goes through memory without an end."""
    BUDGET = "budget"
    """The budget is used up, and no loop is known to be why."""
    UNSUPPORTED = "unknown"
    """It met what is not modelled."""


class Agreement(StrEnum):
    """Whether a candidate does what the reference does, as far as both were simulated."""

    SAME = "same"
    """Every case that the reference could be simulated over, and no difference in any."""
    DIFFERENT = "different"
    UNKNOWN = "unknown"
    """Reference or candidate could not be simulated, or not far enough to say."""


@dataclass(frozen=True)
class Coverage:
    """How much of what was planned for the candidate was simulated.

    `cases` are the domain's units: calls, scenarios, runs over cycles, bodies. `unsupported` says in a few words what
    was not modelled, of reference or candidate, first things first. `not_looked_at` are checks that an execution makes
    and the simulation did not, though it came to its end: what passes here may fail there.
    """

    cases: int
    simulated: int
    unsupported: tuple[str, ...] = ()
    not_looked_at: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        return self.simulated / self.cases if self.cases else 0.0


@dataclass(frozen=True)
class Difference:
    """The first difference: in which case, and in what (an output, a register, a buffer, a measure of the body)."""

    case: str
    what: str


@dataclass(frozen=True)
class FailureSite:
    """Where an execution halted: the 1-based line in the candidate's file (0 where it is not known), and the symbol."""

    line: int
    symbol: str = ""


@dataclass(frozen=True)
class DifferentialResult:
    """A candidate beside the reference. `halt` is the first reason other than RETURNED for which a case of the
    candidate ended, RETURNED where all came to their end, UNSUPPORTED where none was begun.

    `features` are what the world model reads of it: empty where the reference itself cannot be simulated. Those that
    vanish with the simulation have names that begin with "followed"; the shipped model knows them so.
    """

    agreement: Agreement
    halt: HaltReason
    coverage: Coverage
    first_difference: Difference | None = None
    site: FailureSite | None = None
    features: Mapping[str, float] = field(default_factory=dict)

    @property
    def checks(self) -> dict[str, float]:
        """The features, and beside them the verdict itself, under names that all domains share and that are there even
        where the reference cannot be simulated."""
        verdict = {
            f"simulated_{self.agreement}": 1.0,
            f"simulated_halt_{self.halt}": 1.0,
            "simulated_share": self.coverage.share,
            "simulated_gaps": float(len(self.coverage.unsupported)),
            "not_looked_at": float(len(self.coverage.not_looked_at)),
        }
        return {**self.features, **verdict}


def reference_unsupported(why: str) -> DifferentialResult:
    """Nothing can be said of candidates of this bundle."""
    return DifferentialResult(Agreement.UNKNOWN, HaltReason.UNSUPPORTED, Coverage(0, 0, (why,)))


class Simulator(Protocol):
    """Deterministic, bounded in time for any text, and raises nothing."""

    def compare(self, bundle: EnvironmentBundle, candidate: Candidate) -> DifferentialResult: ...
