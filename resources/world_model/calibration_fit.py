"""Fits what a trained model's label scores are worth (the hint's weight, the temperature), and its verdicts on turns.

The mathematics is `calibration`, the scores are `scoring`'s; which verdicts are trusted is `verdicts`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from resources.execution.outcome import Outcome
from resources.world_model.calibration import (
    MIN_EXAMPLES,
    Calibration,
    CalibrationFigures,
    figures,
    fit_temperature,
    negative_log_likelihood,
    softmax,
)
from resources.world_model.manifest import HeldOutFigures
from resources.world_model.model import TurnExample
from resources.world_model.scoring import EVIDENCE, SIGHTS, UNFOLLOWED, Scored, Scorer, is_far, pooled
from resources.world_model.trust import trust
from resources.world_model.verdicts import ANY_OTHER, KeptVerdicts, Trust, Verdicts, trust_in

Array = NDArray[Any]
WEIGHTS = tuple(step / 10 for step in range(11))


def calibrate(scored: Scored, domains: Sequence[str]) -> Calibration:
    """Figures by sight and domain; "all" holds those of all together, which small domains take."""
    return {sight: calibrate_sight(seen_in(sight, scored), sight, domains) for sight in SIGHTS}


def calibrate_sight(scored: Scored, sight: str, domains: Sequence[str]) -> dict[str, CalibrationFigures]:
    """Of the turns that the sight is for."""
    words, hints, target = scored.words[sight], scored.hints[sight], scored.target
    weights = {"pure": (0.0,), EVIDENCE: (1.0,)}.get(sight, WEIGHTS)
    common = best_blend(words, hints, target, weights)
    found = {"all": blend_figures(words, hints, target, common)}
    for name in domains:
        own = scored.of(name)
        enough = len(own.examples) >= MIN_EXAMPLES
        blend = best_blend(own.words[sight], own.hints[sight], own.target, weights) if enough else common
        found[name] = blend_figures(own.words[sight], own.hints[sight], own.target, blend)
    return found


def seen_in(sight: str, scored: Scored) -> Scored:
    """The turns that a sight is for: evidence alone decides of those that are far, and of all where none is."""
    far = scored.far if sight == EVIDENCE else scored
    return far if len(far.examples) else scored


def answered(scored: Scored, sight: str, calibration: Calibration) -> Verdicts:
    """As the mode answers: hybrid, evidence alone decides of what is far."""
    own = verdicts(scored, sight, calibration)
    if sight not in ("hybrid", UNFOLLOWED) or EVIDENCE not in calibration:
        return own
    by_evidence, far = verdicts(scored, EVIDENCE, calibration), is_far(scored.novelty)
    return Verdicts(*(np.where(far, one, other) for one, other in zip(by_evidence, own, strict=True)))


def verdicts(scored: Scored, sight: str, calibration: Calibration) -> Verdicts:
    order = list(Outcome)
    known = calibration[sight]
    fitted = [known.get(example.query.domain.name, known["all"]) for example in scored.examples]
    logits = pooled(scored.words[sight], scored.hints[sight], [item.hint_weight for item in fitted])
    heat = np.array([item.temperature for item in fitted]).reshape(-1, 1)
    shares = softmax(logits / heat) if len(logits) else logits
    confidence = shares.max(axis=1) if len(shares) else np.zeros(0)
    said = [order[place] for place in shares.argmax(axis=1)] if len(shares) else []
    right = [one is item.observation.outcome for one, item in zip(said, scored.examples, strict=True)]
    passes = np.array([label.passed for label in said], dtype=bool)
    good = np.array(right, dtype=bool)
    worth = confidence if sight == EVIDENCE else trust(confidence, scored.novelty)
    return Verdicts(confidence, worth, good, passes, passes & ~good)


def calibrated_verdicts(scored: Scored, domains: Sequence[str], calibration: Calibration) -> KeptVerdicts:
    """A domain without turns has an empty entry, so that a checkpoint's file names it."""
    return {
        sight: verdicts_by_source(scored.far if sight == EVIDENCE else scored, sight, domains, calibration)
        for sight in SIGHTS
        if sight in calibration
    }


def verdicts_by_source(
    scored: Scored, sight: str, domains: Sequence[str], calibration: Calibration
) -> dict[str, dict[str, Verdicts]]:
    """Of the turns that the sight is for, by domain and source of the task."""
    turns = {name: scored.of(name).by_source() or {ANY_OTHER: scored.of(name)} for name in domains}
    return {
        name: {source: verdicts(own, sight, calibration) for source, own in sources.items()}
        for name, sources in turns.items()
    }


def verdicts_by_author(
    scored: Scored, domains: Sequence[str], calibration: Calibration, sight: str = "hybrid"
) -> dict[str, dict[str, Verdicts]]:
    """Of other authors' turns, by domain and generator, as the hybrid mode answers them or in one sight."""
    judge = answered if sight == "hybrid" else verdicts
    return {
        name: {author: judge(own, sight, calibration) for author, own in scored.of(name).by_author().items()}
        for name in domains
    }


def held_out_figures(
    scorer: Scorer, held_out: Mapping[str, Sequence[TurnExample]], calibration: Calibration, trusts: Trust
) -> dict[str, dict[str, dict[str, HeldOutFigures]]]:
    """By sight, domain and part; parts without turns of a domain are left out."""
    found: dict[str, dict[str, dict[str, HeldOutFigures]]] = {sight: {} for sight in SIGHTS}
    for part, examples in held_out.items():
        scored = scorer.score(examples)
        for name in sorted({example.query.domain.name for example in scored.examples}):
            own = scored.of(name)
            for sight in SIGHTS:
                sources = [item.query.bundle.source for item in own.examples]
                threshold = np.array([trust_in(trusts[sight], name, source).threshold for source in sources])
                if sight in ("hybrid", UNFOLLOWED):
                    far = [trust_in(trusts[EVIDENCE], name, source).threshold for source in sources]
                    threshold = np.where(is_far(own.novelty), far, threshold)
                found[sight].setdefault(name, {})[part] = summary(answered(own, sight, calibration), threshold)
    return found


def summary(seen: Verdicts, threshold: Array) -> HeldOutFigures:
    """`threshold` is (turns,): what each is trusted from."""
    trusted = seen.trust >= threshold
    return HeldOutFigures(
        len(seen.right),
        float(seen.right.mean()),
        mean_or_none(seen.false_pass[seen.passes]),
        float(trusted.mean()),
        mean_or_none(seen.right[trusted]),
        mean_or_none(seen.false_pass[trusted & seen.passes]),
    )


def mean_or_none(values: Array) -> float | None:
    return float(values.mean()) if len(values) else None


class Blend(NamedTuple):
    """How much the hint weighs, and the temperature of what comes out."""

    weight: float
    temperature: float


def best_blend(words: Array, hints: Array, target: Sequence[int], weights: Sequence[float]) -> Blend:
    """The weight, with its own temperature, under which the calibration turns are likeliest."""
    blends = []
    for weight in weights:
        logits = pooled(words, hints, [weight])
        heat = fit_temperature(logits, target)
        blends.append((negative_log_likelihood(logits, target, heat), Blend(weight, heat)))
    return min(blends)[1]


def blend_figures(words: Array, hints: Array, target: Sequence[int], blend: Blend) -> CalibrationFigures:
    found = figures(pooled(words, hints, [blend.weight]), target, blend.temperature)
    return replace(found, hint_weight=blend.weight)
