"""The assets `icwm_checkpoint` (one model for all domains) and `icwm_fidelity` (how far it can be believed)."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg

from assets.home import HomeResource
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.profile import ProfileResource
from assets.progress import ProgressReporter
from assets.world_model.checkpoints import champion_id
from assets.world_model.examples import EXECUTION_TURNS, read_examples
from assets.world_model.schema import ICWM_CHECKPOINT, ICWM_FIDELITY
from assets.world_model.splits import Part, Splits, split
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake
from resources.world_model.model import TurnExample
from resources.world_model.settings import TrainingSettings

CORRECTION_PREFIX = "correction:"
TRAINING_VERSION = "2"
"""Raised when training changes what it makes of the same turns, so that they are trained on again."""


class NothingToLearn(Exception):
    """There are no real turns; materialise real_trajectories and execution_turns first."""


@dg.asset(
    deps=[dg.AssetDep(EXECUTION_TURNS, partition_mapping=dg.AllPartitionMapping())],
    group_name="world_model",
    kinds={"pytorch", "huggingface"},
    owners=["team:data-engine"],
    metadata=definition_metadata(ICWM_CHECKPOINT),
    pool="training",
    code_version="1",
)
def icwm_checkpoint(
    context: dg.AssetExecutionContext, lake: LakeResource, home: HomeResource, profile: ProfileResource
) -> dg.MaterializeResult[Any]:
    """The world model: one causal language model, (domain tag, s_env, c) ↦ ô, trained on all real turns."""
    store, folders = lake.lake(), home.get()
    settings = TrainingSettings(max_seconds=float(profile.get().training_seconds))
    domains = DOMAIN_PARTITIONS.get_partition_keys()
    splits = split(read_examples(store, domains))
    known = _trained_on(store, data_hash := _data_hash(splits, settings))
    if known is None or not (folders.checkpoints / known["checkpoint"]).is_dir():
        store.append(
            ICWM_CHECKPOINT,
            "all",
            ICWM_CHECKPOINT.from_rows([_train(splits, settings, folders.checkpoints, data_hash)]),
        )
    inputs = {f"{EXECUTION_TURNS}/{domain}": data_version(store, EXECUTION_TURNS, domain) for domain in domains}
    commit = store.append(ICWM_CHECKPOINT, "all", ICWM_CHECKPOINT.empty(), inputs=inputs)
    champion = store.read(ICWM_CHECKPOINT.name).row(-1, named=True)
    card = folders.checkpoints / champion["checkpoint"] / "README.md"
    figures = {
        name: champion[name] for name in ("checkpoint", "turns", "corrections", "parameters", "steps", "seconds")
    }
    return committed(
        store,
        ICWM_CHECKPOINT,
        commit,
        {**figures, "trained now": known is None, "model card": dg.MetadataValue.md(card.read_text(encoding="utf-8"))},
    )


def _trained_on(store: Lake, data_hash: str) -> dict[str, Any] | None:
    """The last training's row if it was on exactly these turns, splits and settings."""
    if store.manifest(ICWM_CHECKPOINT.name) is None:
        return None
    last = store.read(ICWM_CHECKPOINT.name).row(-1, named=True)
    return last if last["data_hash"] == data_hash else None


def _data_hash(splits: Splits, settings: TrainingSettings) -> str:
    turns = {
        part.value: [(item.turn_id, item.query.candidate.hash, item.observation.outcome.value) for item in items]
        for part, items in splits.parts.items()
    }
    text = json.dumps([TRAINING_VERSION, turns, asdict(settings)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _train(splits: Splits, settings: TrainingSettings, directory: Path, data_hash: str) -> dict[str, Any]:
    from resources.world_model.training import Progress, train

    examples = splits.parts[Part.TRAIN]
    if not examples:
        raise NothingToLearn("there are no real turns: materialise real_trajectories and execution_turns first")
    reporter = ProgressReporter("icwm_checkpoint", "all", int(settings.max_seconds), "seconds")

    def report(progress: Progress) -> None:
        losses = ", ".join(f"{name} {value:.2f}" for name, value in progress.losses.items())
        reporter.set(int(progress.seconds), f"step {progress.step}/{progress.steps} {losses}")

    checkpoint = train(
        examples,
        calibration=splits.parts[Part.CALIBRATION],
        settings=settings,
        directory=directory,
        splits=splits.summary(),
        progress=report,
    )
    manifest = checkpoint.manifest
    return {
        "checkpoint": checkpoint.checkpoint_id,
        "created_at": datetime.now(UTC),
        "data_hash": data_hash,
        "settings": json.dumps(asdict(settings), sort_keys=True),
        "turns": len(examples),
        "corrections": sum(example.turn_id.startswith(CORRECTION_PREFIX) for example in examples),
        "domains": sorted(manifest.domains),
        "parameters": manifest.parameters,
        "steps": manifest.steps,
        "seconds": checkpoint.seconds,
        "path": f"checkpoints/{checkpoint.checkpoint_id}",
    }


@dg.asset(
    deps=[icwm_checkpoint],
    partitions_def=DOMAIN_PARTITIONS,
    group_name="world_model",
    kinds={"pytorch", "scikitlearn", "parquet"},
    owners=["team:data-engine"],
    metadata=definition_metadata(ICWM_FIDELITY),
    pool="training",
    code_version="1",
)
def icwm_fidelity(
    context: dg.AssetExecutionContext, lake: LakeResource, home: HomeResource
) -> dg.MaterializeResult[Any]:
    """Accuracy on held-out turns, seeds and fault kinds, pure and hybrid, beside the baselines."""
    store, domain = lake.lake(), context.partition_key
    checkpoint = champion_id(store)
    inputs = {
        ICWM_CHECKPOINT.name: data_version(store, ICWM_CHECKPOINT.name),
        EXECUTION_TURNS: data_version(store, EXECUTION_TURNS, domain),
    }
    manifest = store.manifest(ICWM_FIDELITY.name, domain)
    if manifest is None or not manifest.is_current(inputs=inputs, fingerprint="1"):
        splits = split(read_examples(store, DOMAIN_PARTITIONS.get_partition_keys()))
        rows = _measure(splits, domain, home.get().checkpoints / checkpoint)
        table = ICWM_FIDELITY.from_rows({"checkpoint": checkpoint, **row} for row in rows)
        commit = store.write(ICWM_FIDELITY, domain, table, inputs=inputs, fingerprint="1")
    else:
        commit = store.append(ICWM_FIDELITY, domain, ICWM_FIDELITY.empty(), inputs=inputs, fingerprint="1")
    return committed(store, ICWM_FIDELITY, commit, {"accuracy": dg.MetadataValue.md(_accuracy_table(store, domain))})


def _measure(splits: Splits, domain: str, checkpoint: Path) -> list[dict[str, object]]:
    """Every predictor on every measured part that has turns of this domain."""
    from assets.world_model.fidelity import fidelity, measure
    from resources.world_model.baselines import fit_baselines
    from resources.world_model.prediction import CheckpointWorldModel

    train = _of_domain(splits.parts[Part.TRAIN], domain)
    parts = {part: _of_domain(splits.parts[part], domain) for part in (Part.TURN, Part.SEED, Part.FAULT)}
    if not train:
        # The checkpoint knows nothing of this domain, so there is no figure to have.
        return []
    reporter = ProgressReporter("icwm_fidelity", domain, 7, "predictors")
    rows: list[dict[str, object]] = []
    for predictor in fit_baselines(train):
        for part, examples in parts.items():
            if examples:
                shares = predictor.probabilities([example.query for example in examples])
                figures = fidelity(measure(examples, shares), split=part.value, predictor=predictor.name)
                rows += [figure.row() for figure in figures]
        reporter.advance(note=predictor.name)
    for mode in ("pure", "hybrid"):
        model = CheckpointWorldModel(checkpoint, mode)
        for part, examples in parts.items():
            if examples:
                predicted = model.predict([example.query for example in examples])
                shares = [prediction.probabilities for prediction in predicted]
                seen = [prediction.observation for prediction in predicted]
                figures = fidelity(measure(examples, shares, seen), split=part.value, predictor=model.name)
                rows += [figure.row() for figure in figures]
        reporter.advance(note=model.name)
    return rows


def _of_domain(examples: Sequence[TurnExample], domain: str) -> list[TurnExample]:
    return [example for example in examples if example.query.domain.name == domain]


def _accuracy_table(store: Lake, domain: str) -> str:
    rows = store.read(ICWM_FIDELITY.name, domain).to_dicts()
    lines = ["| split | predictor | accuracy | 95 % interval | turns |", "|---|---|---|---|---|"]
    for row in rows:
        if row["metric"] == "accuracy":
            interval = f"{row['low']:.1%} – {row['high']:.1%}"
            lines.append(
                f"| {row['split']} | {row['predictor']} | {row['value']:.1%} | {interval} | {row['support']} |"
            )
    return "\n".join(lines)
