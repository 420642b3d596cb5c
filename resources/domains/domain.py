"""The Domain protocol: all that one folder under `resources/domains/` offers to the rest.

Partition keys, router, templates, conformance tests and the cheat suite follow from it. Properties are
cheap and import nothing heavy; methods import what they need when they are called. A domain declares itself
(`toolkit.declaration`), and what it leaves out of the optional members answers that there is nothing to say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from resources.domains.families import TaskFamily
from resources.domains.faults import FaultInjector
from resources.domains.fingerprints import Fingerprinter
from resources.domains.importing import Importer
from resources.domains.output_template import OutputTemplate
from resources.domains.pictures import Artist
from resources.domains.proposals import ProposalForm
from resources.domains.recorded_answer import RecordedAnswer
from resources.domains.scoring import Scoring
from resources.domains.seed import TaskSeed
from resources.domains.simulation import Simulator
from resources.domains.targeted_faults import TargetedFaults
from resources.domains.traces import Tracer
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Sandbox


@dataclass(frozen=True)
class Cheat:
    """A forgery that must not pass: a candidate that aims at the checker instead of the task."""

    name: str
    description: str
    candidate: Candidate


@dataclass(frozen=True)
class ToolRequirement:
    """A tool the domain runs, for `make doctor`: how to ask its version and which package has it."""

    name: str
    command: tuple[str, ...]
    package: str
    needed_for: str


@dataclass(frozen=True)
class Instructions:
    """What the router tells the generator for one bundle; `version` goes into provenance.

    `facts` are sentences on what the bundle's settings fix (target, top module); `files` are the names of those of
    the bundle's files that a candidate's author may read. A file that is not named stays hidden. `untold` are metrics
    that stay out of prompts: an exact number that a candidate controls would tell what its hidden inputs are.
    """

    text: str
    topics: tuple[str, ...]
    version: str
    facts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    untold: frozenset[str] = frozenset()


DECIDED_BY_TEXT = frozenset({Outcome.REJECTED, Outcome.COMPILATION_ERROR})
"""Labels that come before anything is linked or run: static diagnostics of them came true in every domain."""


@dataclass(frozen=True)
class Diagnostic:
    """A log line read by the domain: its class ("undeclared", "width", "mismatch"), text, line, symbol.

    `line` is 1-based in the candidate's file and 0 where the log names none.
    """

    category: str
    message: str
    line: int = 0
    symbol: str = ""


@dataclass(frozen=True)
class Finding:
    """One construct that the reject stage refuses: what it is, and its 1-based line in the candidate's file."""

    what: str
    line: int


class Domain(Protocol):
    """One domain; `tests/graph` adds a toy sixth domain to prove that this suffices."""

    @property
    def name(self) -> str: ...

    @property
    def package(self) -> str:
        """The dotted name of its folder, whose module `domain` has it as `DOMAIN`."""
        ...

    @property
    def title(self) -> str: ...

    @property
    def language(self) -> str:
        """The fence tag of a candidate's code block, such as "verilog"; a bundle's setting `fence` overrides it."""
        ...

    @property
    def meanings(self) -> Mapping[str, str]:
        """What a word of the language does, in a third person's verb and what belongs to it: "cuts the other solid
        away". Reasoning says it where a correction changes that word; optional."""
        ...

    @property
    def outcomes(self) -> Mapping[Outcome, str]:
        """The labels this domain uses, each with what it means here."""
        ...

    @property
    def stages(self) -> Sequence[str]:
        """The names of its stages, in the order in which a candidate gets through them; optional."""
        ...

    @property
    def scoring(self) -> Scoring:
        """Where exams find what the field's metrics count; optional."""
        ...

    @property
    def tools(self) -> Sequence[ToolRequirement]: ...

    @property
    def importers(self) -> Sequence[Importer]: ...

    def builtin_seeds(self) -> Sequence[TaskSeed]: ...

    def builtin_seed(self, seed_id: str) -> TaskSeed | None:
        """One of them, None where there is none; optional, for libraries that take seconds to read whole."""
        ...

    def recorded_answers(self) -> Sequence[RecordedAnswer]:
        """Answers and whole conversations by authors who saw the prompt alone; optional."""
        ...

    @property
    def families(self) -> Sequence[TaskFamily]:
        """Drawings of tasks that have no end; optional."""
        ...

    @property
    def costly_families(self) -> Sequence[TaskFamily]:
        """Those whose tasks take ten CPU seconds to minutes to execute once: a tier of their own, which nothing draws
        that does not ask for it; optional."""
        ...

    @property
    def proposal_form(self) -> ProposalForm | None:
        """How models propose tasks; optional."""
        ...

    def backend(self, sandbox: Sandbox) -> Backend: ...

    def fault_injector(self) -> FaultInjector: ...

    def empty_candidate(self, bundle: EnvironmentBundle) -> Candidate:
        """The answer that does nothing: right ports, no behaviour. It must fail."""
        ...

    def cheats(self, bundle: EnvironmentBundle) -> Sequence[Cheat]: ...

    def instructions(self, bundle: EnvironmentBundle) -> Instructions: ...

    def diagnostics(self, observation: Observation) -> Sequence[Diagnostic]:
        """What the log says, most important first; empty where it says nothing."""
        ...

    def cheap_checks(self, bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
        """Features that cost under a few milliseconds (a parser's diagnostics, sizes), by stable name.

        A feature that a bundle lacks is absent; values are finite. The hybrid world model and the
        baselines read them; the pure one does not. Names of what is found by interpreting the candidate begin
        with "followed", and all are absent where the bundle's own reference cannot be interpreted: training shows some
        turns without them too, since in other tasks less can be followed.
        """
        ...

    @property
    def certain_diagnostics(self) -> frozenset[Outcome]:
        """Labels of which a static diagnostic is right whoever wrote the code (99 of 100 on other authors'); one of
        another label is a feature among others there."""
        ...

    @property
    def output_template(self) -> OutputTemplate:
        """What the world model writes after a label; optional."""
        ...

    def targeted_faults(self) -> TargetedFaults:
        """Kinds of fault that are made to reach labels which no ordinary fault leads to; optional."""
        ...

    def artist(self, sandbox: Sandbox) -> Artist | None:
        """Who draws candidates that can be looked at; optional."""
        ...

    def tracer(self, sandbox: Sandbox) -> Tracer | None:
        """Who records what candidates do while they run; optional."""
        ...

    def fingerprinter(self, sandbox: Sandbox) -> Fingerprinter | None:
        """Who tells what a program is without its names, layout and style; optional."""
        ...

    @property
    def simulator(self) -> Simulator | None:
        """What compares a candidate with the reference without tools; optional."""
        ...

    def refused(self, bundle: EnvironmentBundle, candidate: Candidate) -> Sequence[Finding]:
        """What the reject stage finds in a text before any tool sees it; optional."""
        ...

    def static_diagnostic(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        """The failure that the text alone decides, as the backend reports it: outcome, stage, the log's first lines.

        None where the text leaves it open; optional. No tool is run; it takes milliseconds and raises nothing, whatever
        the text.
        """
        ...

    def simulated_failure(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        """The failure in which the simulated candidate ends, as the backend reports it: outcome, stage, first lines.

        None where it ends in none, cannot be simulated, or where the words depend on what is not modelled; optional. No
        tool is run; it takes milliseconds and raises nothing, whatever the text.
        """
        ...
