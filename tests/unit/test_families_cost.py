"""`icwm families cost`: a table of what is known, whatever ends it, and without a world model where none knows the
domain."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from assets.families.cost import Cost
from assets.world_model.shipped import shipped_checkpoint
from orchestration import families_command
from orchestration.settings import read_settings
from resources.execution.outcome import Outcome


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ICWM_HOME", str(tmp_path))


@pytest.mark.skipif(shipped_checkpoint() is None, reason="no champion ships")
def test_a_domain_that_the_champion_never_saw_has_no_predictor(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "icwm"):
        assert families_command._predictor(read_settings(), "weaving") is None
    assert caplog.messages == ["the world model was not trained on weaving: what the tools take is told without it"]


def test_what_is_known_is_printed_where_it_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> Iterator[Cost]:
        yield Cost("families/bank-0", "reference", Outcome.PASS, 61.5, None, 0.0)
        raise KeyboardInterrupt

    monkeypatch.setattr(families_command, "costs", interrupted)
    monkeypatch.setattr(families_command, "_predictor", lambda *_: None)
    console = Console(record=True, width=120)
    with pytest.raises(KeyboardInterrupt):
        families_command.say_costs(console, "cad_modeling", [], 0)
    printed = console.export_text()
    assert "families/bank-0" in printed
    assert "61.5" in printed
