"""How a program is called, one way for each kind of task; the same for the candidate and the reference.

`entry` calls a function with the case's arguments. `module` builds torch modules as KernelBench does: the case's
arguments are those of `forward`, the constructor's come with the task. `script` hands the program to a driver that
the task brings, as TritonBench's tests do.
"""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

from .handing_on import hands_on
from .script_trial import UNWATCHED, Script, Watched

PARAMETER_SEED = 1234


@hands_on
def load(path: Path, name: str) -> ModuleType:
    """Imports one file as a module, which Triton needs to find its kernels' source. Raises what the file raises."""
    specification = importlib.util.spec_from_file_location(name, path)
    if specification is None or specification.loader is None:
        raise ImportError(f"cannot import {path}")
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    specification.loader.exec_module(module)
    return module


@hands_on
def bound(
    module: ModuleType, kind: str, entry: str, task: dict[str, Any], watched: Watched = UNWATCHED
) -> Callable[..., Any]:
    """What is called with a case's arguments. Raises AttributeError where the program lacks its entry."""
    if kind == "script":
        return Script(load(Path(task["driver"]), "driver"), module, watched)
    target = getattr(module, entry)
    if kind == "module":
        torch.manual_seed(PARAMETER_SEED)
        # Layers draw their parameters with torch, and there is no input yet whose answer could be computed.
        with watched.quiet():
            built = target(*task["constructor"])
        return hands_on(lambda *arguments: built(*arguments))
    return hands_on(lambda *arguments: target(*arguments))
