"""Features of a candidate that cost a parse: pyslang's diagnostics, sizes, constructs, distance to the reference; and
what a few dozen made-up cycles show, which `simulator` runs.

For the hybrid world model and the baselines. No tool is run and nothing is judged here.
"""

from collections.abc import Mapping

from resources.domains.chip_design.execution.rejection import reject
from resources.domains.chip_design.language.guard import guard
from resources.domains.chip_design.language.syntax import (
    codes,
    construct_counts,
    elaborate,
    may_be_elaborated,
    reference_counts,
)
from resources.domains.chip_design.prediction.simulator.comparison import may_be_simulated, simulate
from resources.domains.toolkit.text_measures import difference, sizes
from resources.execution.bundle import Candidate, EnvironmentBundle


def cheap_checks(bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
    """Features by name; see the Domain protocol. All are counts, or fractions between 0 and 1."""
    features = sizes(candidate.code)
    features |= difference(bundle.reference, candidate.code)
    if guard(candidate.code):
        return features | {"refused_by_guard": 1.0}
    try:
        features |= construct_counts(candidate.code)
        features |= _compared(features, reference_counts(bundle.reference))
        features["forbidden"] = float(len(reject(candidate.code)))
        if may_be_elaborated(candidate.code, features["count_instantiations"]):
            features |= _elaborated(bundle, candidate.code, features)
    except RuntimeError:
        features["nests_too_deeply"] = 1.0
    return features


def _compared(features: Mapping[str, float], reference: Mapping[str, float]) -> dict[str, float]:
    """How each construct's count differs from the reference's."""
    names = [name for name in reference if name.startswith("count_")]
    return {f"more_{name[6:]}": features.get(name, 0.0) - reference[name] for name in names}


def _elaborated(bundle: EnvironmentBundle, code: str, features: Mapping[str, float]) -> dict[str, float]:
    """Diagnostics of elaboration by code ("semantic_WidthTruncate"), and the design followed if there is no error."""
    elaborated = elaborate(code)
    diagnostics = elaborated.diagnostics
    errors = sum(1 for diagnostic in diagnostics if diagnostic.isError())
    result = {"semantic_errors": float(errors)} | {
        name: float(count) for name, count in codes("semantic", diagnostics).items()
    }
    if errors or features["syntax_errors"] or features["forbidden"] or not may_be_simulated(bundle):
        return result
    simulated = simulate(bundle, code, elaborated)
    return result | _met_by(bundle.settings.get("bench", ""), simulated.checks)


def _met_by(bench: str, features: Mapping[str, float]) -> dict[str, float]:
    """Under names of their own where a cocotb bench meets the ports: it goes by names as the run reaches them, where a
    Verilog bench is elaborated with all of them."""
    if bench != "cocotb":
        return dict(features)
    return {f"driven_{name}" if name.startswith("ports_") else name: value for name, value in features.items()}
