"""A champion whose hint is older than its bench: evidence counts beside it, as far as new turns say."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "unit"))
from world_model_toy import SimulatingToy, make_examples

from resources.execution.outcome import Outcome
from resources.world_model.checkpoint import Checkpoint
from resources.world_model.evidence_learning import with_evidence
from resources.world_model.evidence_weighing import near_turns, with_weighed_evidence
from resources.world_model.model import TurnExample
from resources.world_model.prediction import CheckpointWorldModel
from resources.world_model.settings import TrainingSettings
from resources.world_model.trust import Limits

pytest.importorskip("torch", reason="the extra world-model is not installed")

LIMITS = Limits(0.85, 0.05)
SETTINGS = TrainingSettings(
    max_seconds=600, min_steps=4, max_steps=4, hidden_size=32, layers=1, heads=1, vocabulary=600, threads=1
)


DOMAIN = SimulatingToy(simulates=True)
OTHER_WAY_ROUND = {
    Outcome.PASS: Outcome.FUNCTIONAL_MISMATCH,
    Outcome.FUNCTIONAL_MISMATCH: Outcome.PASS,
    Outcome.COMPILATION_ERROR: Outcome.COMPILATION_ERROR,
}


def judged_by_an_earlier_bench(item: TurnExample) -> TurnExample:
    """A bench that took right for wrong: what a hint learned from it is wrong today."""
    outcome = OTHER_WAY_ROUND[item.observation.outcome]
    return replace(item, observation=replace(item.observation, outcome=outcome))


NEW = make_examples(1000, domain=DOMAIN, seed=5)
WEIGHED_ON, OTHERS = NEW[:600], NEW[600:]


@pytest.fixture(scope="module")
def champion(tmp_path_factory: pytest.TempPathFactory) -> Checkpoint:
    from resources.world_model.training import train

    own, directory = make_examples(400, domain=DOMAIN), tmp_path_factory.mktemp("checkpoints")
    own = [judged_by_an_earlier_bench(item) for item in own]
    trained = train(own[:300], calibration=own[300:], settings=SETTINGS, directory=directory)
    return with_evidence(trained.directory, make_examples(200, domain=DOMAIN, seed=3), LIMITS, directory)


def right(checkpoint: Checkpoint, turns: list[TurnExample]) -> float:
    predictions = CheckpointWorldModel(checkpoint.directory, limits=LIMITS).predict([turn.query for turn in turns])
    pairs = zip(predictions, turns, strict=True)
    return sum(said.observation.outcome is turn.observation.outcome for said, turn in pairs) / len(turns)


def near(champion: Checkpoint, turns: list[TurnExample]) -> list[TurnExample]:
    return list(near_turns(CheckpointWorldModel(champion.directory), champion.directory, turns).examples)


def test_evidence_corrects_a_hint_that_is_older_than_the_bench(champion: Checkpoint) -> None:
    weighed = with_weighed_evidence(champion.directory, WEIGHED_ON, LIMITS, champion.directory.parent)
    others = near(champion, OTHERS)
    assert len(others) >= 20
    assert right(weighed, others) > right(champion, others) + 0.5
    assert weighed.manifest.calibration["hybrid"]["toy"].evidence_weight > 0
    assert weighed.manifest.calibrated_from == champion.checkpoint_id
    again = with_weighed_evidence(champion.directory, WEIGHED_ON[::-1], LIMITS, champion.directory.parent)
    assert again.checkpoint_id == weighed.checkpoint_id


def test_its_verdicts_are_those_on_the_new_turns(champion: Checkpoint) -> None:
    weighed = with_weighed_evidence(champion.directory, WEIGHED_ON, LIMITS, champion.directory.parent)
    assert weighed.manifest.trust["hybrid"]["toy/toy"].examples == len(near(champion, WEIGHED_ON))
    assert weighed.manifest.trust["evidence"] == champion.manifest.trust["evidence"]


def test_few_turns_and_turns_that_it_learned_from_change_nothing(champion: Checkpoint) -> None:
    learned = make_examples(200, domain=DOMAIN, seed=3)
    weighed = with_weighed_evidence(champion.directory, [*WEIGHED_ON[:20], *learned], LIMITS, champion.directory.parent)
    assert weighed.manifest.calibration == champion.manifest.calibration
    queries = [turn.query for turn in OTHERS[:20]]
    models = [CheckpointWorldModel(each.directory, limits=LIMITS) for each in (champion, weighed)]
    first, second = (model.probabilities(queries) for model in models)
    assert first == second
