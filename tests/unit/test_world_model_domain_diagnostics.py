"""A static diagnostic weighs nearly everything, in the hybrid mode alone; a simulated failure is only shown."""

from dataclasses import replace

import pytest
from world_model_toy import ToyDomain, make_examples

from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.domain_diagnostics import RELIABILITY, informed, simulated_failure, static_diagnostic
from resources.world_model.model import Query

SAID = b"\nline 1: undeclared name 'q'\nline 2\nline 3\nline 4\n"
SHARES = {Outcome.PASS: 0.7, Outcome.COMPILATION_ERROR: 0.2, Outcome.FUNCTIONAL_MISMATCH: 0.1}


class Reading(ToyDomain):
    def static_diagnostic(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        return Observation(Outcome.COMPILATION_ERROR, "compile", SAID) if "q" in candidate.code else None


QUERY = make_examples(1)[0].query


def of(code: str) -> Query:
    return replace(QUERY, domain=Reading(), candidate=Candidate(code))


def test_it_is_kept_as_a_target_keeps_it() -> None:
    found = static_diagnostic(of("x = q"))
    assert found is not None
    assert found.text == "line 1: undeclared name 'q'\nline 2\nline 3"


def test_other_texts_and_other_domains_have_none() -> None:
    assert static_diagnostic(of("x = a")) is None
    assert static_diagnostic(replace(of("x = q"), domain=ToyDomain())) is None


def test_it_overrules_the_label_and_probabilities_stay_some() -> None:
    given = informed(SHARES, static_diagnostic(of("x = q")))
    assert max(given, key=lambda outcome: given[outcome]) is Outcome.COMPILATION_ERROR
    assert given[Outcome.COMPILATION_ERROR] == pytest.approx(RELIABILITY + 0.2 * (1 - RELIABILITY))
    assert sum(given.values()) == pytest.approx(1.0)
    assert informed(SHARES, None) == SHARES


class Simulating(ToyDomain):
    def simulated_failure(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        return Observation(Outcome.FUNCTIONAL_MISMATCH, "simulate", SAID) if "q" in candidate.code else None


def test_a_simulated_failure_is_kept_as_a_target_keeps_it_and_is_no_static_diagnostic() -> None:
    query = replace(QUERY, domain=Simulating(), candidate=Candidate("x = q"))
    found = simulated_failure(query)
    assert found is not None
    assert found.text == "line 1: undeclared name 'q'\nline 2\nline 3"
    assert static_diagnostic(query) is None
    assert simulated_failure(replace(query, candidate=Candidate("x = a"))) is None
    assert simulated_failure(of("x = q")) is None
