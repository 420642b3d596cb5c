"""ProposalForm: how a model writes a task of a domain, how what it wrote is read, and how two answers are compared.

A domain that has one lists topics, says which sections a proposal has, reads them without believing them, says what
solvers are asked, and makes the bundles in which an answer meets the proposal's tests and other answers. Who is asked,
and what agreement decides, is `assets.proposals`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from resources.domains.families import MadeTask
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation

SOURCE = "proposed"
"""Of the seeds: their ids are "proposed/<name>"."""


class UnreadableProposal(ValueError):
    """What was written is no task. The message completes "your proposal cannot be used: ..."."""


@dataclass(frozen=True)
class Question:
    """What solvers are asked where it is not the task as it stands: another prompt, file or language (the setting
    `fence`), and how they are to answer."""

    bundle: EnvironmentBundle
    instructions: str


class ProposalForm(Protocol):
    topics: Sequence[str]
    """What tasks are about, in a few words each; proposals take turns at them."""
    tiers: Sequence[str]
    """How much each tier asks for, the easiest first."""
    sections: Mapping[str, str]
    """Name → what it has to hold, in their order. A proposal has each once."""
    least_tests: int
    """How many tests of its own a task has at least; 0 where the reference alone is compared with."""

    def read(self, sections: Mapping[str, str]) -> MadeTask:
        """The task as it was written. What has to be run of it runs in the sandbox. Raises UnreadableProposal."""
        ...

    def name(self, task: MadeTask) -> str:
        """In its seed's id: small letters, digits and underscores."""
        ...

    def question(self, bundle: EnvironmentBundle) -> Question | None:
        """None where solvers are asked the task itself."""
        return None

    def program(self, bundle: EnvironmentBundle, answer: str) -> str:
        """The candidate that a solver's answer stands for. Raises UnreadableProposal where it is none."""
        return answer

    def trial(self, bundle: EnvironmentBundle, program: str) -> EnvironmentBundle:
        """The bundle in which a program meets the proposal's own tests."""
        return bundle

    def runs(self, observation: Observation) -> bool:
        """Whether a candidate came as far as its tests, passed or not."""
        ...

    def tests(self, bundle: EnvironmentBundle, observation: Observation) -> Mapping[str, bool]:
        """The task's own tests that were reached in `trial`'s bundle, and whether each passed; empty where the domain
        has none."""
        ...

    def beside(self, bundle: EnvironmentBundle, oracle: str, program: str) -> EnvironmentBundle | None:
        """The bundle that `program` passes if it does the same as `oracle` under stimuli of this project's own.

        None where such a comparison cannot be made of them.
        """
        ...


LEAST_WORDS = 25
"""Of a prompt: no task with an interface and a behaviour is told in fewer."""


def require_sizes(sections: Mapping[str, str], most: Mapping[str, int]) -> None:
    """`most` are characters by section. Raises UnreadableProposal for what is too long, or says too little."""
    for name, characters in most.items():
        if len(sections[name]) > characters:
            raise UnreadableProposal(f"its {name} has {len(sections[name])} characters; at most {characters} are read")
    if len(sections["prompt"].split()) < LEAST_WORDS:
        raise UnreadableProposal(f"its prompt has fewer than {LEAST_WORDS} words")
    if not sections["title"].strip().isprintable():
        raise UnreadableProposal("its title is not one line of printable characters")
