"""ProposalForm: how a model writes a task of a domain, how what it wrote is read, and how two answers are compared.

A domain that has one lists topics, says which sections a proposal has, reads them without believing them, and makes the
bundle in which one answer is compared with another. Who is asked, and what agreement decides, is `assets.proposals`.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from resources.domains.families import MadeTask
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation

SOURCE = "proposed"
"""Of the seeds: their ids are "proposed/<name>"."""


class UnreadableProposal(ValueError):
    """What was written is no task. The message completes "your proposal cannot be used: ..."."""


class ProposalForm(Protocol):
    @property
    def topics(self) -> Sequence[str]:
        """What tasks are about, in a few words each; proposals take turns at them."""
        ...

    @property
    def tiers(self) -> Sequence[str]:
        """How much each tier asks for, the easiest first."""
        ...

    @property
    def sections(self) -> Mapping[str, str]:
        """Name → what it has to hold, in their order. A proposal has each once."""
        ...

    @property
    def least_tests(self) -> int:
        """How many tests of its own a task has at least; 0 where the reference alone is compared with."""
        ...

    def read(self, sections: Mapping[str, str]) -> MadeTask:
        """The task as it was written. Nothing of it is run. Raises UnreadableProposal."""
        ...

    def runs(self, observation: Observation) -> bool:
        """Whether a candidate came as far as its tests, passed or not."""
        ...

    def tests(self, observation: Observation) -> Mapping[str, bool]:
        """The task's own tests that were reached, and whether each passed; empty where the domain has none."""
        ...

    def beside(self, bundle: EnvironmentBundle, oracle: str) -> EnvironmentBundle | None:
        """The bundle that passes what does the same as `oracle` under stimuli of this project's own.

        None where such a comparison cannot be made of it.
        """
        ...
