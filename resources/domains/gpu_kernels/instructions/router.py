"""The prompt router: looks at a bundle and picks the topics whose text goes to the generator.

The texts are the Markdown files beside this module; `TEXTS.version` is the hash over all of them. What a task is
like is read from its reference's structure, its tags and its prompt. Nothing of the reference itself enters the text.
"""

import ast
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from resources.domains.domain import Instructions
from resources.domains.gpu_kernels.language.cuda_source import tokens
from resources.domains.gpu_kernels.language.cuda_vocabulary import HEADERS
from resources.domains.gpu_kernels.language.python_names import PythonModule
from resources.domains.toolkit.python_syntax import parse_python
from resources.domains.toolkit.topics import TopicTexts
from resources.execution.bundle import EnvironmentBundle

TEXTS = TopicTexts(Path(__file__).parent)
SHARED_MEMORY_BYTES = {"sm_75": 65536, "sm_80": 166912, "sm_86": 101376, "sm_89": 101376, "sm_90": 232448}
"""What a block may have at most, by target; beyond 48 KiB a kernel has to ask for it, as Triton's do."""

_REDUCTIONS = {"sum", "max", "min", "argmax", "argmin", "cumsum", "cumprod", "associative_scan", "reduce", "sort"}
_ATTENTION = re.compile(r"attention|\bflash\b|\bquery\b.*\bkeys?\b", re.IGNORECASE | re.DOTALL)
_REDUCING = re.compile(r"\b(sum|mean|max|min|norm|softmax|scan|reduc|variance|histogram|loss)", re.IGNORECASE)
_GATHERING = re.compile(
    r"\b(gather|scatter|embedding|index(es|ed)?|indices|table|lookup|paged|top-?k)\b", re.IGNORECASE
)
_CONTENDED = re.compile(r"\b(atomic|histogram|scatter|bins?|split-?k)\b", re.IGNORECASE)
_STRIDED = re.compile(r"\b(strides?|transpos|contiguous|broadcast|view|1-D|2-D|layout)", re.IGNORECASE)
_MATRICES = re.compile(r"\b(matmul|gemm|matrix|matrices|convolution|attention)\b", re.IGNORECASE)
_NUMERIC = re.compile(r"\b(float16|bfloat16|half|softmax|variance|epsilon|log|exp|quanti|int8)", re.IGNORECASE)
_DIVERGING = re.compile(r"\b(mask|causal|window|ragged|variable|branch|sparse|condition)", re.IGNORECASE)


@dataclass(frozen=True)
class Structure:
    """What a reference is built of: which functions it calls, and counts of what decides about topics."""

    calls: frozenset[str] = frozenset()
    strides: int = 0
    exponentials: int = 0
    selections: int = 0
    integer_divisions: int = 0


def instructions(bundle: EnvironmentBundle) -> Instructions:
    """The topics for one bundle and their text, general ones first, and its target. No file of it is shown."""
    is_cuda = bundle.settings.get("language") == "cuda"
    words = f"{bundle.prompt}\n{bundle.interface}"
    chosen = topics(structure(bundle.reference), words, is_cuda=is_cuda, harness=bundle.settings.get("harness", ""))
    told = TEXTS.instructions(chosen)
    target = bundle.settings.get("target", "")
    limit = SHARED_MEMORY_BYTES.get(target, min(SHARED_MEMORY_BYTES.values()))
    headers = ", ".join(f"`{name}`" for name in sorted(HEADERS))
    text = told.text.replace("{target}", target).replace("{limit}", str(limit)).replace("{headers}", headers)
    entry = bundle.settings.get("entry", "")
    called = (f"The function or class that is called is `{entry}`.",) if entry else ()
    compiled = f"It is compiled for {target}, where a block has at most {limit} bytes of shared memory."
    return replace(told, text=text, facts=(*called, compiled))


def topics(structure: Structure, words: str, *, is_cuda: bool, harness: str = "") -> tuple[str, ...]:
    """The names of the topics that a task of this structure and these words needs, in reading order.

    A topic that speaks of one language is for its tasks alone.
    """
    has_matrices = bool({"dot", "wmma"} & structure.calls or _MATRICES.search(words))
    reduces = bool(_REDUCTIONS & structure.calls or _REDUCING.search(words))
    contends = any(name.lower().startswith("atomic") for name in structure.calls) or bool(_CONTENDED.search(words))
    is_triton = not is_cuda
    chosen = {
        "general_cuda": is_cuda,
        "general_triton": is_triton,
        "torch_modules": harness == "module",
        "masks_and_ragged_shapes": is_triton,
        "cuda_launches_and_synchronisation": is_cuda,
        "ranks_and_strides": is_triton
        and (structure.strides > 0 or structure.integer_divisions > 0 or bool(_STRIDED.search(words))),
        "indexing_and_gathers": is_triton and bool(_GATHERING.search(words)),
        "reductions": is_triton and reduces,
        "atomics": is_triton and contends,
        "cuda_sums_and_scans": is_cuda and (reduces or contends),
        "numerics_and_accumulation": structure.exponentials > 0 or has_matrices or bool(_NUMERIC.search(words)),
        "tiling_and_tensor_cores": is_triton and has_matrices,
        "cuda_tiles": is_cuda and has_matrices,
        "attention": bool(_ATTENTION.search(words)),
        "shared_memory_budget": is_triton and has_matrices,
        "cuda_shared_memory": is_cuda,
        "occupancy_and_registers": is_triton and has_matrices,
        "memory_coalescing": structure.strides > 0 or is_cuda or bool(_STRIDED.search(words)),
        "warp_divergence": is_triton and (structure.selections > 1 or bool(_DIVERGING.search(words))),
    }
    return tuple(name for name, wanted in chosen.items() if wanted)


@lru_cache(maxsize=512)
def structure(code: str) -> Structure:
    """Reads a reference in either language. One that cannot be read counts as having no structure."""
    return _cuda_structure(code) if "__global__" in code else _triton_structure(code)


def _cuda_structure(code: str) -> Structure:
    words = tokens(code)
    called = [token.text for token, after in pairwise(words) if after.text == "("]
    return Structure(
        frozenset(called),
        sum("stride" in token.text for token in words),
        sum("exp" in name or "log" in name for name in called),
        sum(token.text == "?" for token in words),
        sum(token.text == "%" for token in words),
    )


def _triton_structure(code: str) -> Structure:
    try:
        module = PythonModule(parse_python(code))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Structure()
    inside = [node for node in module.nodes if node in module.in_kernels]
    dotted = [module.dotted(node.func) for node in inside if isinstance(node, ast.Call)]
    called = [name.removeprefix("triton.language.") for name in dotted if name.startswith("triton.language.")]
    operators = [node.op for node in inside if isinstance(node, ast.BinOp)]
    return Structure(
        frozenset(called),
        sum(isinstance(node, ast.Name) and "stride" in node.id for node in inside),
        sum(name in ("exp", "exp2", "log", "log2", "sigmoid", "rsqrt", "sqrt") for name in called),
        called.count("where"),
        sum(isinstance(item, ast.FloorDiv | ast.Mod) for item in operators),
    )
