"""A program as somebody would hide where it comes from: renamed, laid out anew, in another order, in another style.

Each disguise leaves alone what the program does, and what its task fixes: ports of a top module that are called
by position stay in place, the name `result` of a CAD script stays.

A language is a module with four functions of a text: `renamed`, `reformatted`, `reordered`, `restyled`. Where one finds
nothing to do it gives the text back: such a copy is no plant.
"""

from collections.abc import Callable, Mapping
from functools import reduce

from tests.disguises import assembly, c, python, verilog

FORMS = ("renamed", "reformatted", "reordered", "restyled")
_MODULES = {
    "chip_design": verilog,
    "code_optimization": assembly,
    "embedded_systems": c,
    "gpu_kernels": python,
    "cad_modeling": python,
}


def disguises(domain: str) -> Mapping[str, Callable[[str], str]]:
    return {form: getattr(_MODULES[domain], form) for form in FORMS}


def worn_at_once(ways: Mapping[str, Callable[[str], str]]) -> Callable[[str], str]:
    """Style first: it reads the author's own layout."""
    return lambda text: reduce(lambda worn, form: ways[form](worn), reversed(FORMS), text)
