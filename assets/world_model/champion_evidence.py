"""The champion learns evidence from this home's turns, other authors' above all, or its weight beside the hint. How is
`evidence_learning`'s and `evidence_weighing`'s."""

from collections.abc import Sequence
from pathlib import Path

from assets.partitions import DOMAIN_PARTITIONS
from assets.profile import Profile
from assets.world_model.checkpoints import champion_id, decisions
from assets.world_model.examples import read_examples, split_settings
from assets.world_model.promotion import Decision, record
from assets.world_model.shipped import adopt_shipped
from assets.world_model.split_rule import split
from assets.world_model.splits import MEASURED, Part
from resources.storage.lake import Lake
from resources.world_model.evidence_learning import with_evidence
from resources.world_model.evidence_weighing import with_weighed_evidence
from resources.world_model.model import TurnExample

WHO = "icwm champion learn-evidence"
WHO_WEIGHS = "icwm champion weigh-evidence"


def learn(
    lake: Lake, directory: Path, profile: Profile, *, held_out: bool, further: Sequence[TurnExample] = ()
) -> Decision:
    """The decision, which is recorded: the champion's copy answers. `further` turns are learned from beside the home's.
    In a home without a champion the shipped one is adopted first. Raises NoCheckpoint where none ships either."""
    first = adopt_shipped(lake, directory) if not decisions(lake) else None
    if first:
        record(lake, first, WHO)
    examples = read_examples(lake, DOMAIN_PARTITIONS.get_partition_keys())
    splits = split([*examples, *further], split_settings(profile))
    parts = (Part.TRAIN, Part.CALIBRATION) if held_out else (Part.TRAIN, Part.CALIBRATION, *MEASURED)
    turns = [turn for part in parts for turn in splits.parts[part]]
    champion = champion_id(lake)
    made = with_evidence(directory / champion, turns, profile.limits, directory)
    others = sum(turn.is_others for turn in turns)
    reason = f"evidence of {len(turns)} turns, {others} of them with other authors' code"
    decision = Decision("calibrated", made.checkpoint_id, made.checkpoint_id, champion, reason)
    record(lake, decision, WHO)
    return decision


def weigh(lake: Lake, directory: Path, profile: Profile) -> Decision:
    """The decision, which is recorded: the champion's copy answers. Held-out turns have no say. Raises NoCheckpoint."""
    first = adopt_shipped(lake, directory) if not decisions(lake) else None
    if first:
        record(lake, first, WHO_WEIGHS)
    splits = split(read_examples(lake, DOMAIN_PARTITIONS.get_partition_keys()), split_settings(profile))
    turns = [turn for part in (Part.TRAIN, Part.CALIBRATION) for turn in splits.parts[part]]
    champion = champion_id(lake)
    made = with_weighed_evidence(directory / champion, turns, profile.limits, directory)
    weights = {name: item.evidence_weight for name, item in made.manifest.calibration["hybrid"].items()}
    said = ", ".join(f"{weight} in {name}" for name, weight in sorted(weights.items()) if weight) or "nothing"
    decision = Decision("calibrated", made.checkpoint_id, made.checkpoint_id, champion, f"evidence weighs {said}")
    record(lake, decision, WHO_WEIGHS)
    return decision
