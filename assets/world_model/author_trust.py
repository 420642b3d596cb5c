"""How much of an author's code is trusted once forty of its answers were executed: the gate, tried on recorded answers.

Forty are drawn again and again; what they and other authors' verdicts earn is applied to the rest. How a threshold is
fitted is `resources.world_model.verdicts`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assets.world_model.judged_prediction import Measured
from resources.execution.outcome import Outcome
from resources.world_model.trust import Limits
from resources.world_model.verdicts import (
    AUTHOR,
    ENOUGH_OF_AN_AUTHOR,
    KeptVerdicts,
    Verdicts,
    author_limits,
    author_threshold,
    together,
)

DRAWS = 300
_SEED = 20_261_126


@dataclass(frozen=True)
class EarnedTrust:
    """Means over draws: the share of further answers that is trusted, the share of these that is right (NaN where none
    ever is), and the share of draws after which none is trusted."""

    trusted: float
    right: float
    never: float


def earned_trust(answers: Sequence[Measured], others: Verdicts, limits: Limits) -> EarnedTrust | None:
    """None for too few answers: as many again as are executed have to be left. `limits` are the home's."""
    if len(answers) < 2 * ENOUGH_OF_AN_AUTHOR - 1:
        return None
    own, random = verdicts_of(answers), np.random.default_rng(_SEED)
    trusted = right = never = 0
    for _ in range(DRAWS):
        order = random.permutation(len(answers))
        executed, rest = order[:ENOUGH_OF_AN_AUTHOR], order[ENOUGH_OF_AN_AUTHOR:]
        earned = author_threshold(_picked(own, executed), others, author_limits(limits))
        kept = rest[own.trust[rest] >= earned.threshold]
        trusted, right, never = trusted + len(kept), right + int(own.right[kept].sum()), never + (not len(kept))
    asked = DRAWS * (len(answers) - ENOUGH_OF_AN_AUTHOR)
    return EarnedTrust(trusted / asked, right / trusted if trusted else float("nan"), never / DRAWS)


def other_authors(kept: KeptVerdicts, domain: str, measured: Collection[str]) -> Verdicts:
    """What a checkpoint knows of a domain's authors, without those that are `measured`, by generators' names."""
    known: Mapping[str, Verdicts] = kept.get(AUTHOR, {}).get(domain, {})
    return together(own for author, own in known.items() if author not in measured)


def verdicts_of(answers: Sequence[Measured]) -> Verdicts:
    right = np.array([item.right for item in answers], dtype=bool)
    passes = np.array([item.predicted is Outcome.PASS for item in answers], dtype=bool)
    confidence = np.array([item.confidence for item in answers])
    return Verdicts(confidence, np.array([item.sureness for item in answers]), right, passes, passes & ~right)


def _picked(own: Verdicts, places: NDArray[np.intp]) -> Verdicts:
    return Verdicts(*(column[places] for column in own))
