"""A checkpoint that learns evidence and log forms from further turns: the same weights and hint, and so another id.

What a language model and a hint have learned costs a training; the evidence forests cost their features. So a champion
learns from the code of new authors without being trained again. Which turns it may learn from is the caller's to say.
"""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from resources.execution.outcome import Outcome
from resources.world_model.calibration_fit import calibrate_sight, verdicts_by_author, verdicts_by_source
from resources.world_model.checkpoint import CARD_FILE, MANIFEST_FILE, Checkpoint, write_checkpoint
from resources.world_model.evidence import EVIDENCE_FILE, evidence_rows, fit_evidence
from resources.world_model.hint import Rows, folds, save_hint
from resources.world_model.input_views import input_views
from resources.world_model.log_forms import fit_log_forms, load_log_forms, save_log_forms, with_parents_forms
from resources.world_model.model import TurnExample
from resources.world_model.prediction import CheckpointWorldModel
from resources.world_model.rendering import Evidence
from resources.world_model.scoring import EVIDENCE, Scored, hint_scores, is_far, possible_labels
from resources.world_model.training_record import load_record, save_record, seen_in
from resources.world_model.trust import Limits
from resources.world_model.verdicts import AUTHOR, fit_trust, load_verdicts, save_verdicts


def with_evidence(folder: Path, turns: Sequence[TurnExample], limits: Limits, directory: Path) -> Checkpoint:
    """A copy in `directory` whose evidence forests are fitted on `turns`, calibrated out of fold on those that are far.

    Domains without a turn keep no forest and are answered as before. Raises CorruptCheckpointError.
    """
    model = CheckpointWorldModel(folder)
    known = sorted((turn for turn in turns if turn.query.domain.name in model.checkpoint.manifest.domains), key=_id)
    views = input_views([turn.query for turn in known])
    rows = evidence_rows(views.rows, views.diagnostics)
    by_evidence = fit_evidence(known, rows)
    scored = _far_out_of_fold(model, known, rows)
    domains = sorted(by_evidence.forests)
    manifest = model.checkpoint.manifest
    calibration = {**manifest.calibration, EVIDENCE: calibrate_sight(scored, EVIDENCE, domains)}
    verdicts = {
        **load_verdicts(folder),
        EVIDENCE: verdicts_by_source(scored, EVIDENCE, domains, calibration),
        AUTHOR: verdicts_by_author(scored, domains, calibration, EVIDENCE),
    }
    described = replace(
        manifest, calibration=calibration, trust=fit_trust(verdicts, limits), calibrated_from=folder.name
    )

    def fill(target: Path) -> None:
        shutil.copytree(folder, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns(MANIFEST_FILE, CARD_FILE))
        save_hint(by_evidence, target, EVIDENCE_FILE)
        save_log_forms(with_parents_forms(fit_log_forms(known), load_log_forms(folder)), target)
        save_verdicts(verdicts, target)
        save_record(load_record(folder) | seen_in(known), target)

    return write_checkpoint(directory, described, fill, 0.0)


def _id(turn: TurnExample) -> str:
    return turn.turn_id


def _far_out_of_fold(model: CheckpointWorldModel, turns: Sequence[TurnExample], rows: Rows) -> Scored:
    """The far turns, scored by forests that were fitted without their tasks."""
    novelty = np.array(model.novelty.of([turn.query for turn in turns]))
    said = _out_of_fold(turns, rows)
    places = [place for place in map(int, np.flatnonzero(is_far(novelty))) if place in said]
    queries = [turns[place].query for place in places]
    return Scored(
        [turns[place] for place in places],
        {EVIDENCE: possible_labels(queries)},
        {EVIDENCE: hint_scores([Evidence({}, said[place]) for place in places])},
        novelty[places],
    )


def _out_of_fold(turns: Sequence[TurnExample], rows: Rows) -> dict[int, Mapping[Outcome, float]]:
    found: dict[int, Mapping[Outcome, float]] = {}
    for name in sorted({turn.query.domain.name for turn in turns}):
        own = [place for place, turn in enumerate(turns) if turn.query.domain.name == name]
        for mask in folds([turns[place] for place in own]):
            kept = [place for place, part in zip(own, mask, strict=True) if not part]
            asked = [place for place, part in zip(own, mask, strict=True) if part]
            forest = fit_evidence([turns[place] for place in kept], [rows[place] for place in kept]).forests[name]
            shares = forest.probabilities([rows[place] for place in asked])
            for place, row in zip(asked, shares, strict=True):
                found[place] = dict(zip(forest.labels, map(float, row), strict=True))
    return found
