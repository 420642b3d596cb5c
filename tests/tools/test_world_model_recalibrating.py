"""A champion calibrated where it lives: the same labels under another id, trusted on what it was calibrated on."""

import sys
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

sys.path.append(str(Path(__file__).parents[1] / "unit"))
from world_model_toy import make_examples

from assets.world_model.examples import EXECUTION_TURNS
from assets.world_model.home_calibration import (
    authors_turns,
    calibrate_here,
    calibration_turns,
    uncalibrated_authors,
)
from assets.world_model.promotion import Decision, record
from assets.world_model.splits import CHOSEN, Group, Part, Splits
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema
from resources.world_model.checkpoint import Checkpoint, calibration_line, read_checkpoint
from resources.world_model.model import TurnExample
from resources.world_model.prediction import CheckpointWorldModel
from resources.world_model.recalibration import recalibrated
from resources.world_model.settings import TrainingSettings
from resources.world_model.trust import Limits
from resources.world_model.verdicts import load_verdicts

pytest.importorskip("torch", reason="the extra world-model is not installed")

LIMITS = Limits(0.85, 0.05)
SETTINGS = TrainingSettings(
    max_seconds=600, min_steps=60, max_steps=60, hidden_size=32, layers=1, heads=1, vocabulary=600, threads=1
)


def imported(examples: list[TurnExample]) -> list[TurnExample]:
    """The same turns of tasks of another source."""
    found = []
    for item in examples:
        bundle = replace(item.query.bundle, seed_id=item.query.bundle.seed_id.replace("toy/", "bench/"))
        found.append(replace(item, turn_id=f"bench-{item.turn_id}", query=replace(item.query, bundle=bundle)))
    return found


TURNS = imported(make_examples(120, seed=5))


@pytest.fixture(scope="module")
def champion(tmp_path_factory: pytest.TempPathFactory) -> Checkpoint:
    from resources.world_model.training import train

    own, directory = make_examples(400), tmp_path_factory.mktemp("checkpoints")
    return train(own[:300], calibration=own[300:], settings=SETTINGS, directory=directory)


@pytest.fixture(scope="module")
def calibrated(champion: Checkpoint) -> Checkpoint:
    return recalibrated(champion.directory, TURNS, LIMITS, champion.directory.parent)


def test_labels_stay_and_the_source_is_trusted(champion: Checkpoint, calibrated: Checkpoint) -> None:
    queries = [item.query for item in (*TURNS[:20], *make_examples(20, seed=7))]
    before, after = (
        CheckpointWorldModel(each.directory, with_diagnostic=False, limits=LIMITS) for each in (champion, calibrated)
    )
    assert before.probabilities(queries) == after.probabilities(queries)
    assert not any(prediction.trusted for prediction in before.predict(queries[:20]))
    assert any(prediction.trusted for prediction in after.predict(queries[:20]))
    assert before.trust["toy/toy"] == after.trust["toy/toy"]
    assert after.trust["toy/bench"].examples == len(TURNS)


def test_it_is_a_checkpoint_that_says_where_it_comes_from(champion: Checkpoint, calibrated: Checkpoint) -> None:
    found = read_checkpoint(calibrated.directory)
    assert found.checkpoint_id != champion.checkpoint_id
    assert (found.manifest.calibrated_from, found.manifest.parent) == (champion.checkpoint_id, "")
    assert calibration_line(calibrated.directory) == [calibrated.checkpoint_id, champion.checkpoint_id]
    assert calibration_line(champion.directory) == [champion.checkpoint_id]
    assert f"It is `{champion.checkpoint_id[:16]}`" in (calibrated.directory / "README.md").read_text()
    again = recalibrated(champion.directory, TURNS, LIMITS, champion.directory.parent)
    assert again.checkpoint_id == calibrated.checkpoint_id


def test_only_turns_that_it_never_saw_and_nobody_picked_calibrate(champion: Checkpoint) -> None:
    learned, measured, own = TURNS[:60], TURNS[60:], make_examples(60, seed=8)
    chosen = [replace(item, turn_id=f"{CHOSEN}{item.turn_id}") for item in imported(make_examples(60, seed=6))]
    parts = dict.fromkeys(Part, ()) | {
        Part.TRAIN: (*learned, *chosen, *own),
        Part.SEED: tuple(measured),
        Part.CALIBRATION: tuple(imported(make_examples(300))[:50]),
    }
    (group,) = found = calibration_turns(Splits(parts), champion.directory)
    assert group == Group("toy", "bench")
    assert {item.turn_id for item in found[group]} == {item.turn_id for item in (*learned, *parts[Part.CALIBRATION])}
    assert (
        calibration_turns(Splits(parts | {Part.TRAIN: tuple(learned[:30]), Part.CALIBRATION: ()}), champion.directory)
        == {}
    )


def test_it_becomes_champion_once_and_not_again_after_a_rollback(champion: Checkpoint, tmp_path: Path) -> None:
    lake, directory, name = Lake(tmp_path / "lake"), champion.directory.parent, champion.checkpoint_id
    splits = Splits(dict.fromkeys(Part, ()) | {Part.TRAIN: tuple(TURNS)})
    record(lake, Decision("first", name, name, "", "there was no champion"), "run")
    decision = calibrate_here(lake, splits, directory, LIMITS)
    assert decision is not None
    assert (decision.decision, decision.previous) == ("calibrated", name)
    assert "120 turns of bench in toy" in decision.reason
    record(lake, decision, "run")
    assert calibrate_here(lake, splits, directory, LIMITS) is None
    record(lake, Decision("rolled back", name, decision.champion, decision.champion, "by hand"), "run")
    assert calibrate_here(lake, splits, directory, LIMITS) is None


def test_few_verdicts_are_replaced_once_there_are_twice_as_many_turns(champion: Checkpoint, tmp_path: Path) -> None:
    few = recalibrated(champion.directory, TURNS[:45], LIMITS, tmp_path)

    def found(turns: list[TurnExample]) -> dict[Group, list[TurnExample]]:
        return calibration_turns(Splits(dict.fromkeys(Part, ()) | {Part.TRAIN: tuple(turns)}), few.directory)

    assert found(TURNS[:80]) == {}
    assert len(found(TURNS[:100])[Group("toy", "bench")]) == 100


def by_author(examples: list[TurnExample], author: str) -> list[TurnExample]:
    return [
        replace(
            item,
            turn_id=f"{author} {item.turn_id}",
            generator=author,
            is_others=True,
            query=replace(item.query, author=author),
        )
        for item in examples
    ]


def test_an_author_is_trusted_by_turns_of_its_own_whatever_the_source(champion: Checkpoint, tmp_path: Path) -> None:
    theirs = by_author(TURNS, "recorded/careful")
    splits = Splits(dict.fromkeys(Part, ()) | {Part.TRAIN: tuple(theirs[:60]), Part.CALIBRATION: tuple(theirs[60:70])})
    found = authors_turns(splits, champion.directory)
    assert {group: len(own) for group, own in found.items()} == {Group("toy", "recorded/careful"): 70}
    assert authors_turns(Splits(splits.parts | {Part.TRAIN: tuple(theirs[:29])}), champion.directory) == {}
    held_out = Splits(dict.fromkeys(Part, ()) | {Part.AUTHOR: tuple(theirs[:40])})
    assert {group: len(own) for group, own in authors_turns(held_out, champion.directory).items()} == {
        Group("toy", "recorded/careful"): 40
    }
    assert calibration_turns(held_out, champion.directory) == {}
    made = recalibrated(champion.directory, (), LIMITS, tmp_path, theirs[:70])
    model = CheckpointWorldModel(made.directory, with_diagnostic=False, limits=LIMITS)
    asked = [item.query for item in theirs[70:]]
    anonymous = [replace(query, author="") for query in asked]
    assert any(prediction.trusted for prediction in model.predict(asked))
    assert not any(prediction.trusted for prediction in model.predict(anonymous))
    assert model.probabilities(asked) == model.probabilities(anonymous)


def test_new_turns_of_an_author_ask_for_calibration(champion: Checkpoint, tmp_path: Path) -> None:
    lake = Lake(tmp_path / "lake")
    table = TableSchema(EXECUTION_TURNS, pa.schema([pa.field("generator", pa.string())]))
    names = ["recorded/a"] * 40 + ["recorded/b"] * 39 + ["fault-injection"] * 90
    lake.write(table, "toy", table.from_rows([{"generator": name} for name in names]), inputs={})
    assert uncalibrated_authors(lake, load_verdicts(champion.directory), ["toy"]) == {Group("toy", "recorded/a")}
