"""What a Triton program's terms say of its outcome, beside the reference's. Numbers by name; see `cheap_checks`."""

import ast

from resources.domains.gpu_kernels.block_shapes import misfits
from resources.domains.gpu_kernels.faults.triton_source import TritonSource
from resources.domains.gpu_kernels.language_interface import MEMBERS, fits
from resources.domains.gpu_kernels.program_terms import program
from resources.domains.gpu_kernels.term_changes import changes

MOST_WARPS = 32


def program_checks(reference: str, code: str, source: TritonSource) -> dict[str, float]:
    """`terms_same` is 1 where both programs compute the same; the rest tells certain errors and differences."""
    found = _errors(source)
    own, wanted = program(code), program(reference)
    if own is None or wanted is None:
        return found
    found |= misfits(own)
    found["read_before_set"] = float(own.unset)
    found["tuning_impossible"] = float(any(_impossible(item) for item in own.tuning))
    found["terms_same"] = float(own.effects == wanted.effects)
    certain = sum(found[name] for name in _CERTAIN)
    found["terms_verdict"] = 3.0 if certain else 2.0 if found["tuning_impossible"] else 1.0 - found["terms_same"]
    try:
        return found | changes(wanted, own)
    except RecursionError:
        return found


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
