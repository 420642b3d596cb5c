"""The WorldModel protocol, the same for every implementation: transformers in this process, and a vLLM.

The vLLM is real and serves the same checkpoint, so it has to say the same: its test needs the serving environment
(`make serving`) and is skipped without.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "unit"))
from world_model_toy import ToyDomain, make_examples

from resources.execution.outcome import Outcome
from resources.world_model.checkpoint import Checkpoint
from resources.world_model.model import Query, WorldModel
from resources.world_model.prediction import CheckpointWorldModel, UnknownDomainError
from resources.world_model.settings import TrainingSettings
from tests.home import PROJECT

pytest.importorskip("torch", reason="the extra world-model is not installed")

# Heads of 64: the smallest that every attention kernel of vLLM takes.
SETTINGS = TrainingSettings(
    max_seconds=600,
    min_steps=160,
    max_steps=160,
    hidden_size=128,
    layers=2,
    heads=2,
    vocabulary=700,
    learning_rate=3e-3,
    threads=1,
)
EAGER = ("--enforce-eager",)
"""Compiling takes longer than all that this module asks."""
KINDS = ("transformers, hybrid", "transformers, pure", "vllm, hybrid")
HOMES = [Path(os.environ["ICWM_HOME"])] if os.environ.get("ICWM_HOME") else []
HOMES.append(PROJECT / "var")


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Checkpoint:
    from resources.world_model.training import train

    folder = tmp_path_factory.mktemp("checkpoints")
    return train(make_examples(400), calibration=make_examples(120, seed=1), settings=SETTINGS, directory=folder)


@pytest.fixture(scope="module")
def served(checkpoint: Checkpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CheckpointWorldModel]:
    """The checkpoint behind a real vLLM, started for this module."""
    from resources.serving.errors import ServingFailed
    from resources.serving.server import VllmServer
    from resources.serving.settings import ServerSettings
    from resources.world_model.served import ServedLanguageModel
    from resources.world_model.tokenizer import load_vocabulary

    homes = [home for home in HOMES if (home / "serving" / "environment" / "installed.json").is_file()]
    if not homes:
        pytest.skip("no serving environment; `make serving` installs one")
    settings = ServerSettings(
        str(checkpoint.directory), served_name="icwm", dtype="float32", kv_cache_gib=0.5, arguments=EAGER
    )
    try:
        with VllmServer(settings, homes[0] / "serving") as server:
            end = load_vocabulary(checkpoint.directory).end
            language = ServedLanguageModel(server.base_url, "icwm", end)
            yield CheckpointWorldModel(checkpoint.directory, language=language)
    except ServingFailed as error:
        pytest.fail(str(error))


@pytest.fixture(params=KINDS)
def model(request: pytest.FixtureRequest, checkpoint: Checkpoint) -> CheckpointWorldModel:
    server, mode = request.param.split(", ")
    if server == "vllm":
        found: CheckpointWorldModel = request.getfixturevalue("served")
        return found
    return CheckpointWorldModel(checkpoint.directory, mode)


def queries(count: int, seed: int = 3) -> list[Query]:
    return [example.query for example in make_examples(count, seed=seed)]


@pytest.mark.timeout(1800)
def test_it_is_a_world_model_with_the_folders_id(model: CheckpointWorldModel, checkpoint: Checkpoint) -> None:
    standing_in: WorldModel = model
    assert standing_in.checkpoint_id == checkpoint.checkpoint_id == checkpoint.directory.name


def test_no_queries_no_predictions(model: CheckpointWorldModel) -> None:
    assert model.predict([]) == []


def test_a_prediction_is_a_distribution_over_the_domains_labels(model: CheckpointWorldModel) -> None:
    for prediction in model.predict(queries(24)):
        assert set(prediction.probabilities) == set(ToyDomain.outcomes)
        assert sum(prediction.probabilities.values()) == pytest.approx(1)
        assert prediction.confidence == max(prediction.probabilities.values())
        assert prediction.probabilities[prediction.observation.outcome] == prediction.confidence
        assert prediction.observation.toolchain == model.checkpoint_id
        assert 0 <= prediction.novelty <= 1
        assert 0 <= prediction.trust <= prediction.confidence


def test_the_same_query_gets_the_same_answer_whatever_stands_beside_it(model: CheckpointWorldModel) -> None:
    asked = queries(40)
    together = model.predict(asked)
    assert model.predict(asked) == together
    for place in (0, 17, 39):
        (alone,) = model.predict([asked[place]])
        assert alone.observation.outcome is together[place].observation.outcome
        assert alone.confidence == pytest.approx(together[place].confidence, abs=1e-3)


def test_order_is_kept(model: CheckpointWorldModel) -> None:
    asked = queries(40)
    forth = [prediction.confidence for prediction in model.predict(asked)]
    back = [prediction.confidence for prediction in model.predict(asked[::-1])]
    assert back[::-1] == pytest.approx(forth, abs=1e-3)


def test_it_knows_more_than_chance_and_writes_what_follows_the_label(model: CheckpointWorldModel) -> None:
    fresh = make_examples(100, seed=2)
    seen = [prediction.observation for prediction in model.predict([example.query for example in fresh])]
    right = sum(one.outcome is other.observation.outcome for one, other in zip(seen, fresh, strict=True))
    assert right >= 50
    assert any(observation.stage for observation in seen)
    assert all(not observation.log for observation in seen if observation.outcome is Outcome.PASS)


def test_a_domain_that_it_never_saw_is_refused(model: CheckpointWorldModel) -> None:
    with pytest.raises(UnknownDomainError, match="never seen"):
        model.predict([make_examples(1, domain=ToyDomain("never seen"))[0].query])


def test_a_server_says_what_this_process_says(served: CheckpointWorldModel, checkpoint: Checkpoint) -> None:
    """The label's probabilities and the diagnostic: constrained decoding gives the distribution that a forward pass
    gives, though in another order of arithmetic."""
    asked = queries(60)
    here, there = CheckpointWorldModel(checkpoint.directory).predict(asked), served.predict(asked)
    for one, other in zip(here, there, strict=True):
        assert other.probabilities == pytest.approx(one.probabilities, abs=0.02)
    alike = sum(one.observation == other.observation for one, other in zip(here, there, strict=True))
    assert alike >= 54
