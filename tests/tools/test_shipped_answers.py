"""Answers that ship become turns: each attempt executed once, by its author's name, its label in the cache."""

from dataclasses import replace
from pathlib import Path

import pytest

from assets.execution import ExecutionResource
from assets.world_model.shipped_answers import shipped_turns
from assets.world_model.split_rule import author_of, is_other_author
from resources.domains.registry import get_domain
from resources.execution.outcome import Outcome


def test_every_attempt_is_a_turn_of_its_author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    domain = get_domain("chip_design")
    first = domain.recorded_answers()[0]
    broken = "module broken(\n"
    answers = (replace(first, texts=(broken, first.texts[-1])), replace(first, seed_id="builtin/none"))
    monkeypatch.setattr(domain, "recorded_answers", lambda: answers, raising=False)
    execution = ExecutionResource(cache_path=str(tmp_path / "cache.sqlite"), workers=1)
    failed, passed = shipped_turns(["chip_design"], execution)
    assert (failed.query.candidate.code, failed.observation.outcome) == (broken, Outcome.COMPILATION_ERROR)
    assert passed.observation.outcome is Outcome.PASS
    for turn in (failed, passed):
        assert turn.is_others
        assert is_other_author(turn)
        assert author_of(turn).name == turn.query.author == f"recorded/{first.author}"
    assert len({failed.turn_id, passed.turn_id}) == 2
    again = shipped_turns(["chip_design"], execution)
    assert [turn.observation for turn in again] == [failed.observation, passed.observation]
