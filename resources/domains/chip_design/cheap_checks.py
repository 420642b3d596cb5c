"""Features of a candidate that cost a parse: pyslang's diagnostics, sizes, constructs, distance to the reference; and
what a few dozen made-up cycles show, which `interpretation` follows.

For the hybrid world model and the baselines. No tool is run and nothing is judged here.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from resources.domains.chip_design.elaboration import elaborate, may_be_elaborated
from resources.domains.chip_design.interpretation.comparison import compare
from resources.domains.chip_design.stages.guard import guard
from resources.domains.chip_design.stages.reject import reject
from resources.domains.chip_design.syntax import code_name, is_token, kind_of, parse, walk
from resources.domains.toolkit.text_measures import difference, sizes
from resources.execution.bundle import Candidate, EnvironmentBundle

_CONSTRUCTS = {
    "ModuleDeclaration": "modules",
    "AlwaysBlock": "always",
    "AlwaysFFBlock": "always_ff",
    "AlwaysCombBlock": "always_comb",
    "AlwaysLatchBlock": "always_latch",
    "InitialBlock": "initial",
    "ContinuousAssign": "assigns",
    "HierarchyInstantiation": "instantiations",
    "CaseStatement": "cases",
    "DefaultCaseItem": "case_defaults",
    "ConditionalStatement": "ifs",
    "ElseClause": "elses",
    "ForLoopStatement": "for_loops",
    "LoopGenerate": "generate_loops",
    "NonblockingAssignmentExpression": "nonblocking",
    "AssignmentExpression": "blocking",
    "ConditionalExpression": "ternaries",
    "ConcatenationExpression": "concatenations",
    "AddExpression": "additions",
    "SubtractExpression": "subtractions",
    "MultiplyExpression": "multiplications",
    "DivideExpression": "divisions",
    "FunctionDeclaration": "functions",
    "ParameterDeclaration": "parameters",
}


def cheap_checks(bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
    """Features by name; see the Domain protocol. All are counts, or fractions between 0 and 1."""
    features = sizes(candidate.code)
    features |= difference(bundle.reference, candidate.code)
    if guard(candidate.code):
        return features | {"refused_by_guard": 1.0}
    try:
        features |= _construct_counts(candidate.code)
        features |= _compared(features, _reference_counts(bundle.reference))
        features["forbidden"] = float(len(reject(candidate.code)))
        if may_be_elaborated(candidate.code, features["count_instantiations"]):
            features |= _elaborated(bundle, candidate.code, features)
    except RuntimeError:
        features["nests_too_deeply"] = 1.0
    return features


def _construct_counts(code: str) -> dict[str, float]:
    tree = parse(code)
    counts = Counter(kind_of(item) for item in walk(tree) if not is_token(item))
    features = {f"count_{name}": float(counts[kind]) for kind, name in _CONSTRUCTS.items()}
    features["syntax_errors"] = float(sum(1 for diagnostic in tree.diagnostics if diagnostic.isError()))
    return features | {name: float(count) for name, count in _codes("syntax", tree.diagnostics).items()}


@lru_cache(maxsize=512)
def _reference_counts(reference: str) -> Mapping[str, float]:
    try:
        return {} if guard(reference) else _construct_counts(reference)
    except RuntimeError:
        return {}


def _compared(features: Mapping[str, float], reference: Mapping[str, float]) -> dict[str, float]:
    """How each construct's count differs from the reference's."""
    names = [name for name in reference if name.startswith("count_")]
    return {f"more_{name[6:]}": features.get(name, 0.0) - reference[name] for name in names}


def _elaborated(bundle: EnvironmentBundle, code: str, features: Mapping[str, float]) -> dict[str, float]:
    """Diagnostics of elaboration by code ("semantic_WidthTruncate"), and the design followed if there is no error."""
    elaborated = elaborate(code)
    found = elaborated.diagnostics
    errors = sum(1 for diagnostic in found if diagnostic.isError())
    result = {"semantic_errors": float(errors)} | {
        name: float(count) for name, count in _codes("semantic", found).items()
    }
    if errors or features["syntax_errors"] or features["forbidden"] or not _may_be_followed(bundle):
        return result
    compared = compare(bundle.reference, bundle.settings["top"], elaborated)
    return result | _met_by(bundle.settings.get("bench", ""), compared)


def _met_by(bench: str, found: Mapping[str, float]) -> dict[str, float]:
    """Under names of their own where a cocotb bench meets the ports: it goes by names as the run reaches them, where a
    Verilog bench is elaborated with all of them."""
    if bench != "cocotb":
        return dict(found)
    return {f"driven_{name}" if name.startswith("ports_") else name: value for name, value in found.items()}


def _may_be_followed(bundle: EnvironmentBundle) -> bool:
    """Whether the bundle's reference is a design that candidates should equal, and may be elaborated."""
    if not bundle.reference_is_solution or "top" not in bundle.settings:
        return False
    counts = _reference_counts(bundle.reference)
    return (
        bool(counts)
        and not counts["syntax_errors"]
        and may_be_elaborated(bundle.reference, counts["count_instantiations"])
    )


def _codes(prefix: str, found: Any) -> Counter[str]:
    return Counter(f"{prefix}_{name}" for name in _code_names(found))


def _code_names(found: Any) -> Iterator[str]:
    for diagnostic in found:
        yield code_name(diagnostic)
