"""What a trained model is worth: calibrated, its verdicts kept, held to limits of trust, measured on held-out turns.

The parts are `calibration_fit` and `verdicts`; training is `training`. Where this home has too few turns of a domain
for a calibration of its own, the parent's is kept: a child differs from its parent by some steps on some turns, and is
nearer to it than to an average over domains. The forests' inheritance is `hint_inheritance`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from resources.world_model.calibration import MIN_EXAMPLES, Calibration
from resources.world_model.calibration_fit import calibrate, calibrated_verdicts, held_out_figures
from resources.world_model.inheritance import Inheritance
from resources.world_model.manifest import HeldOutFigures
from resources.world_model.model import TurnExample
from resources.world_model.scoring import EVIDENCE, Scored, Scorer
from resources.world_model.training_record import pair_code
from resources.world_model.trust import Limits
from resources.world_model.verdicts import AUTHOR, KeptVerdicts, Trust, Verdicts, fit_trust, together


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


def with_parents_figures(own: Calibration, inherited: Inheritance) -> Calibration:
    """The parent's figures of a domain in place of those fitted on fewer than `MIN_EXAMPLES` turns, where its own were
    fitted on enough."""
    theirs = inherited.calibration
    return {
        sight: {
            name: theirs[sight][name] if figures.examples < MIN_EXAMPLES <= known(theirs, sight, name) else figures
            for name, figures in domains.items()
        }
        for sight, domains in own.items()
    }


def known(calibration: Calibration, sight: str, domain: str) -> int:
    """Turns that the domain's figures were fitted on; 0 where there are none."""
    found = calibration.get(sight, {}).get(domain)
    return found.examples if found else 0


def with_parents_verdicts(own: KeptVerdicts, scored: Scored, inherited: Inheritance) -> KeptVerdicts:
    """The parent's verdicts, and of the own ones those on turns that are new to it, for sources of tasks with fewer
    than `MIN_EXAMPLES` of a domain's. `scored` are the turns that `own` are the verdicts on. Those on authors are the
    parent's: a training keeps too few of an author's turns aside to judge it."""
    found: dict[str, dict[str, dict[str, Verdicts]]] = {}
    for sight, domains in own.items():
        judged = scored.far if sight == EVIDENCE else scored
        new = {
            domain: {source: is_new(turns, inherited) for source, turns in judged.of(domain).by_source().items()}
            for domain in domains
        }
        found[sight] = {}
        for name, sources in domains.items():
            theirs = inherited.verdicts.get(sight, {}).get(name, {})
            kept = dict(sources)
            for source, verdicts in theirs.items():
                if not source:
                    continue  # From before sources were told apart: of which tasks these are nobody can say.
                mine = sources.get(source)
                if mine is None or not len(mine.right):
                    kept[source] = verdicts
                elif len(mine.right) < MIN_EXAMPLES:
                    kept[source] = together([verdicts, Verdicts(*(column[new[name][source]] for column in mine))])
            found[sight][name] = kept
    return {**found, **{sight: kept for sight, kept in inherited.verdicts.items() if sight == AUTHOR}}


def is_new(turns: Scored, inherited: Inheritance) -> list[bool]:
    """Of each turn, whether the parent never learned from it."""
    return [pair_code(item.query) not in inherited.seen.pairs for item in turns.examples]
