"""A champion that learns evidence: far code is labelled by what was simulated, near code as before."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "unit"))
from world_model_toy import SimulatingToy, make_examples

from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.world_model.checkpoint import Checkpoint, read_checkpoint
from resources.world_model.evidence import EVIDENCE_FILE, FAR
from resources.world_model.evidence_learning import with_evidence
from resources.world_model.log_forms import FORMS_FILE
from resources.world_model.model import TurnExample
from resources.world_model.prediction import CheckpointWorldModel
from resources.world_model.scoring import EVIDENCE
from resources.world_model.settings import TrainingSettings
from resources.world_model.trust import Limits

pytest.importorskip("torch", reason="the extra world-model is not installed")

LIMITS = Limits(0.85, 0.05)
SETTINGS = TrainingSettings(
    max_seconds=600, min_steps=60, max_steps=60, hidden_size=32, layers=1, heads=1, vocabulary=600, threads=1
)


class CommentedToy(SimulatingToy):
    """Its simulator passes comments over, as its tool does."""

    def cheap_checks(self, bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
        lines = candidate.code.splitlines(keepends=True)
        return super().cheap_checks(bundle, Candidate("".join(line for line in lines if not line.startswith("#"))))


DOMAIN = CommentedToy(simulates=True)


def by_another_author(item: TurnExample, place: int) -> TurnExample:
    """The same behaviour, far from the reference: between any two lines stand words that nobody else writes."""
    lines = item.query.candidate.code.splitlines()
    remarks = [f"# {' '.join(f'w{place}x{number}y{word}' for word in range(40))}" for number in range(len(lines))]
    code = "".join(f"{remark}\n{line}\n" for remark, line in zip(remarks, lines, strict=True))
    return replace(
        item,
        turn_id=f"other-{place}",
        query=replace(item.query, candidate=Candidate(code)),
        generator="recorded/a",
        is_others=True,
        fault_kinds=(),
    )


OTHERS = [by_another_author(item, place) for place, item in enumerate(make_examples(240, domain=DOMAIN, seed=8))]


@pytest.fixture(scope="module")
def champion(tmp_path_factory: pytest.TempPathFactory) -> Checkpoint:
    from resources.world_model.training import train

    own, directory = make_examples(400, domain=DOMAIN), tmp_path_factory.mktemp("checkpoints")
    return train(own[:300], calibration=own[300:], settings=SETTINGS, directory=directory)


@pytest.fixture(scope="module")
def learned(champion: Checkpoint) -> Checkpoint:
    own = make_examples(200, domain=DOMAIN, seed=3)
    return with_evidence(champion.directory, [*own, *OTHERS[:160]], LIMITS, champion.directory.parent)


def right(checkpoint: Checkpoint, turns: list[TurnExample]) -> float:
    predictions = CheckpointWorldModel(checkpoint.directory, limits=LIMITS).predict([turn.query for turn in turns])
    pairs = zip(predictions, turns, strict=True)
    return sum(said.observation.outcome is turn.observation.outcome for said, turn in pairs) / len(turns)


def test_far_code_is_labelled_by_evidence(champion: Checkpoint, learned: Checkpoint) -> None:
    model = CheckpointWorldModel(learned.directory, limits=LIMITS)
    queries = [turn.query for turn in OTHERS[160:]]
    far = [novelty >= FAR for novelty in model.novelty.of(queries)]
    assert sum(far) > len(far) / 2
    assert model.known(queries).far == far
    assert right(learned, OTHERS[160:]) >= 0.95
    assert right(learned, OTHERS[160:]) >= right(champion, OTHERS[160:])


def test_it_is_trusted_on_far_code_by_thresholds_of_its_own(learned: Checkpoint) -> None:
    model = CheckpointWorldModel(learned.directory, limits=LIMITS)
    predictions = model.predict([turn.query for turn in OTHERS[160:]])
    trusted = [place for place, said in enumerate(predictions) if said.trusted]
    assert len(trusted) > len(predictions) / 2
    assert EVIDENCE in learned.manifest.trust
    good = sum(predictions[place].observation.outcome is OTHERS[160 + place].observation.outcome for place in trusted)
    assert good / len(trusted) >= LIMITS.accuracy


def test_near_code_is_answered_as_before(champion: Checkpoint, learned: Checkpoint) -> None:
    queries = [turn.query for turn in make_examples(40, domain=DOMAIN, seed=11)]
    before, after = (CheckpointWorldModel(each.directory, limits=LIMITS) for each in (champion, learned))
    near = [place for place, novelty in enumerate(after.novelty.of(queries)) if novelty < FAR]
    assert near
    first, second = before.probabilities(queries), after.probabilities(queries)
    assert [first[place] for place in near] == [second[place] for place in near]


def test_it_is_whole_and_says_where_it_comes_from(champion: Checkpoint, learned: Checkpoint) -> None:
    assert read_checkpoint(learned.directory).manifest.calibrated_from == champion.checkpoint_id
    assert learned.checkpoint_id != champion.checkpoint_id
    assert (learned.directory / EVIDENCE_FILE).is_file()
    assert (learned.directory / FORMS_FILE).is_file()


def test_the_same_turns_give_the_same_checkpoint(champion: Checkpoint, learned: Checkpoint, tmp_path: Path) -> None:
    own = make_examples(200, domain=DOMAIN, seed=3)
    again = with_evidence(champion.directory, [*reversed(OTHERS[:160]), *own], LIMITS, tmp_path)
    assert again.checkpoint_id == learned.checkpoint_id


def test_a_training_goes_on_from_it_with_a_few_turns_of_each_kind(learned: Checkpoint, tmp_path: Path) -> None:
    """Its verdicts of evidence are on far turns alone, and are inherited so."""
    from resources.world_model.training import train

    own = make_examples(120, domain=DOMAIN, seed=21)
    calibration = [*own[90:], *OTHERS[200:212]]
    made = train(own[:90], calibration=calibration, settings=SETTINGS, directory=tmp_path, parent=learned.directory)
    assert made.manifest.parent == learned.checkpoint_id
    assert EVIDENCE in made.manifest.trust
