"""Answers that come with the project, executed: each author's last attempt is a base for faults, so it has to pass."""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.recorded_answer import RecordedAnswer
from resources.domains.registry import get_domain, load_domains
from resources.execution.bundle import Candidate
from tests.tools.kept_backends import backend_of

EACH = 4
"""Answers of a domain that are executed here, spread over authors and tasks; a home as many as its profile asks for."""


def drawn(name: str) -> list[RecordedAnswer]:
    solutions = [answer for answer in get_domain(name).recorded_answers() if answer.is_solution]
    answers = sorted(solutions, key=lambda answer: answer.number)
    return answers[:: max(1, len(answers) // EACH)][:EACH]


@pytest.mark.parametrize("name", sorted(load_domains()))
def test_last_attempts_pass(name: str) -> None:
    seeds = {seed.seed_id: seed for seed in get_domain(name).builtin_seeds()}
    answers = drawn(name)
    if not answers:
        pytest.skip(f"{name} has no answers by other authors yet")
    for answer in answers:
        real = backend_of(name).execute(bundle_from_seed(seeds[answer.seed_id]), Candidate(answer.texts[-1]))
        assert real.outcome.passed, (answer.author, answer.seed_id, real.outcome, real.text[:500])
