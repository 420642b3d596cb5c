"""What one bundle lets its candidates use: the vocabulary, and what its reference has beyond it.

A public set's operator may need `torch.nn` or end in a torch reduction of its own; then a candidate may too. The
built-in references need nothing of the kind, so there the vocabulary alone decides. How names are found in a text is
`python_names`; the lists are `triton_vocabulary`.
"""

import ast
import importlib
import re
from dataclasses import dataclass
from functools import cache, lru_cache

from resources.domains.gpu_kernels.language import triton_vocabulary as words
from resources.domains.gpu_kernels.language.python_names import PythonModule
from resources.domains.gpu_kernels.language.triton_vocabulary import COMPUTING_METHODS, MODULES_OF_REFERENCES, NEVER
from resources.domains.toolkit.python_syntax import parse_python
from resources.execution.bundle import Candidate, EnvironmentBundle

ALLOWED_FOR_REFERENCE = "allowed-for-reference"
"""Value of the setting `torch_compute`: the reference computes with torch, and candidates may not."""


@dataclass(frozen=True)
class Allowed:
    """Modules, dotted names and tensor methods beyond the usual. `compute` lets any torch operation through;
    `constructs` does so where modules are constructed, before there is an input: parameters are drawn by torch."""

    modules: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()
    compute: bool = False
    constructs: bool = False


USUAL = Allowed()


def allowed_for(bundle: EnvironmentBundle, candidate: Candidate) -> Allowed:
    """What `candidate` may use under `bundle`; the reference itself may use what it is made of."""
    used = _used(bundle.reference)
    if bundle.settings.get("torch_compute") == ALLOWED_FOR_REFERENCE:
        constructs = bundle.settings.get("harness") == "module"
        return Allowed(used.modules, compute=candidate.code == bundle.reference, constructs=constructs)
    return used


@lru_cache(maxsize=512)
def _used(reference: str) -> Allowed:
    try:
        module = PythonModule(parse_python(reference))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return USUAL
    imports = {item.name for node in module.nodes if isinstance(node, ast.Import) for item in node.names}
    imports |= set(module.aliases.values())
    imports |= {value.rpartition(".")[0] for value in module.aliases.values()}
    names = {dotted for _, dotted in module.chains()} | set(module.aliases.values())
    calls = (node.func for node in module.nodes if isinstance(node, ast.Call))
    methods = {item.attr for item in calls if isinstance(item, ast.Attribute) and not module.dotted(item)}
    return Allowed(
        frozenset(imports & MODULES_OF_REFERENCES),
        frozenset(name for name in names if not name.startswith(NEVER)),
        frozenset(methods & COMPUTING_METHODS),
    )


_DEVICE_FUNCTION = re.compile(
    r"math\.(?!core\b|semantic\b|standard\b|wraps\b|List\b|T\b)\w+"
    r"|extra\.((cuda\.|hip\.)?libdevice\.(?!core\b)\w+|cuda\.(globaltimer|smid|num_threads|num_warps))"
)
_NUMBER_TYPE = re.compile(r"(float|bfloat|int|uint|void|pi)\d")


def name_allowed(dotted: str, profile: Allowed) -> bool:
    """Whether a resolved name, such as "torch.empty_like", may be used."""
    root = dotted.partition(".")[0]
    if root == "torch":
        return _torch_allowed(dotted, profile)
    if root == "triton":
        return _triton_allowed(dotted.removeprefix("triton.").split("."), dotted, profile)
    modules = words.MODULES | profile.modules
    home = next((name for name in (dotted, dotted.rpartition(".")[0], root) if name in modules), "")
    if not home or dotted in words.EVALUATING:
        return dotted == root
    return home == dotted or dotted.removeprefix(f"{home}.").partition(".")[0] in _public_names(home)


def _torch_allowed(dotted: str, profile: Allowed) -> bool:
    if dotted.startswith(words.NEVER):
        return False
    first, _, rest = dotted.removeprefix("torch.").partition(".")
    if dotted in profile.names or dotted in profile.modules or (profile.compute and dotted != "torch"):
        return True
    if dotted in words.TORCH_CLASSES:
        return True
    if first == "cuda":
        return rest.partition(".")[0] in words.TORCH_CUDA
    if first == "nn" and "torch.nn" in profile.modules:
        return bool(rest) and not rest.startswith("functional") and rest.count(".") < 2
    if first == "Tensor" or first in words.TORCH_ALLOCATIONS | words.TORCH_VIEWS:
        return not rest
    return first in words.TORCH_TYPES | words.TORCH_INQUIRIES


def _triton_allowed(parts: list[str], dotted: str, profile: Allowed) -> bool:
    if dotted == words.ACTIVE_DEVICE:
        return True
    if dotted.startswith(words.NEVER):
        return False
    if parts[0] != "language":
        return (parts[0] in words.TRITON and len(parts) == 1) or dotted in profile.names - {"triton"}
    inner = parts[1:]
    if not inner or inner[0] in words.TRITON_LANGUAGE_INNER:
        return False
    if inner[0] in ("extra", "math"):
        # Both are packages that carry modules of Python and of Triton beside their functions.
        return _DEVICE_FUNCTION.fullmatch(".".join(inner)) is not None
    if len(inner) == 1 or ".".join(inner) in words.TRITON_CONSTANTS:
        return True
    return _NUMBER_TYPE.match(inner[0]) is not None or dotted in profile.names


@cache
def _public_names(module: str) -> frozenset[str]:
    """What one of the allowed standard modules offers; its private names and the modules it imports are no part."""
    if module in words.PARTS_OF_MODULES:
        return words.PARTS_OF_MODULES[module]
    loaded = importlib.import_module(module)
    listed = getattr(loaded, "__all__", None) or [name for name in vars(loaded) if not name.startswith("_")]
    return frozenset(listed) - words.MODULE_ATTRIBUTES
