"""What the world model is worth on one author's code: its figures over answers that were predicted and executed.

Pure arithmetic. How answers are predicted and executed is `answer_trial`; the same figures of a home's own turns are
`fidelity`'s, which knows nothing of authors.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from assets.shares import Share, share
from assets.world_model.author_trust import EarnedTrust, earned_trust
from assets.world_model.choosing import Answered, Choice, best_of
from assets.world_model.intervals import selective_coverage
from assets.world_model.judged_prediction import Measured
from assets.world_model.text_match import TextMatch
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.calibration import calibration_error
from resources.world_model.trust import Limits
from resources.world_model.verdicts import Verdicts

ALL = "all"


@dataclass(frozen=True)
class JudgedAnswer:
    """One answer as it was predicted and as the tools saw it. `text` is None where no failure was foretold rightly."""

    domain: str
    author: str
    seed_id: str
    code: str
    prediction: Measured
    predicted: Observation
    real: Observation
    text: TextMatch | None = None

    @property
    def belief(self) -> float:
        """The predicted probability that it passes."""
        return self.prediction.probabilities.get(Outcome.PASS, 0.0)


@dataclass(frozen=True)
class AuthorFigures:
    """Shares with their 95 % intervals. `passes_foretold` is of real PASSes, `false_passes` of predicted ones,
    `trusted_right` of trusted predictions, `texts_true` of failures foretold rightly whose text says something.

    `coverage` is the largest share of answers, surest first, of which 97 % are right: it looks at the labels that it is
    measured on, so it bounds what a threshold could reach. `earned` is what is trusted after forty executed answers;
    None for fewer than twice as many, and over several domains.
    """

    domain: str
    author: str
    right: Share
    passes_foretold: Share
    false_passes: Share
    trusted: Share
    trusted_right: Share
    texts_true: Share
    calibration_error: float
    coverage: float
    choice: Choice
    earned: EarnedTrust | None


class KnownAuthors(NamedTuple):
    """What a checkpoint knows of other authors, by domain, and the limits that trust is held to."""

    verdicts: Mapping[str, Verdicts]
    limits: Limits


def author_figures(answers: Sequence[JudgedAnswer], known: KnownAuthors) -> list[AuthorFigures]:
    """One for each domain and author, one for each domain, and, where there are several domains, one for all."""
    rows: list[AuthorFigures] = []
    domains = sorted({answer.domain for answer in answers})
    for domain in domains:
        own = [answer for answer in answers if answer.domain == domain]
        authors = sorted({answer.author for answer in own})
        rows += [_figures(domain, author, [item for item in own if item.author == author], known) for author in authors]
        if len(authors) > 1:
            rows.append(_figures(domain, ALL, own, known))
    return [*rows, _figures(ALL, ALL, answers, known)] if len(domains) > 1 else rows


def _figures(domain: str, author: str, answers: Sequence[JudgedAnswer], known: KnownAuthors) -> AuthorFigures:
    measured = [answer.prediction for answer in answers]
    trusted = [item for item in measured if item.trusted]
    texts = [answer.text for answer in answers if answer.text is not None and answer.text.says_something]
    return AuthorFigures(
        domain,
        author,
        right=_share(item.right for item in measured),
        passes_foretold=_share(item.predicted.passed for item in measured if item.real.passed),
        false_passes=_share(not item.real.passed for item in measured if item.predicted.passed),
        trusted=share(len(trusted), len(measured)),
        trusted_right=_share(item.right for item in trusted),
        texts_true=_share(text.is_true for text in texts),
        calibration_error=calibration_error([item.confidence for item in measured], [item.right for item in measured]),
        coverage=_coverage(measured),
        choice=best_of(_by_task(answers)),
        earned=None if domain == ALL else earned_trust(measured, known.verdicts[domain], known.limits),
    )


def _share(hits: Iterable[bool]) -> Share:
    marks = list(hits)
    return share(sum(marks), len(marks))


def _coverage(measured: Sequence[Measured]) -> float:
    import numpy as np

    return float(selective_coverage(measured, np.ones((1, len(measured)), dtype=int))[0])


def _by_task(answers: Sequence[JudgedAnswer]) -> dict[str, list[Answered]]:
    tasks: dict[str, list[Answered]] = {}
    for answer in answers:
        own = tasks.setdefault(f"{answer.domain} {answer.seed_id}", [])
        own.append(Answered(answer.prediction.real.passed, answer.belief))
    return tasks
