"""The world model trained for real, on a CPU, for seconds: learns, round-trips, and refuses bad folders."""

import json
import shutil
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "unit"))
from world_model_toy import SimulatingToy, ToyDomain, make_examples

from assets.world_model.measurement import measure_domain
from assets.world_model.split_rule import split
from resources.execution.outcome import Outcome
from resources.world_model.checkpoint import Checkpoint, CorruptCheckpointError, read_checkpoint
from resources.world_model.model import TurnExample
from resources.world_model.prediction import CheckpointWorldModel, UnknownDomainError
from resources.world_model.settings import TrainingSettings
from resources.world_model.trust import Limits
from resources.world_model.verdicts import trust_in

pytest.importorskip("torch", reason="the extra world-model is not installed")

SMALL = TrainingSettings(
    max_seconds=600,
    min_steps=160,
    max_steps=160,
    hidden_size=64,
    layers=2,
    heads=1,
    vocabulary=700,
    learning_rate=4e-3,
    threads=1,
)
TINY = TrainingSettings(
    max_seconds=600, min_steps=3, max_steps=3, hidden_size=32, layers=1, heads=2, vocabulary=600, threads=1
)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Checkpoint:
    from resources.world_model.training import train

    examples = make_examples(400) + make_examples(60, domain=ToyDomain("toy two"), seed=5)
    return train(
        examples,
        calibration=make_examples(80, seed=1),
        settings=SMALL,
        directory=tmp_path_factory.mktemp("checkpoints"),
    )


@pytest.mark.parametrize("mode", ["hybrid", "pure"])
def test_it_learns_clearly_more_than_the_majority(trained: Checkpoint, mode: str) -> None:
    fresh = make_examples(200, tasks=60, seed=2)
    model = CheckpointWorldModel(trained.directory, mode, with_diagnostic=False)  # type: ignore[arg-type]
    predictions = model.predict([example.query for example in fresh])
    right = sum(p.observation.outcome is e.observation.outcome for p, e in zip(predictions, fresh, strict=True))
    majority = Counter(example.observation.outcome for example in fresh).most_common(1)[0][1]
    assert right / 200 >= majority / 200 + (0.3 if mode == "hybrid" else 0.1)


def test_thresholds_follow_from_the_limits_of_who_asks(trained: Checkpoint) -> None:
    settings, queries = trained.manifest.settings, [example.query for example in make_examples(20, seed=4)]

    def asked(limits: Limits) -> CheckpointWorldModel:
        return CheckpointWorldModel(trained.directory, with_diagnostic=False, limits=limits)

    assert asked(Limits(settings.trust_accuracy, settings.trust_false_pass)).trust == trained.manifest.trust["hybrid"]
    assert all(prediction.trusted for prediction in asked(Limits(0.0, 1.0)).predict(queries))
    assert not any(prediction.trusted for prediction in asked(Limits(1.0, 0.0)).predict(queries))


def test_predictions_are_calibrated_records_of_the_domains_labels(trained: Checkpoint) -> None:
    queries = [example.query for example in make_examples(24, seed=3)]
    model = CheckpointWorldModel(trained.directory)
    first, second = model.predict(queries), CheckpointWorldModel(trained.directory).predict(queries)
    assert first == second
    for prediction in first:
        assert set(prediction.probabilities) == set(ToyDomain.outcomes)
        assert sum(prediction.probabilities.values()) == pytest.approx(1)
        assert prediction.confidence == max(prediction.probabilities.values())
        assert prediction.observation.toolchain == model.checkpoint_id
    assert any(prediction.observation.stage for prediction in first)


def test_what_cannot_be_followed_is_trusted_by_figures_of_its_own(tmp_path: Path) -> None:
    """A follower that knows all makes predictions sure; that must not make those sure which it cannot follow."""
    from resources.world_model.training import train

    follows, lost = SimulatingToy(simulates=True), SimulatingToy(simulates=False)
    learned = [in_domain(item, follows) for item in make_examples(300)]
    calibrated = [in_domain(item, follows) for item in make_examples(120, seed=1)]
    limits = Limits(0.9, 0.2)
    made = train(learned, calibration=calibrated, settings=TINY, directory=tmp_path)
    model = CheckpointWorldModel(made.directory, with_diagnostic=False, limits=limits)
    assert model.trusts["unfollowed"]["toy"] != model.trusts["hybrid"]["toy"]
    for domain, sight in ((follows, "hybrid"), (lost, "unfollowed")):
        fresh = [in_domain(item, domain) for item in make_examples(60, tasks=60, seed=2)]
        queries = [item.query for item in fresh if item.observation.outcome is not Outcome.COMPILATION_ERROR]
        assert set(model.labels.sights(model.known(queries))) == {sight}
        threshold = trust_in(model.trusts[sight], "toy", "toy").threshold
        assert all(item.trusted == (item.trust >= threshold) for item in model.predict(queries))


def test_tasks_of_a_source_that_nothing_was_calibrated_on_are_left_to_the_tool(trained: Checkpoint) -> None:
    model = CheckpointWorldModel(trained.directory, with_diagnostic=False, limits=Limits(0.4, 0.5))
    known = [item.query for item in make_examples(40, seed=5)]
    foreign = [replace(query, bundle=replace(query.bundle, seed_id="benchmark/1")) for query in known]
    said, elsewhere = model.predict(known), model.predict(foreign)
    assert any(item.trusted for item in said)
    assert not any(item.trusted for item in elsewhere)
    assert [item.observation for item in said] == [item.observation for item in elsewhere]


def in_domain(example: TurnExample, domain: ToyDomain) -> TurnExample:
    return replace(example, query=replace(example.query, domain=domain))


def test_the_hint_survives_its_file(trained: Checkpoint, tmp_path: Path) -> None:
    from resources.world_model.features import features
    from resources.world_model.hint import fit_hint, load_hint

    examples = make_examples(400) + make_examples(60, domain=ToyDomain("toy two"), seed=5)
    queries = [example.query for example in make_examples(20, seed=4)]
    ordered = sorted(examples, key=lambda item: item.turn_id)
    hint, _ = fit_hint(ordered, [features(item.query) for item in ordered], SMALL.boosting)
    assert load_hint(trained.directory).evidence(queries) == hint.evidence(queries)


def test_same_data_and_settings_give_the_same_id_and_other_data_another(tmp_path: Path) -> None:
    from resources.world_model.training import train

    examples = make_examples(40)
    first = train(examples, settings=TINY, directory=tmp_path / "one")
    again = train(list(reversed(examples)), settings=TINY, directory=tmp_path / "two")
    other = train(examples[:-1], settings=TINY, directory=tmp_path / "one")
    assert first.checkpoint_id == again.checkpoint_id != other.checkpoint_id
    assert not list((tmp_path / "one").glob(".writing-*"))
    assert read_checkpoint(first.directory) == first


def test_a_folder_that_is_not_what_it_says_is_refused(trained: Checkpoint, tmp_path: Path) -> None:
    copy = tmp_path / trained.checkpoint_id
    shutil.copytree(trained.directory, copy)
    weights = bytearray((copy / "model.safetensors").read_bytes())
    weights[-5] ^= 1
    (copy / "model.safetensors").write_bytes(weights)
    with pytest.raises(CorruptCheckpointError, match="changed or renamed"):
        CheckpointWorldModel(copy)
    (copy / "tokenizer.json").unlink()
    with pytest.raises(CorruptCheckpointError, match=r"no tokenizer\.json"):
        CheckpointWorldModel(copy)


def test_an_unknown_domain_is_an_error_and_an_example_of_a_foreign_label_too(
    trained: Checkpoint, tmp_path: Path
) -> None:
    from resources.world_model.training import train

    example = make_examples(1, domain=ToyDomain("never seen"))[0]
    with pytest.raises(UnknownDomainError, match="never seen"):
        CheckpointWorldModel(trained.directory).predict([example.query])
    foreign = replace(example, observation=replace(example.observation, outcome=Outcome.GEOMETRY_ERROR))
    with pytest.raises(ValueError, match="GEOMETRY_ERROR"):
        train([foreign], settings=TINY, directory=tmp_path)


def test_a_domain_that_came_later_is_not_measured(
    trained: Checkpoint,
) -> None:
    splits = split(make_examples(300, domain=ToyDomain("never seen")))
    assert measure_domain(splits, "never seen", trained.directory, Limits(0.97, 0.01), refitted=False) == []


def test_the_folder_holds_no_pickle_and_a_card_of_its_own_figures(trained: Checkpoint) -> None:
    names = {path.name for path in trained.directory.rglob("*")}
    assert {"config.json", "model.safetensors", "tokenizer.json", "hint.safetensors", "icwm.json", "README.md"} <= names
    assert not [name for name in names if name.endswith((".pkl", ".pickle", ".bin", ".joblib", ".pt"))]
    card = (trained.directory / "README.md").read_text()
    manifest = json.loads((trained.directory / "icwm.json").read_text())
    assert f"{manifest['parameters']:,} parameters" in card
    assert "460 executed turns" in card


def test_hugging_face_loads_the_folder_as_it_is(trained: Checkpoint) -> None:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(trained.directory, local_files_only=True)
    assert AutoModelForCausalLM.from_pretrained(trained.directory, local_files_only=True).config.vocab_size == len(
        tokenizer
    )
    assert tokenizer.decode(tokenizer("wire <| x\n  y").input_ids) == "wire <| x\n  y"


def test_time_bounds_a_run_whatever_the_steps(tmp_path: Path) -> None:
    from dataclasses import replace

    from resources.world_model.training import train

    slow = replace(TINY, max_seconds=6, min_steps=100_000, max_steps=100_000)
    checkpoint = train(make_examples(60), settings=slow, directory=tmp_path)
    assert checkpoint.manifest.steps < checkpoint.manifest.steps_planned == 100_000
