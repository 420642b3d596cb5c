"""What a CUDA text says of its outcome, beside the reference's. Numbers by name; see `cheap_checks`."""

import difflib
from collections import Counter
from collections.abc import Sequence

from resources.domains.gpu_kernels import cuda_text

_CLASSES = {
    "barrier": frozenset({"__syncthreads", "__syncwarp"}),
    "comparison": frozenset({"<", "<=", ">", ">=", "==", "!="}),
    "axis": frozenset({"x", "y", "z"}),
    "index": frozenset({"threadIdx", "blockIdx", "blockDim", "gridDim"}),
    "atomic": frozenset({"atomicAdd", "atomicMax", "atomicMin", "atomicCAS"}),
    "condition": frozenset({"if", "else", "&&", "||"}),
    "arithmetic": frozenset({"+", "-", "*", "/", "%"}),
    "launch": frozenset({"<<<", ">>>", "grid", "dim3"}),
    "shared": frozenset({"__shared__", "extern"}),
    "semicolon": frozenset({";"}),
    "bracket": frozenset("()[]{}"),
    "type": cuda_text.TYPES,
}
_MOST_COMPARED = 300


def cuda_checks(reference: str, code: str) -> dict[str, float]:
    """`text_same` is 1 where both texts have one normal form; the rest tells certain errors and differences."""
    own, wanted = cuda_text.cuda_source(code), cuda_text.cuda_source(reference)
    if own is None or wanted is None:
        return {"text_verdict": 3.0} if own is None else {}
    names = set(cuda_text.undeclared(own)) - set(cuda_text.undeclared(wanted))
    found = {
        "undeclared_names": float(len(names)),
        "constants_written": float(cuda_text.constants_written(own)),
        "argument_misfits": float(cuda_text.misfits(own)),
        "unfinished": float(cuda_text.unfinished(own) - cuda_text.unfinished(wanted)),
    }
    certain = any(value > 0 for value in found.values())
    before, after = cuda_text.normal_form(reference), cuda_text.normal_form(code)
    same = before == after
    found["text_same"] = float(same)
    found["text_verdict"] = 0.0 if same else 3.0 if certain else 1.0
    found["loops_without_step"] = float(cuda_text.loops_without_step(own) - cuda_text.loops_without_step(wanted))
    return found | _changes(before or (), after or ())


def _changes(before: Sequence[str], after: Sequence[str]) -> dict[str, float]:
    """Tokens gone and come by class, outside what both texts begin and end with."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    gone, come = _differing(old, new)
    found = {"text_window": float(max(len(old), len(new)))}
    for sign, words in (("gone", gone), ("come", come)):
        classes = Counter(_class(word) for word in words)
        found |= {
            f"text_{sign}_{name}": float(classes[name]) for name in [*_CLASSES, "number", "local", "word", "mark"]
        }
    return found


def _differing(old: Sequence[str], new: Sequence[str]) -> tuple[list[str], list[str]]:
    if max(len(old), len(new)) > _MOST_COMPARED:
        return list((Counter(old) - Counter(new)).elements()), list((Counter(new) - Counter(old)).elements())
    gone: list[str] = []
    come: list[str] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            gone += old[a:b]
            come += new[c:d]
    return gone, come


def _class(word: str) -> str:
    for name, words in _CLASSES.items():
        if word in words:
            return name
    if word.startswith("local "):
        return "local"
    return "number" if word[:1].isdigit() else "word" if word[:1].isalpha() or word[:1] == "_" else "mark"
