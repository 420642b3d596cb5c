"""Features of a candidate that need no tool: sizes, methods called, numbers changed, distance to the reference.

For the hybrid world model and the baselines. Nothing is judged here, and geometry is only simulated coarsely.
"""

import ast
import math
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from resources.domains.cad_modeling.execution.rejection import reject
from resources.domains.cad_modeling.language.source import CadSource, parse_script
from resources.domains.cad_modeling.prediction.simulator import SIMULATOR
from resources.domains.cad_modeling.prediction.simulator.script import MOST_CHARACTERS
from resources.domains.toolkit.text_measures import difference, sizes
from resources.execution.bundle import Candidate, EnvironmentBundle

_METHODS = tuple(
    "box cylinder sphere rect circle polygon polyline lineTo threePointArc spline close extrude revolve loft sweep"
    " twistExtrude shell fillet chamfer hole cboreHole cskHole cutThruAll cutBlind cut union intersect faces edges"
    " vertices workplane center transformed pushPoints rarray polarArray mirror mirrorY rotate translate combine"
    " eachpoint offset2D slot2D text add end tag split".split()
)


def cheap_checks(bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
    """Features by name; see the Domain protocol. All are counts, or fractions between 0 and 1."""
    code = candidate.code
    features = sizes(code) | difference(bundle.reference, code)
    if len(code) > MOST_CHARACTERS:
        return features | {"too_long_to_parse": 1.0}
    source = parse_script(code, MOST_CHARACTERS)
    features["syntax_error"] = float(source is None)
    if source is None:
        return features
    features["forbidden"] = float(len(reject(code)))
    counts, reference = _counts(source), _reference_counts(bundle.reference)
    features |= counts | {f"more_{name[6:]}": counts.get(name, 0.0) - value for name, value in reference.items()}
    features |= _numbers(source, bundle.reference)
    return {**features, **SIMULATOR.compare(bundle, candidate).checks}


def _counts(source: CadSource) -> dict[str, float]:
    calls = Counter(item.name for item in source.calls)
    counts = {f"count_{name}": float(calls[name]) for name in _METHODS}
    counts["count_calls"] = float(sum(calls.values()))
    counts["count_unknown_methods"] = float(sum(count for name, count in calls.items() if name not in _METHODS))
    kinds = Counter(map(type, source.nodes))
    counts["count_loops"] = float(kinds[ast.For] + kinds[ast.While])
    counts["count_functions"] = float(kinds[ast.FunctionDef] + kinds[ast.Lambda])
    counts["count_results"] = float(
        sum(isinstance(n, ast.Name) and n.id == "result" and isinstance(n.ctx, ast.Store) for n in source.nodes)
    )
    return counts


@lru_cache(maxsize=512)
def _reference_counts(reference: str) -> Mapping[str, float]:
    source = parse_script(reference)
    return {} if source is None else _counts(source)


@lru_cache(maxsize=512)
def _reference_numbers(reference: str) -> Counter[float]:
    source = parse_script(reference)
    return Counter() if source is None else _values(source)


def _values(source: CadSource) -> Counter[float]:
    values: Counter[float] = Counter()
    signed = {node.operand for node in source.nodes if isinstance(node, ast.UnaryOp)}
    for node in source.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            value = _bounded(node.value)
            values[-value if node in signed else value] += 1
    return values


def _bounded(value: float) -> float:
    try:
        return max(-1e12, min(1e12, float(value)))
    except OverflowError:
        return 1e12


def _numbers(source: CadSource, reference: str) -> dict[str, float]:
    """How the script's literal numbers differ from the reference's, as multisets."""
    own, wanted = _values(source), _reference_numbers(reference)
    lost, new = list((wanted - own).elements()), list((own - wanted).elements())
    changed = [abs(math.log(abs(a) / abs(b))) for a, b in zip(lost, new, strict=False) if a and b]
    return {
        "numbers_lost": float(len(lost)),
        "numbers_new": float(len(new)),
        "largest_number_change": min(20.0, max(changed, default=0.0)),
        "sign_changes": float(sum(-value in lost for value in new if value)),
    }
