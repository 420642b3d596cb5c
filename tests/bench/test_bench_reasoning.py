"""How many thoughts of other authors the checks of hindsight refuse, and how many falsehoods planted in the rest they
catch: the corrections of the conversations that ship, executed now, which outsiders read and found true.

What is printed is what `docs/reasoning.md` shows.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from assets.bundles.build import bundle_from_seed
from assets.hindsight.checks import refusal
from assets.trajectories.loop import Attempt, run_attempt
from assets.trajectories.real_environment import RealEnvironment
from assets.world_model.intervals import wilson
from resources.domains.domain import Domain
from resources.domains.registry import get_domain, load_domains
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.job import Sandbox
from resources.generation.hindsight import HindsightRequest
from resources.generation.prompting.hidden import turns_as_shown
from resources.generation.recorded.generator import RecordedGenerator
from tests.planted_falsehoods import planted

LEAST_CAUGHT, MOST_REFUSED = 0.9, 0.05
"""Of planted falsehoods, and of true thoughts. What is aimed at for these is 0.02."""


def corrections(domain: Domain, tools: RealEnvironment) -> Iterator[HindsightRequest]:
    seeds = {seed.seed_id: seed for seed in domain.builtin_seeds()}
    for answer in domain.recorded_answers():
        if not answer.is_conversation or len(answer.texts) < 2:
            continue
        bundle = bundle_from_seed(seeds[answer.seed_id])
        attempt = Attempt(domain, bundle, RecordedGenerator(answer.author, [answer]), answer.number, len(answer.texts))
        told = domain.instructions(bundle)
        turns = turns_as_shown(asyncio.run(run_attempt(attempt, tools)).turns, bundle, told)
        for index in range(1, len(turns)):
            yield HindsightRequest(domain, bundle, told, answer.number, turns, index)


@pytest.fixture(scope="module")
def asked(sandbox: Sandbox) -> list[HindsightRequest]:
    found: list[HindsightRequest] = []
    for name in load_domains():
        domain = get_domain(name)
        with ExecutionPool(domain.backend(sandbox), workers=1) as pool:
            found += corrections(domain, RealEnvironment(pool))
    return found


@pytest.mark.timeout(3000)
def test_thoughts_of_others_are_accepted_and_falsehoods_in_them_are_not(asked: list[HindsightRequest]) -> None:
    chance = random.Random(1)
    refused: list[str] = []
    tried, caught = Counter[str](), Counter[str]()
    for one in asked:
        thought = one.corrected.reasoning
        if reason := refusal(one, thought):
            refused.append(f"{one.bundle.seed_id}: {reason}")
            continue
        for kind, false in planted(chance, one, thought):
            tried[kind] += 1
            caught[kind] += bool(refusal(one, false))
    print(f"\n{len(refused)} of {len(asked)} thoughts refused", wilson(len(refused), len(asked)), *refused, sep="\n  ")
    print(
        f"{caught.total()} of {tried.total()} falsehoods caught:", {kind: (caught[kind], tried[kind]) for kind in tried}
    )
    assert len(asked) > 50
    assert len(refused) <= MOST_REFUSED * len(asked)
    assert caught.total() >= LEAST_CAUGHT * tried.total()
