"""Which dotted names a Triton candidate may use: of torch, of triton, and of the allowed standard modules.

How names are found in a text is `python_names`; the lists are `vocabulary`.
"""

import importlib
import re
from functools import cache

from resources.domains.gpu_kernels.reject import vocabulary as words
from resources.domains.gpu_kernels.reject.allowed import Allowed

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
    return len(inner) == 1 or _NUMBER_TYPE.match(inner[0]) is not None or dotted in profile.names


@cache
def _public_names(module: str) -> frozenset[str]:
    """What one of the allowed standard modules offers; its private names and the modules it imports are no part."""
    if module in words.PARTS_OF_MODULES:
        return words.PARTS_OF_MODULES[module]
    loaded = importlib.import_module(module)
    listed = getattr(loaded, "__all__", None) or [name for name in vars(loaded) if not name.startswith("_")]
    return frozenset(listed) - words.MODULE_ATTRIBUTES
