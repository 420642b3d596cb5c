"""What is foreseen weighs nearly everything, in the hybrid mode alone; what is followed is only shown."""

from dataclasses import replace

import pytest
from world_model_toy import ToyDomain, make_examples

from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.domain_diagnostics import RELIABILITY, followed, foreseen, informed
from resources.world_model.model import Query

SAID = b"\nline 1: undeclared name 'q'\nline 2\nline 3\nline 4\n"
SHARES = {Outcome.PASS: 0.7, Outcome.COMPILATION_ERROR: 0.2, Outcome.FUNCTIONAL_MISMATCH: 0.1}


class Foreseeing(ToyDomain):
    def foreseen(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        return Observation(Outcome.COMPILATION_ERROR, "compile", SAID) if "q" in candidate.code else None


QUERY = make_examples(1)[0].query


def of(code: str) -> Query:
    return replace(QUERY, domain=Foreseeing(), candidate=Candidate(code))


def test_it_is_kept_as_a_target_keeps_it() -> None:
    found = foreseen(of("x = q"))
    assert found is not None
    assert found.text == "line 1: undeclared name 'q'\nline 2\nline 3"


def test_nothing_is_foreseen_of_other_texts_and_by_other_domains() -> None:
    assert foreseen(of("x = a")) is None
    assert foreseen(replace(of("x = q"), domain=ToyDomain())) is None


def test_it_overrules_the_label_and_probabilities_stay_some() -> None:
    given = informed(SHARES, foreseen(of("x = q")))
    assert max(given, key=lambda outcome: given[outcome]) is Outcome.COMPILATION_ERROR
    assert given[Outcome.COMPILATION_ERROR] == pytest.approx(RELIABILITY + 0.2 * (1 - RELIABILITY))
    assert sum(given.values()) == pytest.approx(1.0)
    assert informed(SHARES, None) == SHARES


class Following(ToyDomain):
    def followed(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        return Observation(Outcome.FUNCTIONAL_MISMATCH, "simulate", SAID) if "q" in candidate.code else None


def test_what_is_followed_is_kept_as_a_target_keeps_it_and_is_not_foreseen() -> None:
    query = replace(QUERY, domain=Following(), candidate=Candidate("x = q"))
    found = followed(query)
    assert found is not None
    assert found.text == "line 1: undeclared name 'q'\nline 2\nline 3"
    assert foreseen(query) is None
    assert followed(replace(query, candidate=Candidate("x = a"))) is None
    assert followed(of("x = q")) is None
