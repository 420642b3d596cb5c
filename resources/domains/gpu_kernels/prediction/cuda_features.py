"""Features of a CUDA text: counts of what it has, certain errors, and its normal form beside the reference's.

Numbers by name; see `cheap_checks`.
"""

import difflib
from collections import Counter
from collections.abc import Sequence

from resources.domains.gpu_kernels.language import cuda_normal_form
from resources.domains.gpu_kernels.language.cuda_source import CudaSource, parse_cuda

_CUDA = "__syncthreads atomicAdd __shared__ threadIdx blockIdx if for return <<< float int += < <=".split()
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
    "type": cuda_normal_form.TYPES,
}
_MOST_COMPARED = 300


def cuda_counts(code: str) -> dict[str, float]:
    """Of one text alone; `parses` is 0 where its brackets do not pair."""
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


def cuda_features(reference: str, code: str) -> dict[str, float]:
    """`text_same` is 1 where both texts have one normal form; the rest tells certain errors and differences."""
    own, wanted = cuda_normal_form.cuda_source(code), cuda_normal_form.cuda_source(reference)
    if own is None or wanted is None:
        return {"text_verdict": 3.0} if own is None else {}
    names = set(cuda_normal_form.undeclared(own)) - set(cuda_normal_form.undeclared(wanted))
    features = {
        "undeclared_names": float(len(names)),
        "constants_written": float(cuda_normal_form.constants_written(own)),
        "argument_misfits": float(cuda_normal_form.misfits(own)),
        "unfinished": float(cuda_normal_form.unfinished(own) - cuda_normal_form.unfinished(wanted)),
    }
    certain = any(value > 0 for value in features.values())
    before, after = cuda_normal_form.normal_form(reference), cuda_normal_form.normal_form(code)
    same = before == after
    features["text_same"] = float(same)
    features["text_verdict"] = 0.0 if same else 3.0 if certain else 1.0
    features["loops_without_step"] = float(
        cuda_normal_form.loops_without_step(own) - cuda_normal_form.loops_without_step(wanted)
    )
    return features | _changes(before or (), after or ())


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
    features = {"text_window": float(max(len(old), len(new)))}
    for sign, words in (("gone", gone), ("come", come)):
        classes = Counter(_class(word) for word in words)
        features |= {
            f"text_{sign}_{name}": float(classes[name]) for name in [*_CLASSES, "number", "local", "word", "mark"]
        }
    return features


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
