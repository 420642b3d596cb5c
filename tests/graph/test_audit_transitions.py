"""The gate from open to shut, to probation and open again, with a checkpoint that learned lies, as the daemon would
launch it. The states by themselves are tests/unit/test_audit_gate.py."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg
import polars as pl
import pytest
import yaml

from assets.trust.gate import Gate, gate_state
from assets.world_model.checkpoints import champion_id, trained_checkpoints
from assets.world_model.examples import read_examples
from assets.world_model.schema import ICWM_CHECKPOINT
from assets.world_model.split_rule import split
from assets.world_model.splits import CORRECTION_PREFIX, Part
from orchestration.definitions import build_defs, build_resources
from orchestration.instance import open_instance
from orchestration.sensors import audit_after_retraining, retraining_after_failed_audit
from orchestration.settings import Settings
from resources.execution.outcome import Outcome
from resources.storage.lake import Lake
from resources.world_model.model import TurnExample
from resources.world_model.settings import TrainingSettings
from tests.home import PROFILES, GraphHome, settings_in

DOMAIN = "chip_design"
ALLOWANCE = 20
"""Turns of an audit: so many that some of what the liar has wrong trains, whichever the night draws. With half of
them there were nights when each wrong turn was of the held-out task, or held out itself."""
PER_BUNDLE = 12


def profiles(root: Path) -> Settings:
    """`gated`: the smallest profile with a bar that a liar misses. `lenient`: the same without a bar, since what a few
    dozen turns teach in seconds is right by luck; that it is better than the liar is the promotion's to find."""
    dials = yaml.safe_load((PROFILES / "test.yaml").read_text())
    dials |= {"amplified_per_bundle": PER_BUNDLE, "audit_turns": ALLOWANCE, "audit_trajectories": 2}
    dials |= {"training_seconds": 5}
    (root / "profiles").mkdir()
    for name, minimum in (("gated", 0.9), ("lenient", 0.0)):
        (root / "profiles" / f"{name}.yaml").write_text(yaml.safe_dump(dials | {"audit_minimum_accuracy": minimum}))
    return replace(settings_in(root), profile="gated", profiles=root / "profiles")


def lied(example: TurnExample) -> TurnExample:
    """What fails is said to pass, and the other way round."""
    outcome = Outcome.LINK_ERROR if example.observation.outcome.passed else Outcome.PASS
    return replace(example, observation=replace(example.observation, outcome=outcome))


def train_a_liar(lake: Lake, checkpoints: Path) -> str:
    from resources.world_model.training import train

    examples = [lied(example) for example in read_examples(lake, [DOMAIN])]
    tiny = TrainingSettings(
        max_seconds=600, min_steps=5, max_steps=5, hidden_size=64, layers=1, heads=1, threads=1,
        trust_accuracy=0.0, trust_false_pass=1.0,
    )  # fmt: skip
    liar = train(examples, calibration=examples, settings=tiny, directory=checkpoints).checkpoint_id
    last = lake.read(ICWM_CHECKPOINT.name).row(-1, named=True)
    row = {**last, "checkpoint": liar, "data_hash": "lies", "created_at": datetime.now(UTC)}
    lake.append(ICWM_CHECKPOINT, "all", ICWM_CHECKPOINT.from_rows([row]))
    return liar


@dataclass
class Story:
    """What happened, in the order in which it did."""

    settings: Settings
    liar: str = ""
    retrained: str = ""
    gates: dict[str, Gate] = field(default_factory=dict)
    asked: dict[str, list[dg.RunRequest | dg.SkipReason]] = field(default_factory=dict)
    runs: dict[str, dg.ExecuteInProcessResult] = field(default_factory=dict)
    corrections_read: int = 0
    corrections_trained: int = 0

    @property
    def lake(self) -> Lake:
        return Lake(self.settings.lake)

    def note_gate(self, when: str) -> None:
        self.gates[when] = gate_state(self.lake, DOMAIN, champion_id(self.lake)).gate

    def materialise(self, name: str, *assets: str) -> None:
        job = build_defs(settings=self.settings).resolve_implicit_global_asset_job_def()
        with open_instance(self.settings.home) as instance:
            self.runs[name] = job.execute_in_process(
                instance=instance, partition_key=DOMAIN, asset_selection=[dg.AssetKey(asset) for asset in assets]
            )

    def roll_back(self, checkpoint: str) -> None:
        job = build_defs(settings=self.settings).resolve_job_def("rollback_champion")
        config = {"ops": {"go_back": {"config": {"checkpoint": checkpoint}}}}
        with open_instance(self.settings.home) as instance:
            assert job.execute_in_process(instance=instance, run_config=config).success

    def tick(self, when: str, sensor: dg.SensorDefinition) -> list[dg.RunRequest | dg.SkipReason]:
        with (
            open_instance(self.settings.home) as instance,
            dg.build_sensor_context(
                instance=instance, resources={"lake": build_resources(self.settings)["lake"]}
            ) as context,
        ):
            found: Any = sensor(context)
            self.asked[when] = list(found)
        return self.asked[when]

    def launch(self, name: str, job: str, *requests: dg.RunRequest | dg.SkipReason, only: Sequence[str] = ()) -> None:
        """As the daemon would: the request's assets, or the job's where it names none, or `only` some of those."""
        (request,) = requests
        assert isinstance(request, dg.RunRequest)
        with open_instance(self.settings.home) as instance:
            self.runs[name] = (
                build_defs(settings=self.settings)
                .resolve_job_def(job)
                .execute_in_process(
                    instance=instance,
                    partition_key=request.partition_key,
                    asset_selection=request.asset_selection or [dg.AssetKey(name) for name in only] or None,
                    tags=dict(request.tags),
                )
            )


@pytest.fixture(scope="module")
def story(materialised: GraphHome, tmp_path_factory: pytest.TempPathFactory) -> Story:
    root = tmp_path_factory.mktemp("transitions") / "home"
    shutil.copytree(materialised.settings.home.root, root)
    # Training on five domains takes five times as long and shows nothing more.
    for folder in (root / "lake" / "execution_turns").iterdir():
        if folder.name != f"domain={DOMAIN}":
            shutil.rmtree(folder)
    story = Story(profiles(root))
    story.note_gate("before")
    story.liar = train_a_liar(story.lake, story.settings.home.checkpoints)
    story.roll_back(story.liar)
    story.materialise("the liar", "amplified_trajectories", "audit_reports")
    story.note_gate("after the liar's audit")
    story.materialise("while shut", "amplified_trajectories")

    corrections = story.tick("after the failed audit", retraining_after_failed_audit)
    story.launch("corrections", "retraining", *corrections)
    turns = story.lake.read("execution_turns", DOMAIN)
    story.corrections_read = turns.filter(pl.col("generator_version") == failed_audit(story)["audit_id"]).height
    trained = split(read_examples(story.lake, [DOMAIN])).parts[Part.TRAIN]
    story.corrections_trained = sum(example.turn_id.startswith(CORRECTION_PREFIX) for example in trained)
    retraining = story.tick("after the corrections", retraining_after_failed_audit)
    story.tick("once more", retraining_after_failed_audit)
    # Without icwm_fidelity, which takes longer than all else here and decides nothing.
    story.launch("retraining", "retraining", *retraining, only=("execution_turns", "icwm_checkpoint", "champion_log"))

    # The liar has seen nearly every turn, so the two meet on a handful: where chance refuses the challenger, a person
    # takes it. Who is promoted, and why, is tests/unit/test_world_model_champion.py.
    story.retrained = trained_checkpoints(story.lake)[-1]
    if champion_id(story.lake) != story.retrained:
        story.roll_back(story.retrained)
    story.note_gate("after retraining")
    story.tick("after retraining", retraining_after_failed_audit)
    story.settings = replace(story.settings, profile="lenient")
    story.launch("probation", "probation_audit", *story.tick("on probation", audit_after_retraining))
    story.note_gate("after the next audit")
    story.tick("open again", audit_after_retraining)
    story.materialise("open again", "amplified_trajectories")
    return story


def failed_audit(story: Story) -> dict[str, Any]:
    found = story.lake.read("audit_reports", DOMAIN).filter(pl.col("checkpoint") == story.liar)
    return found.row(-1, named=True)


def metadata(story: Story, run: str, asset: str) -> dict[str, Any]:
    (found,) = story.runs[run].asset_materializations_for_node(asset)
    return {name: value.value for name, value in found.metadata.items()}


def requests(story: Story, when: str) -> list[dg.RunRequest]:
    return [entry for entry in story.asked[when] if isinstance(entry, dg.RunRequest)]


def test_the_gate_goes_from_open_to_shut_to_probation_to_open(story: Story) -> None:
    assert story.gates == {
        "before": Gate.OPEN,
        "after the liar's audit": Gate.SHUT,
        "after retraining": Gate.PROBATION,
        "after the next audit": Gate.OPEN,
    }
    assert story.retrained != story.liar


def test_the_liars_audit_fails_its_check_and_says_what_it_cost(story: Story) -> None:
    audit = failed_audit(story)
    assert audit["turns"] > 0
    assert audit["outcome_accuracy"] < 0.9
    assert audit["corrections"] == audit["turns"] - audit["right"] > 0
    assert audit["executions"] >= audit["turns"] + audit["trajectories"]
    assert 0 < audit["cached"] <= audit["executions"]
    assert audit["tool_seconds"] > 0
    checks = {found.check_name: found.passed for found in story.runs["the liar"].get_asset_check_evaluations()}
    assert not checks["outcome_accuracy_reaches_its_minimum"]
    assert checks["trajectory_agreement_reaches_its_minimum"]


def test_what_was_audited_can_be_asked_for_turn_by_turn(story: Story) -> None:
    audit = failed_audit(story)
    turns = story.lake.read("audited_turns", DOMAIN).filter(pl.col("audit_id") == audit["audit_id"])
    right = turns.filter(pl.col("predicted_outcome") == pl.col("outcome"))
    assert (len(turns), len(right)) == (audit["turns"], audit["right"])
    whole = float(turns["weight"].sum())
    assert whole == pytest.approx(audit["population"])
    assert float(right["weight"].sum()) / whole == pytest.approx(audit["outcome_accuracy"])
    assert turns["novelty"].null_count() == 0


def test_while_it_is_shut_nothing_is_amplified(story: Story) -> None:
    shown = metadata(story, "while shut", "amplified_trajectories")
    assert shown["made now"] == 0
    assert failed_audit(story)["audit_id"] in shown["gate"]


def test_corrections_go_into_the_turns_before_anything_is_trained(story: Story) -> None:
    (request,) = requests(story, "after the failed audit")
    assert request.run_key == f"corrections:{failed_audit(story)['audit_id']}"
    assert request.asset_selection == [dg.AssetKey("execution_turns")]
    made = {event.asset_key for event in story.runs["corrections"].get_asset_materialization_events()}
    assert made == {dg.AssetKey("execution_turns")}
    assert story.corrections_read == failed_audit(story)["corrections"]


def test_retraining_is_asked_for_once_and_reads_the_corrections(story: Story) -> None:
    keys = [[request.run_key for request in requests(story, when)] for when in ("after the corrections", "once more")]
    assert keys == [[f"retraining:{failed_audit(story)['audit_id']}"]] * 2
    assert story.runs["retraining"].success
    assert metadata(story, "retraining", "icwm_checkpoint")["corrections"] == story.corrections_trained > 0
    assert requests(story, "after retraining") == []
    decision = story.lake.read("champion_log").sort("decided_at").row(-1, named=True)
    assert (decision["champion"], decision["previous"]) == (story.retrained, story.liar)


def test_on_probation_as_much_is_amplified_as_an_audit_needs(story: Story) -> None:
    (request,) = requests(story, "on probation")
    assert story.retrained in str(request.run_key)
    assert request.partition_key == DOMAIN
    assert metadata(story, "probation", "amplified_trajectories")["made now"] == ALLOWANCE
    last = story.lake.read("audit_reports", DOMAIN).row(-1, named=True)
    assert (last["checkpoint"], last["amplified"], last["passed_gate"]) == (story.retrained, ALLOWANCE, True)


def test_open_again_the_rest_is_amplified(story: Story) -> None:
    assert requests(story, "open again") == []
    bundles = story.lake.read("environment_bundles", DOMAIN)["certified"].sum()
    assert metadata(story, "open again", "amplified_trajectories")["made now"] == PER_BUNDLE * bundles - ALLOWANCE


def test_the_report_shows_prediction_and_truth_beside_the_code(story: Story) -> None:
    audit = failed_audit(story)
    html = (story.settings.home.root / audit["report_path"]).read_text(encoding="utf-8")
    wrong = story.lake.read("correction_log", DOMAIN).filter(pl.col("audit_id") == audit["audit_id"])
    surest = wrong.sort("confidence", descending=True).row(0, named=True)
    assert "The gate is shut" in html
    assert html.count("<svg") == 3
    worst = html[html.index("The worst mistakes") :]
    sides = worst[worst.index('class="sides"') :].split("</div></div>")[0]
    for shown in ("<b>code</b>", surest["predicted_outcome"], "<b>real</b>", surest["outcome"]):
        assert shown in sides
