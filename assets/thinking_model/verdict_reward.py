"""The reward of an answer: what the real tools say of its program, in the sandbox.

1 where it passes. Else half of the share of stages that let it through, so that a program that compiles is worth more
than one that does not, and none half as much as one that passes. 0 where there is no program. None, which counts
nowhere, where the environment failed.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from assets.domain_pools import DomainPools
from resources.domains.registry import get_domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentFailure, PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.generation.endpoint.reading import NoCode, read_answer
from resources.generation.endpoint.reply import Reply
from resources.generation.prompting.attempt import fence_tag

MOST_BYTES = 64 << 10
PARTIAL = 0.5


class VerdictReward:
    """As TRL calls it: a number for each answer of a batch. `bundles` are by hash."""

    __name__ = "verdict"

    def __init__(self, bundles: Mapping[str, EnvironmentBundle], pools: DomainPools) -> None:
        self._bundles, self._pools = bundles, pools

    def __call__(
        self, completions: Sequence[Sequence[Mapping[str, str]]], bundle_hash: Sequence[str], **_: Any
    ) -> list[float | None]:
        """Raises PermanentEnvironmentFailure."""
        asked = zip(completions, bundle_hash, strict=True)
        return asyncio.run(self._all([(self._bundles[name], said[-1]["content"]) for said, name in asked]))

    async def _all(self, answers: Sequence[tuple[EnvironmentBundle, str]]) -> list[float | None]:
        return list(await asyncio.gather(*(self._one(bundle, text) for bundle, text in answers)))

    async def _one(self, bundle: EnvironmentBundle, text: str) -> float | None:
        domain = get_domain(bundle.domain)
        try:
            code = read_answer(Reply(text), fence_tag(domain, bundle), MOST_BYTES).code
            return reward(await self._pools.of(domain).execute(bundle, Candidate(code)), len(domain.stages))
        except NoCode:
            return 0.0
        except PermanentEnvironmentFailure:
            raise
        except EnvironmentFailure:
            return None


def reward(observation: Observation, stages: int) -> float:
    """`stages` is how many a candidate of the domain can get through."""
    if observation.outcome.passed:
        return 1.0
    through = sum(stage.passed for stage in observation.stages)
    return PARTIAL * min(1.0, through / (stages + 1))
