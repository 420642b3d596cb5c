"""The fixed held-out set: turns that no round's champion was trained on, and every champion's figures on them.

The last round's splits are by hash, so what they hold out was held out in every round before; what an earlier
champion did see all the same, since a kind or a seed was new then, is left out for all.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from assets.profile import Profile
from assets.world_model.examples import read_splits
from assets.world_model.fidelity import Figure, fidelity
from assets.world_model.measurement import answers, is_new
from assets.world_model.splits import MEASURED, Part, Splits
from resources.storage.lake import Lake
from resources.world_model.model import TurnExample
from resources.world_model.prediction import CheckpointWorldModel
from resources.world_model.training_record import Seen, load_record

SHOWN = ("accuracy", "balanced_accuracy", "false_pass", "calibration_error", "coverage_at_97")


def measure_champions(
    lake: Lake,
    directory: Path,
    champions: Sequence[str],
    domains: Sequence[str],
    profile: Profile,
    unknown: Sequence[str] = (),
) -> Iterator[tuple[str, Figure]]:
    """For each champion its figures by part, over all domains together and for each; hybrid, without diagnostics.

    "fault KIND" are the turns, held out by turn or by seed, with a kind that the first round knew nothing of.
    """
    splits = read_splits(lake, domains, profile)
    parts = fixed_turns(splits, [directory / champion for champion in champions])
    turns = {part.value: examples for part, examples in parts.items()} | of_kinds(parts, unknown)
    for champion in dict.fromkeys(champions):
        model = CheckpointWorldModel(directory / champion, with_diagnostic=False)
        for split, examples in turns.items():
            for figure in fidelity(answers(model, examples), split=split, predictor=model.name):
                if figure.metric in SHOWN and not figure.label:
                    yield champion, figure


def of_kinds(parts: Mapping[Part, Sequence[TurnExample]], kinds: Sequence[str]) -> dict[str, list[TurnExample]]:
    """Kinds without a turn are left out."""
    ordinary = [item for part in (Part.TURN, Part.SEED) for item in parts.get(part, ())]
    by_kind = {f"fault {kind}": [item for item in ordinary if kind in item.fault_kinds] for kind in kinds}
    return {split: items for split, items in by_kind.items() if items}


def fixed_turns(splits: Splits, folders: Sequence[Path]) -> dict[Part, list[TurnExample]]:
    """Parts without a turn are left out."""
    seen = Seen()
    for folder in folders:
        seen |= load_record(folder)
    by_part = {part: [item for item in splits.parts[part] if is_new(item, part, splits, seen)] for part in MEASURED}
    return {part: items for part, items in by_part.items() if items}
