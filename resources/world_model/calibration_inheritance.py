"""Calibration that keeps what the parent's was fitted on, for domains where this home has too few turns for its own.

A child differs from its parent by some steps on some turns, and is nearer to it than to an average over domains.
How figures and verdicts are reached is `calibrating`; the forests' inheritance is `hint_inheritance`.
"""

from resources.world_model.calibration import MIN_EXAMPLES, Calibration
from resources.world_model.inheritance import Inheritance
from resources.world_model.scoring import Scored
from resources.world_model.trained_on import pair_code
from resources.world_model.verdicts import KeptVerdicts, Verdicts, together


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
    """The parent's verdicts, and of the own ones those on turns that are new to it, for domains with fewer than
    `MIN_EXAMPLES`. `scored` are the turns that `own` are the verdicts on."""
    found: dict[str, dict[str, Verdicts]] = {}
    for sight, domains in own.items():
        found[sight] = {}
        for name, verdicts in domains.items():
            theirs = inherited.verdicts.get(sight, {}).get(name)
            if theirs is None or len(verdicts.right) >= MIN_EXAMPLES:
                found[sight][name] = verdicts
                continue
            new = [pair_code(item.query) not in inherited.seen.pairs for item in scored.of(name).examples]
            found[sight][name] = together([theirs, Verdicts(*(column[new] for column in verdicts))])
    return found
