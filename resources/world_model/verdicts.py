"""Calibrated verdicts on calibration turns, kept in the checkpoint: trust thresholds follow from them and from limits.

What a prediction must keep to stand in a tool's place is its user's to say, not the training's; so a checkpoint keeps
what its thresholds are fitted on. Trust is earned by each source of tasks: a threshold that keeps its promise on
built-in tasks does not keep it on a benchmark that nothing was calibrated on. How one threshold is fitted is `trust`,
how the verdicts are reached `calibration_fit`.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from resources.world_model.calibration import MIN_EXAMPLES
from resources.world_model.trust import NEVER, Limits, TrustFigures, borrow_threshold, fit_threshold, kept_from

Array = NDArray[Any]
VERDICTS_FILE = "icwm/verdicts.safetensors"


class Verdicts(NamedTuple):
    """One sight's calibrated verdicts on turns: each (turns,), the first two float64 in [0, 1], the others bool."""

    confidence: Array
    trust: Array
    right: Array
    passes: Array
    false_pass: Array


AUTHOR = "author"
"""Beside the sights: verdicts on what one author wrote, however it is seen, with the author in the source's place."""
ENOUGH_OF_AN_AUTHOR = 40
"""Turns from which on an author is trusted by its own: with 97 % asked, 33 without a mistake are the least that do."""
BORNE_OUT = 10
"""Of the author's own turns, as many have to reach a threshold that other authors lend."""

KeptVerdicts = Mapping[str, Mapping[str, Mapping[str, Verdicts]]]
"""By sight (`scoring.SIGHTS`), domain and source of the task. Checkpoints from before sources were told apart have
one without a name."""
Trust = Mapping[str, Mapping[str, TrustFigures]]
"""By sight (`scoring.SIGHTS`), then "all", each domain, and each `group` of a domain and a source."""
ANY_OTHER = "*"
"""In a source's place: those that no calibration turn is of."""


def group(domain: str, source: str) -> str:
    return f"{domain}/{source}"


def fit_trust(kept: KeptVerdicts, asked: Limits) -> Trust:
    """What a domain's sources are trusted from, each by its own turns alone; and all together, to be shown.

    A domain with few turns takes the threshold of all together, as far as they bear it out. Authors of one domain lend
    each other what all the others are trusted from.
    """
    found: dict[str, dict[str, TrustFigures]] = {}
    for sight, domains in kept.items():
        limits = author_limits(asked) if sight == AUTHOR else asked
        common = fitted(together(own for sources in domains.values() for own in sources.values()), limits)
        found[sight] = {"all": common}
        for name, sources in domains.items():
            own = together(sources.values())
            if sight == AUTHOR:
                fits = {author: fitted_to_author(author, sources, limits) for author in sources}
                found[sight][name] = fitted(own, limits)
            elif len(own.right) >= MIN_EXAMPLES:
                fits = {source: fitted(verdicts, limits) for source, verdicts in sources.items()}
                found[sight][name] = fitted(own, limits)
            else:
                fits = {source: borrowed(common, verdicts, limits) for source, verdicts in sources.items()}
                found[sight][name] = borrowed(common, own, limits)
            fits[ANY_OTHER] = fitted(together([]), limits)
            found[sight] |= {group(name, source): figures for source, figures in fits.items()}
    return found


def fitted(own: Verdicts, limits: Limits) -> TrustFigures:
    return fit_threshold(own.trust, own.right, own.false_pass, limits)


def borrowed(common: TrustFigures, own: Verdicts, limits: Limits) -> TrustFigures:
    return borrow_threshold(common, own.trust, own.right, own.false_pass, limits)


def author_limits(asked: Limits) -> Limits:
    """A few dozen turns cannot show that one false PASS in a hundred is not exceeded: an author's are held to what
    mistakes of any kind are."""
    return Limits(asked.accuracy, max(asked.false_pass, 1 - asked.accuracy))


def fitted_to_author(author: str, authors: Mapping[str, Verdicts], limits: Limits) -> TrustFigures:
    """The lower of two thresholds: that of the author's own turns, and that of all other authors' raised until the
    author's own do not break the limits. One mistake among forty turns leaves nothing of the first, though the others'
    hundreds show from where such a mistake is rare.
    """
    own = authors[author]
    others = together(verdicts for name, verdicts in authors.items() if name != author)
    return author_threshold(own, others, limits)


def author_threshold(own: Verdicts, others: Verdicts, limits: Limits) -> TrustFigures:
    """As `fitted_to_author`; the figures are of the author's own turns."""
    alone = fitted(own, limits)
    if min(len(own.right), len(others.right)) < MIN_EXAMPLES:
        return alone
    threshold = borrowed(fitted(others, limits), own, limits).threshold
    lent = kept_from(threshold, own.trust, own.right, own.false_pass)
    return lent if threshold < alone.threshold and lent.accepted >= BORNE_OUT else alone


def trust_in(figures: Mapping[str, TrustFigures], domain: str, source: str) -> TrustFigures:
    """What tasks of this domain and source are trusted from, among the figures of one sight: never where a checkpoint
    does not tell sources apart."""
    other = figures.get(group(domain, ANY_OTHER), TrustFigures(NEVER, 0, 0, 0.0, 0.0))
    return figures.get(group(domain, source), other)


def trust_in_author(trusts: Trust, domain: str, author: str) -> TrustFigures | None:
    """What this author's code is trusted from, in any task of the domain; None where too little of it was judged."""
    figures = trusts.get(AUTHOR, {}).get(group(domain, author))
    return figures if figures is not None and figures.examples >= ENOUGH_OF_AN_AUTHOR else None


def together(parts: Iterable[Verdicts]) -> Verdicts:
    columns = zip(*parts, strict=True)
    found = [np.concatenate(column) for column in columns]
    return Verdicts(*found) if found else Verdicts(np.zeros(0), np.zeros(0), *(np.zeros(0, dtype=bool),) * 3)


def save_verdicts(kept: KeptVerdicts, directory: Path) -> None:
    from safetensors.numpy import save_file

    (directory / VERDICTS_FILE).parent.mkdir(exist_ok=True)
    columns = {
        f"{sight}/{domain}/{column}/{source}": np.ascontiguousarray(values)
        for sight, domains in kept.items()
        for domain, sources in domains.items()
        for source, verdicts in sources.items()
        for column, values in verdicts._asdict().items()
    }
    save_file(columns, directory / VERDICTS_FILE)


def load_verdicts(directory: Path) -> KeptVerdicts:
    from safetensors.numpy import load_file

    found: dict[str, dict[str, dict[str, dict[str, Array]]]] = {}
    for name, values in load_file(directory / VERDICTS_FILE).items():
        sight, domain, column, *source = name.split("/", 3)
        sources = found.setdefault(sight, {}).setdefault(domain, {})
        sources.setdefault("".join(source), {})[column] = values
    return {
        sight: {
            domain: {source: Verdicts(**columns) for source, columns in sorted(sources.items())}
            for domain, sources in sorted(domains.items())
        }
        for sight, domains in sorted(found.items())
    }
