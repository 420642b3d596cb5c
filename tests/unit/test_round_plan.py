"""A recipe's file: what it leaves out is usual, and what it says wrongly is named."""

from pathlib import Path

import pytest

from assets.learned import Learned
from assets.thinking_model.recipe import TrainingRefused
from assets.thinking_model.round_plan import RoundPlan, read_plan
from assets.tokens.mix import MixPart, Order, View

WHOLE = """
mix:
  - {domains: [chip_design], tiers: [1, 2], weight: 2}
  - {view: answers, weight: 0.5}
order: by_tier
learned: passed
length: 4096
training: {lora_rank: 16, epochs: 2}
"""


def test_each_field_is_read_and_all_have_defaults(tmp_path: Path) -> None:
    (tmp_path / "recipe.yaml").write_text(WHOLE, encoding="utf-8")
    plan = read_plan(tmp_path / "recipe.yaml")
    assert plan.mix == (MixPart(("chip_design",), (1, 2), weight=2), MixPart(view=View.ANSWERS, weight=0.5))
    assert (plan.order, plan.learned, plan.length) == (Order.BY_TIER, Learned.PASSED, 4096)
    assert (plan.training.lora_rank, plan.training.accumulated) == (16, 8)
    assert plan.tokens.mix.order is Order.BY_TIER
    (tmp_path / "empty.yaml").touch()
    assert read_plan(tmp_path / "empty.yaml") == RoundPlan()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mix: [{domain: chip_design}]", "mix.0.domain"),
        ("mix: [{weight: 0}]", "mix.0.weight"),
        ("order: backwards", "order"),
        ("training: {steps: -1}", "training.steps"),
        ("lenght: 3", "lenght"),
        ("- mix", "the file"),
        ("mix: [", "not YAML"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "recipe.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(TrainingRefused, match=said):
        read_plan(tmp_path / "recipe.yaml")
    with pytest.raises(TrainingRefused, match="cannot be read"):
        read_plan(tmp_path / "absent.yaml")
