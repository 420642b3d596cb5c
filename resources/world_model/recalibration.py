"""A checkpoint calibrated on further sources of tasks: the same weights, forests and labels, more verdicts to be
trusted by, and so another id.

Which turns it may be calibrated on (none that it learned from, none that is measured) is the caller's to say.
"""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from resources.world_model.calibration_fit import calibrated_verdicts
from resources.world_model.checkpoint import CARD_FILE, MANIFEST_FILE, Checkpoint, write_checkpoint
from resources.world_model.hint import Hint, load_hint
from resources.world_model.model import TurnExample
from resources.world_model.prediction import CheckpointWorldModel
from resources.world_model.scoring import Scorer
from resources.world_model.trust import Limits
from resources.world_model.verdicts import (
    KeptVerdicts,
    Verdicts,
    fit_trust,
    load_verdicts,
    save_verdicts,
)


def recalibrated(folder: Path, turns: Sequence[TurnExample], limits: Limits, directory: Path) -> Checkpoint:
    """A copy in `directory` whose verdicts on the turns' sources are those on `turns`, for each domain of them.

    Raises CorruptCheckpointError.
    """
    model = CheckpointWorldModel(folder)
    manifest = model.checkpoint.manifest
    evidence = model.labels.by_evidence or Hint({})
    scorer = Scorer(model.language, model.vocabulary, load_hint(folder), evidence, model.novelty, manifest.settings)
    scored = scorer.score(turns)
    domains = sorted({item.query.domain.name for item in scored.examples})
    verdicts = with_sources(load_verdicts(folder), calibrated_verdicts(scored, domains, manifest.calibration))
    described = replace(manifest, trust=fit_trust(verdicts, limits), calibrated_from=folder.name)

    def fill(target: Path) -> None:
        shutil.copytree(folder, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns(MANIFEST_FILE, CARD_FILE))
        save_verdicts(verdicts, target)

    return write_checkpoint(directory, described, fill, 0.0)


def with_sources(kept: KeptVerdicts, new: KeptVerdicts) -> KeptVerdicts:
    """The new verdicts in place of the kept ones, source by source. Nameless ones, from before sources were told apart,
    are dropped: nothing is trusted by them."""
    found: dict[str, dict[str, Mapping[str, Verdicts]]] = {}
    for sight, domains in kept.items():
        own = new.get(sight, {})
        found[sight] = {name: {**named(sources), **own.get(name, {})} for name, sources in domains.items()}
    return found


def named(sources: Mapping[str, Verdicts]) -> dict[str, Verdicts]:
    return {source: verdicts for source, verdicts in sources.items() if source}
