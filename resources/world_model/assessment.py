"""What a trained model is worth: calibrated, its verdicts kept, held to limits of trust, measured on held-out turns.

The parts are `calibration_fit`, `verdicts` and `calibration_inheritance`; training is `training`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from resources.world_model.calibration import Calibration
from resources.world_model.calibration_fit import calibrate, calibrated_verdicts, held_out_figures
from resources.world_model.calibration_inheritance import with_parents_figures, with_parents_verdicts
from resources.world_model.inheritance import Inheritance
from resources.world_model.manifest import HeldOutFigures
from resources.world_model.model import TurnExample
from resources.world_model.scoring import Scorer
from resources.world_model.trust import Limits
from resources.world_model.verdicts import KeptVerdicts, Trust, fit_trust


@dataclass(frozen=True)
class Assessment:
    """By sight (`scoring.SIGHTS`) and domain; `measured` by held-out part, too."""

    calibration: Calibration
    verdicts: KeptVerdicts
    trust: Trust
    measured: Mapping[str, Mapping[str, Mapping[str, HeldOutFigures]]]


def assess(
    scorer: Scorer,
    calibration: Sequence[TurnExample],
    held_out: Mapping[str, Sequence[TurnExample]],
    limits: Limits,
    inherited: Inheritance | None,
) -> Assessment:
    scored, domains = scorer.score(calibration), sorted(scorer.hint.forests)
    figures = calibrate(scored, domains)
    if inherited:
        figures = with_parents_figures(figures, inherited)
    kept = calibrated_verdicts(scored, domains, figures)
    if inherited:
        kept = with_parents_verdicts(kept, scored, inherited)
    trusts = fit_trust(kept, limits)
    return Assessment(figures, kept, trusts, held_out_figures(scorer, held_out, figures, trusts))
