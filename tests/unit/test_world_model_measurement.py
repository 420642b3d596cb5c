"""What a checkpoint is measured on: turns that are new to it, and no figures where there are none."""

from pathlib import Path

import pytest
from world_model_toy import make_examples

from assets.world_model.measurement import measure_domain, unseen_parts
from assets.world_model.split_rule import split
from assets.world_model.splits import MEASURED
from resources.world_model.training_record import save_record, seen_in
from resources.world_model.trust import Limits

SPLITS = split(make_examples(300))
HELD_OUT = [turn for part in MEASURED for turn in SPLITS.parts[part]]


def test_what_it_learned_from_measures_nothing(tmp_path: Path) -> None:
    save_record(seen_in(HELD_OUT[:40]), tmp_path)
    parts = unseen_parts(SPLITS, "toy", tmp_path)
    left = [turn for turns in parts.values() for turn in turns]
    assert left
    assert not {turn.turn_id for turn in left} & {turn.turn_id for turn in HELD_OUT[:40]}


@pytest.mark.parametrize("domain", ["toy", "another"])
def test_a_champion_that_learned_from_all_of_a_home_has_no_figures_and_fails_nothing(
    tmp_path: Path, domain: str
) -> None:
    """The one that ships has learned from the answers that ship, which are all that a small home holds out."""
    save_record(seen_in(HELD_OUT), tmp_path)
    assert measure_domain(SPLITS, domain, tmp_path, Limits(0.97, 0.01)) == []
