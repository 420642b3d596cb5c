"""Trials: programs run under a proposal's tests, and beside each other under drawn stimuli, by the real backend.

What they say of the proposal is `agreement`.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assets.bundles.certification import NO_VERDICT, Execute
from assets.proposals.agreement import Behaviours, Trial
from resources.domains.proposals import ProposalForm, UnreadableProposal
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import (
    PermanentEnvironmentFailure,
    SandboxUnavailable,
    ToolMissing,
)
from resources.execution.observation import Observation


@dataclass(frozen=True)
class Trials:
    """Of one proposal. Raises ToolMissing and SandboxUnavailable alone: whatever else fails is no verdict."""

    form: ProposalForm
    execute: Execute

    async def of(self, bundle: EnvironmentBundle, author: str, program: str) -> Trial:
        trial = await asyncio.to_thread(self.form.trial, bundle, program)
        observation = await self._observed(trial, program)
        if isinstance(observation, str):
            return Trial(author, None, False, {}, observation, program)
        tests = self.form.tests(trial, observation)
        return Trial(author, observation.outcome, self.form.runs(observation), tests, observation.text, program)

    async def answered(self, bundle: EnvironmentBundle, author: str, answer: str | None) -> Trial:
        """A solver's; `answer` is None where nothing was written."""
        if answer is None:
            return Trial(author, None, False, {}, "no program was written")
        try:
            program = await asyncio.to_thread(self.form.program, bundle, answer)
        except UnreadableProposal as problem:
            return Trial(author, None, False, {}, str(problem), "", answer)
        return replace(await self.of(bundle, author, program), answer=answer)

    async def behaviours(self, bundle: EnvironmentBundle, trials: Sequence[Trial]) -> Behaviours:
        """Each program that runs is compared with the first of each behaviour that was found before it."""
        firsts: list[Trial] = []
        classes: dict[str, int] = {}
        differences: dict[tuple[str, str], str] = {}
        for trial in (trial for trial in trials if trial.runs):
            said = await asyncio.gather(*(self._difference(bundle, first, trial) for first in firsts))
            place = next((place for place, difference in enumerate(said) if difference is None), len(firsts))
            classes[trial.author] = place
            if place == len(firsts):
                firsts.append(trial)
            differences |= {
                (first.author, trial.author): text
                for first, text in zip(firsts, said, strict=False)
                if text is not None
            }
        return Behaviours(classes, differences)

    async def _difference(self, bundle: EnvironmentBundle, one: Trial, other: Trial) -> str | None:
        """What the tools say of it; None where both do the same. Where they cannot be compared, their tests decide."""
        if one.program == other.program:
            return None
        beside = await asyncio.to_thread(self.form.beside, bundle, one.program, other.program)
        observation = await self._observed(beside, other.program) if beside else "no comparison"
        if isinstance(observation, str):
            return None if one.passed == other.passed else ""
        return None if observation.outcome.passed else observation.text

    async def _observed(self, bundle: EnvironmentBundle, code: str) -> Observation | str:
        """Or why there is no verdict."""
        try:
            return await self.execute(bundle, Candidate(code))
        except (ToolMissing, SandboxUnavailable):
            raise
        except (PermanentEnvironmentFailure, *NO_VERDICT) as failure:
            return str(failure)
