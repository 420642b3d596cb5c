"""PartSimulator: candidate and reference, call by call and as meshes: what only one of them makes or fills.

How traces come about is `script`, and bodies `body_builder`. Round faces are of flat sides: what lies between both is
allowed for.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from resources.domains.cad_modeling.execution.tolerances import TOLERANCES, Tolerances
from resources.domains.cad_modeling.prediction.simulator.body_builder import Built, built
from resources.domains.cad_modeling.prediction.simulator.body_metrics import Apart, BodyMetrics, apart
from resources.domains.cad_modeling.prediction.simulator.oddities import tangents
from resources.domains.cad_modeling.prediction.simulator.script import Trace, trace
from resources.domains.cad_modeling.prediction.simulator.sweeps import Fit
from resources.domains.cad_modeling.prediction.simulator.trace_comparison import trace_features
from resources.domains.simulation import (
    Agreement,
    Coverage,
    Difference,
    DifferentialResult,
    FailureSite,
    HaltReason,
    reference_unsupported,
)
from resources.domains.toolkit.simulation.halting import ExecutionHalted
from resources.execution.bundle import Candidate, EnvironmentBundle

_SEEN = ("crossed", "crossed_turned", "not_flat", "impossible", "thin", "flat_loft", "bare", "meeting")
"""Counts of `Watch.seen` that are features by themselves."""
_SPOILED = (
    "empty",
    "shared",
    "more_pieces",
    "touching",
    "crossed",
    "crossed_turned",
    "thin",
    "flat_loft",
    "bare",
    "meeting",
)
"""Features that tell of no good solid."""
NOT_COMPARED = ("exact surfaces", "gates of the true solid")
"""Checks of an execution that are not simulated: parts are compared as cells of a grid."""
_MEASURES = ("volume", "area", "box", "centre", "differing")
"""Features of which the largest tells in what a good solid differs."""
_NONE, _CERTAIN = 0.5, 1.0
"""Tolerances within which a difference is none, and from which on it is one: what lies between is left open."""


class PartSimulator:
    """Implements Simulator. A case is a call of the candidate's part; what differs is told by the worst measure."""

    def compare(self, bundle: EnvironmentBundle, candidate: Candidate) -> DifferentialResult:
        wanted = trace(bundle.reference)
        if wanted is None:
            return reference_unsupported("the reference does not parse")
        own, code = trace(candidate.code), candidate.code
        features = {**trace_features(own, wanted), **body_features(bundle.reference, code, tolerances(bundle))}
        if own is None:
            return _unsupported("the text does not parse", features, HaltReason.UNSUPPORTED)
        if own.raised:
            return _raised(own, features)
        body, expected = body_of(code), body_of(bundle.reference)
        if own.lost:
            return _unsupported(own.why, features, own.halt)
        if body is None or expected is None:
            return _unsupported("a result that is no simulated part", features, HaltReason.UNSUPPORTED)
        return _judged(body, expected, features)


def _unsupported(why: str, features: Mapping[str, float], halt: HaltReason) -> DifferentialResult:
    return DifferentialResult(Agreement.UNKNOWN, halt, Coverage(1, 0, (why,)), features=features)


def _raised(own: Trace, features: Mapping[str, float]) -> DifferentialResult:
    """A certain exception: whatever the reference does, this is not it."""
    site = None if own.problem is None else FailureSite(own.problem.line, own.problem.call)
    difference = Difference("script", own.raised)
    return DifferentialResult(Agreement.DIFFERENT, own.halt, Coverage(1, 1), difference, site, features)


def _judged(own: Built, wanted: Built, features: Mapping[str, float]) -> DifferentialResult:
    """Parts of the same calls are one part. Calls that are not modelled leave open whether others agree or differ."""
    seen, same = own.watch.seen, own.digest == wanted.digest
    calls = max(1, seen["calls"])
    missing = tuple(sorted(name.removeprefix("missing_") for name in seen if name.startswith("missing_")))
    coverage = Coverage(calls, calls - min(calls, seen["missing"]), missing, NOT_COMPARED)
    verdict = features.get("followed_verdict")
    open_ended = bool(missing) and not seen["impossible"]
    if same and not missing:
        return DifferentialResult(Agreement.SAME, HaltReason.RETURNED, coverage, features=features)
    if open_ended or wanted.watch.seen["missing"] or verdict is None:
        return DifferentialResult(Agreement.UNKNOWN, HaltReason.RETURNED, coverage, features=features)
    if verdict:
        what = max(_MEASURES, key=lambda name: abs(features.get(f"followed_{name}", 0.0)))
        difference = Difference("part", what if verdict == 1 else "no good solid" if verdict == 2 else "a refused call")
        return DifferentialResult(Agreement.DIFFERENT, HaltReason.RETURNED, coverage, difference, features=features)
    near = features.get("followed_beyond", 0.0) <= _NONE
    agreement = Agreement.SAME if near else Agreement.UNKNOWN
    return DifferentialResult(agreement, HaltReason.RETURNED, coverage, features=features)


def tolerances(bundle: EnvironmentBundle) -> Tolerances:
    """Those of the strictest kind where a bundle names another."""
    return TOLERANCES.get(bundle.settings.get("tolerance", ""), TOLERANCES["dimensioned"])


@lru_cache(maxsize=64)
def body_of(code: str) -> Built | None:
    """The body that a script leaves in `result`; None where it is not simulated."""
    traced = trace(code)
    return None if traced is None or traced.result is None else built(traced.result)


def body_features(reference: str, code: str, allowed: Tolerances) -> Mapping[str, float]:
    """Features of the candidate's body beside the reference's. Empty where either is not simulated."""
    own, wanted = body_of(code), body_of(reference)
    if own is None or wanted is None:
        return {}
    return _alone(reference, allowed) if own.digest == wanted.digest else _beside(own, wanted, allowed)


@lru_cache(maxsize=256)
def _alone(reference: str, allowed: Tolerances) -> Mapping[str, float]:
    """What is said of a reference beside itself, and so of every candidate with the same calls."""
    own = body_of(reference)
    return {} if own is None else _beside(own, own, allowed)


def _beside(own: Built, wanted: Built, allowed: Tolerances) -> Mapping[str, float]:
    features = _seen(own, wanted)
    if own.body is None or wanted.body is None:
        return features | {"followed_empty": 1.0, "followed_verdict": 2.0 + features["followed_impossible"]}
    try:
        features["followed_tangent"] = float(tangents(own.body) - tangents(wanted.body))
        seen, expected = BodyMetrics(own.body), BodyMetrics(wanted.body)
        between = apart(own.body, wanted.body)
        features |= _compared(seen, expected, between)
        beyond = _beyond(seen, expected, allowed, between)
    except ExecutionHalted:
        return features
    return features | {"followed_beyond": beyond, "followed_verdict": _verdict(features, beyond)}


def _verdict(features: Mapping[str, float], beyond: float) -> float:
    """What all of this comes to: 3 a call is refused, 2 no good solid, 1 a solid that differs, 0 none that is seen."""
    if features["followed_impossible"]:
        return 3.0
    if features["followed_tangent"] > 0 or any(features[f"followed_{name}"] for name in _SPOILED):
        return 2.0
    return float(beyond > _CERTAIN)


def _beyond(own: BodyMetrics, wanted: BodyMetrics, allowed: Tolerances, between: Apart) -> float:
    """The worst difference, in tolerances; what round faces leave open counts for none."""
    either = own.volume + wanted.volume - between.common
    blur, farthest = own.blur + wanted.blur, own.farthest_blur + wanted.farthest_blur
    diagonal = wanted.diagonal or 1.0
    places = zip([*own.box.low, *own.box.high], [*wanted.box.low, *wanted.box.high], strict=True)
    spread = blur / wanted.volume * diagonal
    shares = [
        max(0.0, either - between.common - blur) / either / (1 - allowed.overlap),
        max(0.0, abs(own.volume - wanted.volume) - blur) / wanted.volume / allowed.volume,
        max(0.0, abs(own.area - wanted.area) / wanted.area - 2e-3) / allowed.area,
        *(max(0.0, abs(a - b) - farthest) / diagonal / allowed.place for a, b in places),
        *(
            max(0.0, abs(a - b) - spread) / diagonal / allowed.place
            for a, b in zip(own.centre, wanted.centre, strict=True)
        ),
        max(0.0, between.thickest - 2 * farthest) / _near(wanted, allowed),
        2.0 * (own.genus != wanted.genus),
    ]
    return min(1000.0, max(shares))


def _near(wanted: BodyMetrics, allowed: Tolerances) -> float:
    """How far surfaces may lie apart, as the judge has it."""
    near = allowed.deviation * wanted.diagonal
    return min(near, wanted.volume / wanted.area) if allowed.stray else near


def _seen(own: Built, wanted: Built) -> dict[str, float]:
    calls = max(1, own.watch.seen["calls"])
    return {
        "followed_share": 1 - own.watch.seen["missing"] / calls,
        "followed_missing": float(own.watch.seen["missing"]),
        "followed_more_missing": float(own.watch.seen["missing"] - wanted.watch.seen["missing"]),
        **{f"followed_{name}": float(own.watch.seen[name]) for name in _SEEN},
        **_sweeps(own.watch.fits),
        "followed_rounding": own.watch.rounding,
        "followed_rounded_otherwise": float(
            ((own.watch.rounded - wanted.watch.rounded) + (wanted.watch.rounded - own.watch.rounded)).total()
        ),
        "followed_more_rounding": own.watch.rounding - wanted.watch.rounding,
    }


def _sweeps(fits: Sequence[Fit]) -> dict[str, float]:
    """The worst of a body's sweeps."""
    return {
        "followed_slant": max((fit.slant for fit in fits), default=0.0),
        "followed_apart": max((fit.apart for fit in fits), default=0.0),
        "followed_corner": max((fit.corner for fit in fits), default=0.0),
        "followed_bend": min((fit.bend for fit in fits), default=100.0),
    }


def _compared(own: BodyMetrics, wanted: BodyMetrics, between: Apart) -> dict[str, float]:
    either = own.volume + wanted.volume - between.common
    diagonal = wanted.diagonal or 1.0
    low, high = math.dist(own.box.low, wanted.box.low), math.dist(own.box.high, wanted.box.high)
    more = float(max(-200, min(own.pieces - wanted.pieces, 200)))
    return {
        "followed_empty": 0.0,
        "followed_pieces": float(min(own.pieces, 200)),
        "followed_more_pieces": more,
        "followed_more_clusters": more,
        "followed_touching": float(max(0, own.pinched - wanted.pinched)),
        "followed_pinched": float(own.pinched - wanted.pinched),
        "followed_shared": own.shared / own.volume if own.shared > 1e-6 * own.volume else 0.0,
        "followed_differing": (either - between.common) / either if either else 0.0,
        "followed_overlap": between.common / either if either else 1.0,
        "followed_volume": _ratio(own.volume, wanted.volume),
        "followed_area": _ratio(own.area, wanted.area),
        "followed_box": min(100.0, max(low, high) / diagonal),
        "followed_centre": min(100.0, math.dist(own.centre, wanted.centre) / diagonal),
    }


def _ratio(one: float, other: float) -> float:
    return max(-20.0, min(20.0, math.log(one / other))) if one > 0 and other > 0 else (-20.0 if other > 0 else 20.0)
