"""What a campaign says of itself, also where nothing of it was ever executed."""

from typing import Any

import dagster as dg
import pytest

from assets.trajectories.campaign import CampaignResult
from assets.trajectories.run_metadata import refuse_without_turns, summary

GAVE_UP = {
    "trajectory_id": "a",
    "seed_id": "builtin/gray_counter",
    "generator": "a model",
    "failure": "no code block",
    "passed": False,
    "prompt_tokens": 700,
    "completion_tokens": 300,
    "cost": None,
    "domain": "chip_design",
    "turns": [],
}
PASSED = GAVE_UP | {"failure": None, "passed": True, "turns": [{"index": 0, "outcome": "PASS"}]}


@pytest.mark.parametrize(
    ("rows", "turns", "shown"),
    [([], 0, "no turns"), ([GAVE_UP], 0, "no turns"), ([GAVE_UP, PASSED], 1, "data:image/svg+xml")],
)
def test_a_summary_of_any_number_of_turns(rows: list[dict[str, Any]], turns: int, shown: str) -> None:
    found = summary(rows, CampaignResult([]))
    assert found["turns"] == turns
    assert shown in found["outcomes by turn"].value


def test_who_gave_up_is_named_with_the_reason_and_what_it_cost() -> None:
    found = summary([GAVE_UP], CampaignResult([]))
    assert found["failures"].value == "- builtin/gray_counter: a model gave up: no code block"
    assert (found["prompt tokens"], found["completion tokens"]) == (700, 300)


def test_a_campaign_in_which_nobody_answered_says_why() -> None:
    silent = [{"turns": [], "failure": "no code block"}, {"turns": [], "failure": "no code block"}]
    with pytest.raises(dg.Failure, match=r"none of 2 trajectories has a turn. 2 of them: no code block"):
        refuse_without_turns(silent)
    refuse_without_turns([*silent, {"turns": [{}], "failure": ""}])
    refuse_without_turns([])
