"""A mix shows each row as often as it says, in the order it says, with the masks it says."""

from collections import Counter
from pathlib import Path

import pytest

from assets.corpus.schema import REASONING_CORPUS
from assets.learned import Learned, Thoughts
from assets.tokens.mix import Mix, MixedRows, MixPart, Order, View
from resources.storage.lake import Lake
from tests.tools.test_publication import TRAIN, conversation, filled_lake, with_views

DOMAINS = ("chip_design", "cad_modeling")


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = filled_lake(tmp_path_factory.mktemp("lake"))
    tiers = [3, 1, 2, 1, 3, 2, 1, 3, 2]
    rows = [conversation("chip_design", number, TRAIN) | {"tier": tier} for number, tier in enumerate(tiers)]
    lake.write(REASONING_CORPUS, "chip_design", REASONING_CORPUS.from_rows(rows))
    return lake


def shown(lake: Lake, mix: Mix, split: str = TRAIN) -> list[list[str]]:
    return [[row["conversation_id"] for row in stage] for stage in MixedRows(lake, DOMAINS, mix).stages(split)]


def test_weights_repeat_rows_and_draw_a_share_of_them(lake: Lake) -> None:
    (rows,) = shown(lake, Mix((MixPart(("chip_design",), weight=2.0), MixPart(("cad_modeling",), weight=0.5))))
    counts = Counter(rows)
    assert {counts[name] for name in counts if name.startswith("chip")} == {2}
    drawn = [name for name in rows if name.startswith("cad")]
    assert 0 < len(drawn) < 9
    assert len(set(drawn)) == len(drawn)
    again = shown(lake, Mix((MixPart(("chip_design",), weight=2.0), MixPart(("cad_modeling",), weight=0.5))))
    assert again == [rows]
    (held_out,) = shown(lake, Mix((MixPart(("cad_modeling",), weight=2.0),)), "test")
    assert set(Counter(held_out).values()) == {1}


def test_a_curriculum_is_a_stage_after_the_other(lake: Lake) -> None:
    chip = MixPart(("chip_design",))
    stages = shown(lake, Mix((chip,), Order.BY_TIER))
    assert [len(stage) for stage in stages] == [3, 3, 3]
    assert stages[0] == ["chip_design-001", "chip_design-003", "chip_design-006"]
    hard_first = Mix((MixPart(("chip_design",), tiers=(3,)), MixPart(("cad_modeling",))), Order.AS_LISTED)
    assert [{name[:4] for name in stage} for stage in shown(lake, hard_first)] == [{"chip"}, {"cad_"}]


def test_an_answer_alone_stands_behind_its_prompt(lake: Lake) -> None:
    mix = Mix((MixPart(("cad_modeling",), view=View.ANSWERS),))
    (stage,) = MixedRows(lake, DOMAINS, mix, Learned.PASSED).stages(TRAIN)
    rows = list(stage)
    assert len(rows) == 9
    for row in rows:
        assert [said["loss_mask"] for said in row["messages"]] == [0] * (len(row["messages"]) - 1) + [1]
        assert not any(said["reasoning_content"] for said in row["messages"][:-1])
        assert row["messages"][-1]["content"].startswith("right")


def test_the_mask_policy_is_each_rows(lake: Lake) -> None:
    masks = {}
    for learned in (Learned.PASSED, Learned.RAN):
        (stage,) = MixedRows(lake, ("cad_modeling",), Mix(), learned).stages(TRAIN)
        masks[learned] = sum(said["loss_mask"] for row in stage for said in row["messages"])
    assert masks == {Learned.PASSED: 9, Learned.RAN: 15}


WRITERS = ("fault-injection", "fault-injection/hand-3", "voice-2", "local-model")


@pytest.mark.parametrize("view", View)
def test_what_generators_say_of_their_own_faults_is_learned_where_it_is_asked_for(view: View, tmp_path: Path) -> None:
    lake, rows = Lake(tmp_path), [conversation("chip_design", number, TRAIN) for number in range(4)]
    for row, writer in zip(rows, WRITERS, strict=True):
        row["provenance"] = [entry | {"reasoning_writer": writer} for entry in row["provenance"]]
    lake.write(REASONING_CORPUS, "chip_design", REASONING_CORPUS.from_rows(rows))
    with_views(lake, "chip_design")
    for thoughts, count in ((Thoughts.AUTHORS, 2), (Thoughts.ALL, 4), (Thoughts.NONE, 0)):
        mixed = MixedRows(lake, ("chip_design",), Mix((MixPart(view=view),), thoughts=thoughts), Learned.PASSED)
        (stage,) = mixed.stages(TRAIN)
        answers = [row["messages"][-1] for row in stage]
        assert len(answers) == 4
        assert sum(said["reasoning_content"] == "I know" for said in answers) == count
