"""Features of a Triton text: counts of what it has, certain errors, and what its terms say beside the reference's.

Numbers by name; see `cheap_checks`.
"""

import ast
import builtins
from collections import Counter
from collections.abc import Mapping

from resources.domains.gpu_kernels.instructions.router import SHARED_MEMORY_BYTES
from resources.domains.gpu_kernels.language.triton_interface import MEMBERS, fits
from resources.domains.gpu_kernels.language.triton_source import TritonSource, read_triton
from resources.domains.gpu_kernels.prediction.terms.block_shapes import misfits
from resources.domains.gpu_kernels.prediction.terms.program_terms import program
from resources.domains.gpu_kernels.prediction.terms.term_changes import changes

MOST_WARPS = 32
_LANGUAGE = "load store dot sum max where exp arange zeros cdiv atomic_add program_id".split()
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


def triton_counts(code: str, target: str) -> dict[str, float]:
    """Of one text alone; `parses` is 0 where Python refuses it."""
    source = read_triton(code)
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


def triton_features(reference: str, code: str, source: TritonSource) -> dict[str, float]:
    """`terms_same` is 1 where both programs compute the same; the rest tells certain errors and differences."""
    features = _errors(source)
    own, wanted = program(code), program(reference)
    if own is None or wanted is None:
        return features
    features |= misfits(own)
    features["read_before_set"] = float(own.unset)
    features["tuning_impossible"] = float(any(_impossible(item) for item in own.tuning))
    features["terms_same"] = float(own.effects == wanted.effects)
    certain = sum(features[name] for name in _CERTAIN)
    features["terms_verdict"] = (
        3.0 if certain else 2.0 if features["tuning_impossible"] else 1.0 - features["terms_same"]
    )
    try:
        return features | changes(wanted, own)
    except RecursionError:
        return features


_CERTAIN = (
    "unknown_language_names",
    "language_misfits",
    "read_before_set",
    "block_conditions",
    "shape_misfits",
    "axis_misfits",
    "size_misfits",
    "sizes_not_constant",
)


def _impossible(tuning: str) -> bool:
    name, _, text = tuning.partition(" constant ")
    number = int(text) if text.isdecimal() and len(text) < 9 else 1
    return name == "num_warps" and (number > MOST_WARPS or number & (number - 1) != 0 or number == 0)


def _errors(source: TritonSource) -> dict[str, float]:
    calls = [node for node in source.module.nodes if isinstance(node, ast.Call)]
    unknown = [
        dotted
        for _, dotted in source.module.chains()
        if dotted.startswith("triton.language.") and dotted.split(".")[2] not in MEMBERS
    ]
    return {
        "unknown_language_names": float(len(unknown)),
        "language_misfits": float(sum(not _fits(source, call) for call in calls)),
        "launched_functions": float(_plain_launches(source)),
        "no_launch": float(not source.launches and not _plain_launches(source)),
    }


def _fits(source: TritonSource, call: ast.Call) -> bool:
    if any(isinstance(item, ast.Starred) for item in call.args) or any(item.arg is None for item in call.keywords):
        return True
    return fits(source.language_name(call), len(call.args), frozenset(item.arg or "" for item in call.keywords))


def _plain_launches(source: TritonSource) -> int:
    """Calls of the form f[grid](...) of a function of the module that is no kernel."""
    plain = {item.name for item in source.module.functions} - source.module.kernel_names
    return sum(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Subscript)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in plain
        for node in source.module.nodes
    )
