"""Features of a candidate that cost a parse: sizes, constructs, masks, launches, likeness to the reference, and what
following its cases shows (`interpretation`).

For the hybrid world model and the baselines. No tool is run and nothing is judged here.
"""

import ast
import builtins
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from resources.domains.gpu_kernels.cuda_checks import cuda_checks
from resources.domains.gpu_kernels.faults.cuda_source import CudaSource, parse_cuda
from resources.domains.gpu_kernels.faults.triton_source import TritonSource
from resources.domains.gpu_kernels.instructions.router import SHARED_MEMORY_BYTES
from resources.domains.gpu_kernels.interpretation.comparison import compare
from resources.domains.gpu_kernels.interpretation.cuda.comparison import compare as compare_cuda
from resources.domains.gpu_kernels.program_checks import program_checks
from resources.domains.gpu_kernels.program_terms import triton_source
from resources.domains.toolkit.text_measures import difference, sizes
from resources.execution.bundle import Candidate, EnvironmentBundle

_MAXIMUM_CHARACTERS = 30_000
"""Parsing and walking more than this takes longer than the 5 ms a cheap check may."""
_LANGUAGE = "load store dot sum max where exp arange zeros cdiv atomic_add program_id".split()
_CUDA = "__syncthreads atomicAdd __shared__ threadIdx blockIdx if for return <<< float int += < <=".split()
_OPERATORS: Mapping[str, type[ast.AST]] = {
    "additions": ast.Add,
    "subtractions": ast.Sub,
    "products": ast.Mult,
    "divisions": ast.Div,
    "floor_divisions": ast.FloorDiv,
    "remainders": ast.Mod,
    "less_than": ast.Lt,
    "less_or_equal": ast.LtE,
    "loops": ast.For,
    "whiles": ast.While,
    "ifs": ast.If,
}


def cheap_checks(bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
    """Features by name; see the Domain protocol. All are counts, ratios, or 0 and 1."""
    features = sizes(candidate.code) | difference(bundle.reference, candidate.code)
    if len(candidate.code) > _MAXIMUM_CHARACTERS:
        return features | {"too_long_to_parse": 1.0}
    is_cuda = bundle.settings.get("language") == "cuda"
    own = _cuda(candidate.code) if is_cuda else _triton(candidate.code, bundle.settings.get("target", ""))
    features |= own | _compared(own, _of_reference(bundle.reference, is_cuda))
    if is_cuda:
        features |= cuda_checks(bundle.reference, candidate.code)
        return features | compare_cuda(bundle, candidate.code)
    source = triton_source(candidate.code)
    if source is None:
        return features
    read = program_checks(bundle.reference, candidate.code, source)
    return features | {f"followed_{name}": value for name, value in read.items()} | compare(bundle, source.module.tree)


@lru_cache(maxsize=512)
def _of_reference(reference: str, is_cuda: bool) -> Mapping[str, float]:
    if len(reference) > _MAXIMUM_CHARACTERS:
        return {}
    return _cuda(reference) if is_cuda else _triton(reference, "")


def _compared(features: Mapping[str, float], reference: Mapping[str, float]) -> dict[str, float]:
    """How each count differs from the reference's."""
    names = [name for name in reference if name.startswith("count_") and name in features]
    return {f"more_{name[6:]}": features[name] - reference[name] for name in names}


def _triton(code: str, target: str) -> dict[str, float]:
    source = triton_source(code)
    if source is None:
        return {"parses": 0.0}
    calls = [node for node in source.module.nodes if isinstance(node, ast.Call)]
    named = Counter(source.language_name(call) for call in calls)
    kinds = Counter(type(node) for node in source.module.nodes)
    features = {
        "parses": 1.0,
        "count_kernels": float(len(source.kernels)),
        "count_launches": float(len(source.launches)),
    }
    features |= {f"count_{name}": float(named[name]) for name in _LANGUAGE}
    features |= {f"count_{name}": float(kinds[kind]) for name, kind in _OPERATORS.items()}
    accesses = [call for call in calls if source.language_name(call) in ("load", "store", "atomic_add")]
    features["count_masked"] = float(sum(any(item.arg == "mask" for item in call.keywords) for call in accesses))
    features["count_constexpr"] = float(code.count("tl.constexpr"))
    features["undefined_names"] = float(_undefined(source))
    return features | _launch_features(source) | _block_features(source, target)


def _undefined(source: TritonSource) -> int:
    nodes = source.module.nodes
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in nodes if isinstance(node, ast.arg)} | set(source.module.aliases)
    bound |= {node.name or "" for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler)}
    used = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return sum(not hasattr(builtins, name) for name in used - bound)


def _launch_features(source: TritonSource) -> dict[str, float]:
    """Launches whose arguments do not fit the kernel's parameters; options beyond what a block may have."""
    parameters = {kernel.name: [item.arg for item in kernel.args.args] for kernel in source.kernels}
    misfits = warps = odd = 0
    for launch in source.launches:
        given = {item.arg: item.value for item in launch.call.keywords if item.arg}
        own = {name for name in given if name not in ("num_warps", "num_stages", "num_ctas", "maxnreg")}
        wanted = parameters.get(launch.kernel, [])
        has_stars = any(isinstance(item, ast.Starred) for item in launch.call.args)
        fits = own <= set(wanted) and len(launch.call.args) + len(own) == len(wanted)
        misfits += not fits and not has_stars
        number = given.get("num_warps")
        if isinstance(number, ast.Constant) and isinstance(number.value, int):
            warps = max(warps, number.value)
            odd += number.value & (number.value - 1) != 0
    return {"launch_misfits": float(misfits), "most_warps": float(min(warps, 1 << 20)), "odd_warps": float(odd)}


def _block_features(source: TritonSource, target: str) -> dict[str, float]:
    """Literal block sizes: the largest, odd ones, and the shared memory of two tiles of the two largest."""
    sizes = sorted((int(source.text(item), 0) for item in source.literals_passed()), reverse=True)
    known = [min(size, 1 << 30) for size in sizes if size > 0]
    features = {
        "largest_block": float(known[0] if known else 0),
        "odd_blocks": float(sum(size & (size - 1) != 0 for size in known)),
    }
    if len(known) > 1 and target in SHARED_MEMORY_BYTES and any(True for _ in source.language_calls("dot")):
        features["shared_estimate"] = 2.0 * 2.0 * known[0] * known[1] / SHARED_MEMORY_BYTES[target]
    return features


def _cuda(code: str) -> dict[str, float]:
    source = parse_cuda(code)
    if source is None:
        return {"parses": 0.0}
    counts = Counter(token.text for token in source.tokens)
    features = {f"count_{name.strip('_')}": float(counts[name]) for name in _CUDA}
    features |= {"parses": 1.0, "count_kernels": float(sum(item.is_kernel for item in source.functions))}
    return features | {"count_names_used_once": float(_used_once(source))}


def _used_once(source: CudaSource) -> int:
    """Names in device code that occur once in the text: a declared and used name does not, a misspelt one does."""
    counts = Counter(token.text for token in source.tokens if token.kind == "name")
    inside = {source.text(index) for index in source.in_device() if source.tokens[index].kind == "name"}
    return sum(counts[name] == 1 and source.code.count(name) == 1 for name in inside)
