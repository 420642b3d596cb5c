"""Allowed: what one bundle lets its candidates use beyond the vocabulary, read from the bundle's reference.

A public set's operator may need `torch.nn` or end in a torch reduction of its own; then a candidate may too. The
built-in references need nothing of the kind, so there the vocabulary alone decides.
"""

import ast
from dataclasses import dataclass
from functools import lru_cache

from resources.domains.gpu_kernels.reject.python_names import PythonModule
from resources.domains.gpu_kernels.reject.vocabulary import COMPUTING_METHODS, MODULES_OF_REFERENCES, NEVER
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
