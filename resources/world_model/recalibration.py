"""A checkpoint calibrated on further sources of tasks: the same weights, forests and labels, more verdicts to be
trusted by, and so another id.

Which turns it may be calibrated on (none that it learned from, none that is measured) is the caller's to say.
"""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from resources.world_model.calibration_fit import calibrated_verdicts, verdicts_by_author
from resources.world_model.checkpoint import CARD_FILE, MANIFEST_FILE, Checkpoint, write_checkpoint
from resources.world_model.hint import Hint, load_hint
from resources.world_model.model import TurnExample
from resources.world_model.prediction import CheckpointWorldModel
from resources.world_model.scoring import Scorer
from resources.world_model.trust import Limits
from resources.world_model.verdicts import (
    AUTHOR,
    KeptVerdicts,
    Verdicts,
    fit_trust,
    load_verdicts,
    save_verdicts,
)


def recalibrated(
    folder: Path,
    turns: Sequence[TurnExample],
    limits: Limits,
    directory: Path,
    authors_turns: Sequence[TurnExample] = (),
) -> Checkpoint:
    """A copy in `directory` whose verdicts on the turns' sources are those on `turns`, for each domain of them, and
    whose verdicts on the authors of `authors_turns` are those on these.

    Raises CorruptCheckpointError.
    """
    model = CheckpointWorldModel(folder)
    manifest = model.checkpoint.manifest
    evidence = model.labels.by_evidence or Hint({})
    scorer = Scorer(model.language, model.vocabulary, load_hint(folder), evidence, model.novelty, manifest.settings)
    verdicts = load_verdicts(folder)
    if turns:
        scored = scorer.score(turns)
        verdicts = with_sources(verdicts, calibrated_verdicts(scored, scored.domains, manifest.calibration))
    if authors_turns:
        scored = scorer.score(authors_turns)
        verdicts = with_authors(verdicts, verdicts_by_author(scored, scored.domains, manifest.calibration))
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


def with_authors(kept: KeptVerdicts, new: Mapping[str, Mapping[str, Verdicts]]) -> KeptVerdicts:
    """The new verdicts in place of the kept ones, author by author."""
    known = kept.get(AUTHOR, {})
    return {**kept, AUTHOR: {name: {**known.get(name, {}), **new.get(name, {})} for name in sorted({*known, *new})}}


def named(sources: Mapping[str, Verdicts]) -> dict[str, Verdicts]:
    return {source: verdicts for source, verdicts in sources.items() if source}
