"""The asset `icwm_checkpoint`: one world model for all domains, trained on all real turns.

Which checkpoint answers is `champion_asset`'s, how far it can be believed `fidelity_asset`'s.
"""

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg

from assets.home_resource import HomeResource
from assets.markdown import markdown
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.profile_resource import ProfileResource
from assets.progress import ProgressReporter
from assets.stages import Stage, Work, work
from assets.world_model.examples import EXECUTION_TURNS, read_splits
from assets.world_model.schema import ICWM_CHECKPOINT
from assets.world_model.splits import CORRECTION_PREFIX, MEASURED, Part, Splits
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake
from resources.world_model.model import TurnExample
from resources.world_model.model_card import label_balance
from resources.world_model.settings import TrainingSettings

CARD_TURNS = 200
CARD_TURNS_A_SECOND = 0.3
"""Of training time: measuring for the card takes a share of it, and `icwm_fidelity` measures everything."""
TRAINING_VERSION = "13"
"""Raised when training changes what it makes of the same turns, so that they are trained on again."""
LIMITS = ("trust_accuracy", "trust_false_pass")
"""Settings that training anew is not for: thresholds are fitted to a home's limits when a checkpoint is loaded."""


class NothingToLearn(Exception):
    """There are no real turns; materialise real_trajectories and execution_turns first."""


@dg.asset(
    deps=[dg.AssetDep(EXECUTION_TURNS, partition_mapping=dg.AllPartitionMapping())],
    group_name=Stage.WORLD_MODEL.value,
    kinds={"pytorch", "huggingface"},
    owners=["team:data-engine"],
    tags=work(Work.TRAINS),
    metadata=definition_metadata(ICWM_CHECKPOINT),
    pool="training",
    code_version="1",
)
def icwm_checkpoint(
    context: dg.AssetExecutionContext, lake: LakeResource, home: HomeResource, profile: ProfileResource
) -> dg.MaterializeResult[Any]:
    """The world model: reads domain, task and candidate, says what the tools would; trained on all real turns."""
    from assets.world_model.shipped import parent_of

    store, folders = lake.lake(), home.get()
    dials = profile.get()
    settings = TrainingSettings(
        max_seconds=float(dials.training_seconds),
        trust_accuracy=dials.trust_accuracy,
        trust_false_pass=dials.trust_false_pass,
    )
    domains = DOMAIN_PARTITIONS.get_partition_keys()
    splits = read_splits(store, domains, dials)
    known = _trained_on(store, _data_hash(splits, settings))
    if known is None or not (folders.checkpoints / known["checkpoint"]).is_dir():
        parent = _parent(
            context, parent_of(store, folders.checkpoints, shipped=dials.shipped_champion), splits, settings
        )
        row = train_checkpoint(splits, settings, folders.checkpoints, parent)
        store.append(ICWM_CHECKPOINT, "all", ICWM_CHECKPOINT.from_rows([row]))
    inputs = {f"{EXECUTION_TURNS}/{domain}": data_version(store, EXECUTION_TURNS, domain) for domain in domains}
    commit = store.append(ICWM_CHECKPOINT, "all", ICWM_CHECKPOINT.empty(), inputs=inputs)
    last = store.read(ICWM_CHECKPOINT.name).row(-1, named=True)
    card = folders.checkpoints / last["checkpoint"] / "README.md"
    balance = markdown("\n".join(label_balance(splits.balance())))
    figures = {name: last[name] for name in ("checkpoint", "turns", "corrections", "parameters", "steps", "seconds")}
    return committed(
        store,
        ICWM_CHECKPOINT,
        commit,
        {
            **figures,
            "trained now": known is None,
            "labels": balance,
            "model card": markdown(card.read_text(encoding="utf-8")),
        },
    )


def _trained_on(store: Lake, data_hash: str) -> dict[str, Any] | None:
    """The last training's row if it was on exactly these turns, splits and settings."""
    if store.manifest(ICWM_CHECKPOINT.name) is None:
        return None
    last = store.read(ICWM_CHECKPOINT.name).row(-1, named=True)
    return last if last["data_hash"] == data_hash else None


def _parent(
    context: dg.AssetExecutionContext, folder: Path | None, splits: Splits, settings: TrainingSettings
) -> Path | None:
    """The folder if training can begin with it. It is no part of the data hash: a new champion alone is no reason to
    train again."""
    from resources.world_model.inheritance import unfit

    if folder is None:
        return None
    reason = unfit(folder, settings, {item.query.domain.name for item in splits.parts[Part.TRAIN]})
    if reason:
        context.log.info("training begins from nothing, not with %s: %s", folder.name, reason)
    return None if reason else folder


def _data_hash(splits: Splits, settings: TrainingSettings) -> str:
    turns = {
        part.value: [(item.turn_id, item.query.candidate.hash, item.observation.outcome.value) for item in items]
        for part, items in splits.parts.items()
    }
    dials = {name: value for name, value in asdict(settings).items() if name not in LIMITS}
    text = json.dumps([TRAINING_VERSION, turns, dials], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _some(examples: Sequence[TurnExample], most: int) -> list[TurnExample]:
    """At most so many of each domain, spread evenly: enough for a card, and time is training's."""
    by_domain: dict[str, list[TurnExample]] = {}
    for example in examples:
        by_domain.setdefault(example.query.domain.name, []).append(example)
    return [example for own in by_domain.values() for example in own[:: math.ceil(len(own) / most)]]


def train_checkpoint(
    splits: Splits, settings: TrainingSettings, directory: Path, parent: Path | None = None
) -> dict[str, Any]:
    """Trains, beginning with the parent's weights where there is one, and writes; the row of `icwm_checkpoint`.

    Raises NothingToLearn.
    """
    from resources.world_model.progress import Progress
    from resources.world_model.training import train

    examples = splits.parts[Part.TRAIN]
    if not examples:
        raise NothingToLearn("there are no real turns: materialise real_trajectories and execution_turns first")
    reporter = ProgressReporter("icwm_checkpoint", "all", int(settings.max_seconds), "seconds")

    most = max(1, min(CARD_TURNS, round(CARD_TURNS_A_SECOND * settings.max_seconds)))

    def report(progress: Progress) -> None:
        losses = ", ".join(f"{name} {value:.2f}" for name, value in progress.losses.items())
        reporter.set(int(progress.seconds), f"step {progress.step}/{progress.steps} {losses}")

    checkpoint = train(
        examples,
        calibration=splits.parts[Part.CALIBRATION],
        settings=settings,
        directory=directory,
        splits=splits.summary(),
        held_out={part.value: _some(splits.parts[part], most) for part in MEASURED},
        parent=parent,
        progress=report,
    )
    manifest = checkpoint.manifest
    return {
        "checkpoint": checkpoint.checkpoint_id,
        "created_at": datetime.now(UTC),
        "data_hash": _data_hash(splits, settings),
        "settings": json.dumps(asdict(settings), sort_keys=True),
        "turns": len(examples),
        "corrections": sum(example.turn_id.startswith(CORRECTION_PREFIX) for example in examples),
        "domains": sorted(manifest.domains),
        "parameters": manifest.parameters,
        "steps": manifest.steps,
        "seconds": checkpoint.seconds,
        "path": f"checkpoints/{checkpoint.checkpoint_id}",
    }
