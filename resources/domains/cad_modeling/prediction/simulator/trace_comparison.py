"""What a script's trace says of its outcome, beside the reference's: the same part, a certain error, what is changed.

Numbers by name; see `comparison`. How a trace comes about is `script`.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from resources.domains.cad_modeling.prediction.simulator.script import Trace
from resources.domains.cad_modeling.prediction.simulator.values import Value
from resources.domains.cad_modeling.prediction.simulator.workplane_model import Step

_GROUPS: Mapping[str, frozenset[str]] = {
    name: frozenset(words.split())
    for name, words in {
        "plane": "Workplane workplane transformed center",
        "body": "box sphere cylinder wedge",
        "outline": "circle rect polygon ellipse slot2D polyline lineTo moveTo threePointArc spline close",
        "sweep": "extrude revolve sweep loft twistExtrude cutBlind cutThruAll",
        "hole": "hole cboreHole cskHole",
        "boolean": "union cut intersect",
        "edge": "fillet chamfer shell",
        "selection": "faces edges vertices wires solids",
        "pattern": "pushPoints rarray polarArray",
        "move": "translate rotate mirror",
    }.items()
}
_GROUP = {word: name for name, words in _GROUPS.items() for word in words}
_RAISED = ("NameError", "AttributeError", "TypeError", "ImportError", "NoResult", "refused")
_BOOLEANS = ("union", "cut", "intersect")
_OPEN = ("wires", "edges", "faces", "vertices", "points", "none")
MOST_STEPS_COMPARED = 400
MOST_CORNERS = 60
"""Of an outline that is searched for crossings; 1,800 pairs take a millisecond."""
Corner = tuple[float, float]
_LENGTHS = ("length", "width", "xLen", "yLen")
_TOUCHING = 1e-6


def trace_features(own: Trace | None, wanted: Trace) -> Mapping[str, float]:
    """`own` is None for a text that is not traced. `trace_same` is 1 where the two scripts make the same part."""
    return {f"followed_{name}": value for name, value in _features(own, wanted).items()}


def _features(own: Trace | None, wanted: Trace) -> dict[str, float]:
    if own is None:
        return {"trace_verdict": 4.0}
    features = {f"trace_{name}": float(own.raised == name) for name in _RAISED}
    features["trace_raised"] = float(bool(own.raised))
    features["trace_lost"] = float(own.lost)
    features["trace_verdict"] = _verdict(own, wanted)
    if own.raised or own.lost:
        return features
    features["trace_same"] = float(_made(own) == _made(wanted))
    return features | _changes(own, wanted) | bad_outlines(own, wanted)


def _verdict(own: Trace, wanted: Trace) -> float:
    """What is certain, as one number: 4 not compiled, 3 an exception, 2 no solid, 0 the same part, else 1."""
    if own.raised:
        return 4.0 if own.raised == "ImportError" else 3.0
    stack = own.result.state.stack if own.result is not None and own.result.state.sure else ""
    if own.no_part or stack in _OPEN:
        return 2.0
    return float(_made(own) != _made(wanted))


def _made(traced: Trace) -> tuple[str | None, tuple[str, ...]]:
    return traced.result.digest if traced.result is not None else None, traced.effects


def _changes(own: Trace, wanted: Trace) -> dict[str, float]:
    """Steps of one and not of the other, paired by name where both are left over."""
    before, after = (Counter(item.steps[:MOST_STEPS_COMPARED]) for item in (wanted, own))
    gone, come = list((before - after).elements()), list((after - before).elements())
    counts: Counter[str] = Counter()
    for sign, steps in (("gone", gone), ("come", come)):
        for step in steps:
            counts[f"trace_{sign}_{_GROUP.get(step.name, 'other')}"] += 1
    pairs, lone_gone, lone_come = _paired(gone, come)
    for one in _BOOLEANS:
        counts[f"trace_lost_{one}"] = sum(step.name == one for step in lone_gone)
        counts[f"trace_new_{one}"] = sum(step.name == one for step in lone_come)
    counts["trace_steps_gone"], counts["trace_steps_come"] = len(lone_gone), len(lone_come)
    names = [f"trace_{sign}_{group}" for sign in ("gone", "come") for group in [*_GROUPS, "other"]]
    return dict.fromkeys(names, 0.0) | {name: float(count) for name, count in counts.items()} | _numbers(pairs)


def _paired(gone: Sequence[Step], come: Sequence[Step]) -> tuple[list[tuple[Step, Step]], list[Step], list[Step]]:
    """Steps of one name in their order; those without a partner."""
    left: dict[str, list[Step]] = {}
    for step in gone:
        left.setdefault(step.name, []).append(step)
    pairs, alone = [], []
    for step in come:
        if left.get(step.name):
            pairs.append((left[step.name].pop(0), step))
        else:
            alone.append(step)
    return pairs, [step for steps in left.values() for step in steps], alone


def _numbers(pairs: Sequence[tuple[Step, Step]]) -> dict[str, float]:
    """How the arguments of paired steps differ: the largest ratio, signs, zeros, swaps, texts."""
    changed: Counter[str] = Counter()
    ratio = move = 0.0
    for before, after in pairs:
        old, new = dict(before.arguments), dict(after.arguments)
        changed["trace_swapped"] += _numerals(old.values()) == _numerals(new.values())
        changed["trace_flags"] += sum(old.get(key) != value for key, value in new.items() if isinstance(value, bool))
        for key in old.keys() & new.keys():
            for one, other in _leaves(old[key], new[key]):
                changed["trace_zeroed"] += other == 0
                changed["trace_negated"] += one == -other
                changed["trace_numbers"] += 1
                move = max(move, abs(one - other))
                if one and other:
                    ratio = max(ratio, abs(math.log(abs(one / other))))
            if isinstance(old[key], str) and old[key] != new[key]:
                changed["trace_texts"] += 1
    names = ("swapped", "flags", "zeroed", "negated", "numbers", "texts")
    return {f"trace_{name}": float(changed[f"trace_{name}"]) for name in names} | {
        "trace_ratio": min(ratio, 20.0),
        "trace_move": min(move, 1e6),
    }


def bad_outlines(own: Trace, wanted: Trace) -> dict[str, float]:
    """Polylines that cross themselves, and rectangles of no width, among the steps that the reference lacks."""
    known = set(wanted.steps)
    steps = [step for step in own.steps if step not in known]
    points = [dict(step.arguments).get("listOfXYTuple") for step in steps if step.name == "polyline"]
    flat = sum(0.0 in dict(step.arguments).values() for step in steps if step.name == "rect")
    tangent = tangents(own.steps) - tangents(wanted.steps)
    return {
        "trace_tangent": float(tangent),
        "trace_crossed": float(sum(map(crosses_itself, points))),
        "trace_flat": float(flat),
    }


def tangents(steps: Sequence[Step]) -> int:
    """Round openings and outlines that touch, to all appearances, where a body or a rectangle ends."""
    ends: set[float] = set()
    places: list[float] = []
    touching = 0
    for step in steps[:MOST_STEPS_COMPARED]:
        given = dict(step.arguments)
        if step.name in ("Workplane", "workplane"):
            places = []
        elif step.name in ("center", "pushPoints"):
            places = _numerals(given.values())[:MOST_CORNERS]
        elif step.name in ("box", "rect"):
            ends |= {abs(given[key]) / 2 for key in _LENGTHS if isinstance(given.get(key), float)}
        elif step.name in ("hole", "circle"):
            size = given.get("diameter", given.get("radius"))
            radius = (size / 2 if step.name == "hole" else size) if isinstance(size, float) else 0.0
            touching += any(abs(abs(place) + radius - end) < _TOUCHING for place in places for end in ends)
    return touching


def crosses_itself(points: Value) -> bool:
    """Whether the closed outline through these points meets itself between its corners. False for what is no list of
    at most MOST_CORNERS points."""
    if not isinstance(points, tuple) or not 4 <= len(points) <= MOST_CORNERS:
        return False
    corners = [(item[0], item[1]) for item in points if isinstance(item, tuple) and len(item) == 2]
    if len(corners) != len(points) or not all(isinstance(x, float) for corner in corners for x in corner):
        return False
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    return any(_cross(one, other) for place, one in enumerate(sides) for other in sides[place + 2 :])


def _cross(one: tuple[Corner, Corner], other: tuple[Corner, Corner]) -> bool:
    """Properly: neither ends on the other."""
    (a, b), (c, d) = one, other
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Corner, b: Corner, c: Corner) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _numerals(values: object) -> list[float]:
    numbers: list[float] = []
    for value in values if isinstance(values, tuple) or hasattr(values, "__iter__") else ():
        if isinstance(value, tuple):
            numbers += _numerals(value)
        elif isinstance(value, float):
            numbers.append(value)
    return sorted(numbers)


def _leaves(old: Value, new: Value) -> list[tuple[float, float]]:
    """Numbers at the same place that differ."""
    if isinstance(old, float) and isinstance(new, float):
        return [(old, new)] if old != new and math.isfinite(old) and math.isfinite(new) else []
    if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
        return [pair for one, other in zip(old, new, strict=True) for pair in _leaves(one, other)]
    return []
