"""Candidate and reference on one grid: numbers of pieces, volumes, what only one of them fills.

How the bodies come about is `building`. Grids are coarse: a figure is a hint, not a measurement.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from resources.domains.cad_modeling.interpretation.building import Built, built
from resources.domains.cad_modeling.interpretation.effort import MOST_EFFORT, effort
from resources.domains.cad_modeling.interpretation.grids import grid_of
from resources.domains.cad_modeling.interpretation.looks import Looks, looks
from resources.domains.cad_modeling.interpretation.solids import EMPTY
from resources.domains.cad_modeling.interpretation.sweeping import Fit
from resources.domains.cad_modeling.interpretation.touching import tangents
from resources.domains.cad_modeling.tolerances import Tolerances
from resources.domains.cad_modeling.tracing_statements import trace

_SEEN = ("crossed", "crossed_turned", "not_flat", "impossible", "thin", "flat_loft", "bare", "meeting")
"""Counts of `Watch.seen` that are features by themselves."""


@lru_cache(maxsize=256)
def followed_body(code: str) -> Built | None:
    """The body that a script leaves in `result`; None where it is not followed."""
    found = trace(code)
    return None if found is None or found.result is None else built(found.result)


def followed_checks(reference: str, code: str, allowed: Tolerances) -> Mapping[str, float]:
    """Features of the candidate's body beside the reference's. Empty where either is not followed."""
    own, wanted = followed_body(code), followed_body(reference)
    if own is None or wanted is None:
        return {}
    return _alone(reference, allowed) if own.digest == wanted.digest else _beside(own, wanted, allowed)


@lru_cache(maxsize=256)
def _alone(reference: str, allowed: Tolerances) -> Mapping[str, float]:
    """What is said of a reference beside itself, and so of every candidate with the same calls."""
    own = followed_body(reference)
    return {} if own is None else _beside(own, own, allowed)


def _beside(own: Built, wanted: Built, allowed: Tolerances) -> Mapping[str, float]:
    found = _seen(own, wanted)
    one, other = own.body or EMPTY, wanted.body or EMPTY
    if effort(one) + effort(other) > MOST_EFFORT:
        return found
    box = one.box.hull(other.box)
    if box.empty or not all(map(math.isfinite, (*box.low, *box.high))):
        return found | {"followed_empty": 1.0, "followed_verdict": 2.0 + found["followed_impossible"]}
    grid = grid_of([one, other], box)
    seen, expected = looks(one, grid), looks(other, grid)
    found |= _compared(seen, expected)
    beyond = _beyond(seen, expected, allowed)
    touching = found["followed_tangent"] > 0 or _touches(seen, expected)
    return found | {"followed_beyond": beyond, "followed_verdict": max(_verdict(found, beyond), 2.0 * touching)}


def _verdict(found: Mapping[str, float], beyond: float) -> float:
    """What all of this comes to: 3 a call is refused, 2 no good solid, 1 a solid that differs, 0 none that is seen."""
    if found["followed_impossible"] or found["followed_rounding"] > 1:
        return 3.0
    spoiled = ("empty", "shared", "more_clusters", "crossed", "thin", "flat_loft", "bare", "meeting")
    if any(found[f"followed_{name}"] for name in spoiled):
        return 2.0
    return float(beyond > 1 or bool(found["followed_rounded_otherwise"]))


def _touches(own: Looks, wanted: Looks) -> bool:
    """Whether pieces hang together by edges alone, and those of the reference do not."""
    return own.pieces > own.clusters and wanted.pieces == wanted.clusters


def _beyond(own: Looks, wanted: Looks, allowed: Tolerances) -> float:
    """The worst difference, in tolerances."""
    either = float(((own.cells | wanted.cells) * own.grid.volumes).sum())
    both = float(((own.cells & wanted.cells) * own.grid.volumes).sum())
    diagonal = math.dist(wanted.box.low, wanted.box.high) or 1.0
    places = [*own.box.low, *own.box.high, *own.centre]
    expected = [*wanted.box.low, *wanted.box.high, *wanted.centre]
    shares = [
        (1 - both / either) / (1 - allowed.overlap) if either else 0.0,
        abs(_ratio(own.volume, wanted.volume)) / allowed.volume,
        abs(_ratio(own.area, wanted.area)) / allowed.area,
        *(abs(a - b) / diagonal / allowed.place for a, b in zip(places, expected, strict=True)),
    ]
    return min(1000.0, max(shares))


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
        "followed_tangent": float(tangents(own.body or EMPTY) - tangents(wanted.body or EMPTY)),
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


def _compared(own: Looks, wanted: Looks) -> dict[str, float]:
    both = float((own.cells & wanted.cells).sum())
    either = float((own.cells | wanted.cells).sum())
    diagonal = math.dist(wanted.box.low, wanted.box.high) or 1.0
    low, high = math.dist(own.box.low, wanted.box.low), math.dist(own.box.high, wanted.box.high)
    return {
        "followed_empty": float(not own.volume),
        "followed_pieces": float(min(own.pieces, 200)),
        "followed_more_pieces": float(max(-200, min(own.pieces - wanted.pieces, 200))),
        "followed_more_clusters": float(max(-200, min(own.clusters - wanted.clusters, 200))),
        "followed_touching": float(own.pieces - own.clusters - wanted.pieces + wanted.clusters),
        "followed_pinched": float(own.pinched - wanted.pinched),
        "followed_shared": own.shared / own.volume if own.volume else 0.0,
        "followed_differing": float((own.cells != wanted.cells).sum()) / either if either else 0.0,
        "followed_overlap": both / either if either else 1.0,
        "followed_volume": _ratio(own.volume, wanted.volume),
        "followed_area": _ratio(own.area, wanted.area),
        "followed_box": min(100.0, max(low, high) / diagonal),
        "followed_centre": min(100.0, math.dist(own.centre, wanted.centre) / diagonal),
    }


def _ratio(one: float, other: float) -> float:
    return max(-20.0, min(20.0, math.log(one / other))) if one > 0 and other > 0 else (-20.0 if other > 0 else 20.0)
