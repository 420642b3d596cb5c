"""Features of a candidate that cost a parse: sizes, constructs, masks, launches, likeness to the reference, and what
its simulation shows.

For the hybrid world model and the baselines. No tool is run and nothing is judged here. What is counted in a text is
`triton_features` or `cuda_features`.
"""

from collections.abc import Mapping
from functools import lru_cache

from resources.domains.gpu_kernels.language.triton_source import read_triton
from resources.domains.gpu_kernels.prediction.cuda_features import cuda_counts, cuda_features
from resources.domains.gpu_kernels.prediction.simulator import SIMULATOR
from resources.domains.gpu_kernels.prediction.triton_features import triton_counts, triton_features
from resources.domains.toolkit.text_measures import difference, sizes
from resources.execution.bundle import Candidate, EnvironmentBundle

_MAXIMUM_CHARACTERS = 30_000
"""Parsing and walking more than this takes longer than the 5 ms a cheap check may."""


def cheap_checks(bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
    """Features by name; see the Domain protocol. All are counts, ratios, or 0 and 1."""
    features = sizes(candidate.code) | difference(bundle.reference, candidate.code)
    if len(candidate.code) > _MAXIMUM_CHARACTERS:
        return features | {"too_long_to_parse": 1.0}
    is_cuda = bundle.settings.get("language") == "cuda"
    own = cuda_counts(candidate.code) if is_cuda else triton_counts(candidate.code, bundle.settings.get("target", ""))
    features |= own | _compared(own, _of_reference(bundle.reference, is_cuda))
    if is_cuda:
        features |= cuda_features(bundle.reference, candidate.code)
    else:
        source = read_triton(candidate.code)
        if source is None:
            return features
        read = triton_features(bundle.reference, candidate.code, source)
        features |= {f"followed_{name}": value for name, value in read.items()}
    return {**features, **SIMULATOR.compare(bundle, candidate).checks}


@lru_cache(maxsize=512)
def _of_reference(reference: str, is_cuda: bool) -> Mapping[str, float]:
    if len(reference) > _MAXIMUM_CHARACTERS:
        return {}
    return cuda_counts(reference) if is_cuda else triton_counts(reference, "")


def _compared(features: Mapping[str, float], reference: Mapping[str, float]) -> dict[str, float]:
    """How each count differs from the reference's."""
    names = [name for name in reference if name.startswith("count_") and name in features]
    return {f"more_{name[6:]}": features[name] - reference[name] for name in names}
