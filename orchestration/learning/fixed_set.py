"""The fixed held-out set: turns that no round's champion was trained on, and every champion's figures on them.

The last round's splits are by hash, so what they hold out was held out in every round before; what an earlier
champion did see all the same, since a kind or a seed was new then, is left out for all.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from assets.profile import Profile
from assets.world_model.examples import read_splits
from assets.world_model.fidelity import Figure, fidelity
from assets.world_model.measuring import answers, is_new
from assets.world_model.splits import MEASURED, Part, Splits
from resources.storage.lake import Lake
from resources.world_model.model import TurnExample
from resources.world_model.prediction import CheckpointWorldModel
from resources.world_model.trained_on import Seen, load_trained_on

SHOWN = ("accuracy", "balanced_accuracy", "false_pass", "calibration_error", "coverage_at_97")


def measure_champions(
    lake: Lake, directory: Path, champions: Sequence[str], domains: Sequence[str], profile: Profile
) -> Iterator[tuple[str, Figure]]:
    """For each champion its figures by part, over all domains together and for each; hybrid, without diagnostics."""
    splits = read_splits(lake, domains, profile)
    turns = fixed_turns(splits, [directory / champion for champion in champions])
    for champion in dict.fromkeys(champions):
        model = CheckpointWorldModel(directory / champion, with_diagnostic=False)
        for part, examples in turns.items():
            for figure in fidelity(answers(model, examples), split=part.value, predictor=model.name):
                if figure.metric in SHOWN and not figure.label:
                    yield champion, figure


def fixed_turns(splits: Splits, folders: Sequence[Path]) -> dict[Part, list[TurnExample]]:
    """Parts without a turn are left out."""
    seen = Seen()
    for folder in folders:
        seen |= load_trained_on(folder)
    found = {part: [item for item in splits.parts[part] if is_new(item, part, splits, seen)] for part in MEASURED}
    return {part: items for part, items in found.items() if items}
