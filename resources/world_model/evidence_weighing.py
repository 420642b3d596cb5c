"""A checkpoint in which evidence counts beside the hint on near code, as far as turns say that are new to it.

A hint is as old as its training. When a domain's simulators change, it goes on reading their figures as it learned to,
and may overrule what they are sure of; the evidence forests, which cost no training, know them as they are. So evidence
gets a weight in the hint's label scores: one number for each domain, which a few dozen turns tell. Weights, forests and
what is said of far code stay. Pooling is `hint_inheritance`; who asks is `label_probabilities`.
"""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from resources.world_model.calibration import MIN_EXAMPLES, CalibrationFigures, fit_temperature
from resources.world_model.calibration_fit import Blend, blend_figures, verdicts_by_source
from resources.world_model.checkpoint import CARD_FILE, MANIFEST_FILE, Checkpoint, write_checkpoint
from resources.world_model.evidence import evidence_rows
from resources.world_model.hint import load_hint
from resources.world_model.hint_inheritance import best_weight, heeding, log_shares
from resources.world_model.input_views import input_views
from resources.world_model.model import TurnExample
from resources.world_model.prediction import CheckpointWorldModel
from resources.world_model.recalibration import with_sources
from resources.world_model.rendering import Evidence
from resources.world_model.scoring import Scored, hint_scores, is_far, language_scores, pooled, possible_labels
from resources.world_model.training_record import load_record, pair_code
from resources.world_model.trust import Limits
from resources.world_model.verdicts import fit_trust, load_verdicts, save_verdicts

SIGHT = "hybrid"


@dataclass(frozen=True)
class NearTurns:
    """Turns of one domain whose simulation came to a verdict, and what hint and evidence forest say of each."""

    examples: Sequence[TurnExample]
    hint: Sequence[Evidence]
    evidence: Sequence[Evidence]


def with_weighed_evidence(folder: Path, turns: Sequence[TurnExample], limits: Limits, directory: Path) -> Checkpoint:
    """A copy in `directory`, whose hybrid labels of near code heed evidence in each domain that has `MIN_EXAMPLES` such
    turns from which the checkpoint never learned. Its temperature and its verdicts there are those on these turns.

    Raises CorruptCheckpointError.
    """
    model = CheckpointWorldModel(folder)
    manifest, verdicts = model.checkpoint.manifest, load_verdicts(folder)
    figures = dict(manifest.calibration[SIGHT])
    for name in sorted(model.labels.by_evidence.forests if model.labels.by_evidence else ()):
        near = near_turns(model, folder, [turn for turn in turns if turn.query.domain.name == name])
        if len(near.examples) >= MIN_EXAMPLES:
            scored, figures[name] = weighed(model, near, figures[name])
            by_source = verdicts_by_source(scored, SIGHT, [name], {SIGHT: figures})
            verdicts = with_sources(verdicts, {SIGHT: by_source})
    described = replace(
        manifest,
        calibration={**manifest.calibration, SIGHT: figures},
        trust=fit_trust(verdicts, limits),
        calibrated_from=folder.name,
    )

    def fill(target: Path) -> None:
        shutil.copytree(folder, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns(MANIFEST_FILE, CARD_FILE))
        save_verdicts(verdicts, target)

    return write_checkpoint(directory, described, fill, 0.0)


def near_turns(model: CheckpointWorldModel, folder: Path, turns: Sequence[TurnExample]) -> NearTurns:
    """Those of one domain that the checkpoint never learned from."""
    seen = load_record(folder).pairs
    new = sorted((turn for turn in turns if pair_code(turn.query) not in seen), key=lambda turn: turn.turn_id)
    far = is_far(np.array(model.novelty.of([turn.query for turn in new])))
    near = [turn for turn, is_other in zip(new, far, strict=True) if not is_other]
    queries = [turn.query for turn in near]
    views, by_evidence = input_views(queries), model.labels.by_evidence
    shown = load_hint(folder).shown(queries, views.rows)
    found = by_evidence.shown(queries, evidence_rows(views.rows, views.diagnostics)) if by_evidence else shown
    kept = [place for place, item in enumerate(shown) if item.is_followed]
    return NearTurns([near[i] for i in kept], [shown[i] for i in kept], [found[i] for i in kept])


def weighed(
    model: CheckpointWorldModel, near: NearTurns, before: CalibrationFigures
) -> tuple[Scored, CalibrationFigures]:
    """The turns as they are scored now, and the domain's figures; the language model counts as much as before."""
    hint, evidence = (log_shares([item.hint for item in items]) for items in (near.hint, near.evidence))
    weight = best_weight(hint, evidence, [turn.observation.outcome for turn in near.examples])
    shown = [heeding(*pair, weight) for pair in zip(near.hint, near.evidence, strict=True)]
    queries = [turn.query for turn in near.examples]
    settings, share = model.checkpoint.manifest.settings, before.hint_weight
    words = (
        language_scores(model.language, model.vocabulary, shown, queries, settings)
        if share < 1
        else possible_labels(queries)
    )
    hints = hint_scores(shown)
    scored = Scored(near.examples, {SIGHT: words}, {SIGHT: hints}, np.array(model.novelty.of(queries)))
    heat = fit_temperature(pooled(words, hints, [share]), scored.target)
    return scored, replace(blend_figures(words, hints, scored.target, Blend(share, heat)), evidence_weight=weight)
