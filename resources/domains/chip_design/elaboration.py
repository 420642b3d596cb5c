"""Elaborating a candidate with pyslang, bounded: what it finds wrong with names, types and ports.

For cheap checks and foresight. No tool is run; what a finding means to one is theirs to say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from resources.domains.chip_design.syntax import Parsed, parse

MAXIMUM_CHARACTERS = 20_000
"""Elaborating more than this takes longer than the 5 ms a cheap check may."""
MAXIMUM_INSTANTIATIONS = 50


@dataclass(frozen=True)
class Elaborated:
    """A compilation with the text it was made of. It must be held on to while a part of it is used."""

    parsed: Parsed
    compilation: Any
    diagnostics: Sequence[Any]


def may_be_elaborated(code: str, instantiations: float) -> bool:
    return len(code) <= MAXIMUM_CHARACTERS and instantiations <= MAXIMUM_INSTANTIATIONS


def elaborate(code: str) -> Elaborated:
    """This process elaborates text that nobody has vetted, so loops, constant functions and instances are bounded."""
    from pyslang import Bag
    from pyslang.ast import Compilation, CompilationOptions

    options = CompilationOptions()
    options.maxInstanceDepth, options.maxInstanceArray = 5, 64
    options.maxGenerateSteps, options.maxConstexprSteps, options.maxConstexprDepth = 256, 10_000, 64
    compilation = Compilation(Bag([options]))
    parsed = parse(code)
    compilation.addSyntaxTree(parsed.tree)
    return Elaborated(parsed, compilation, list(compilation.getSemanticDiagnostics()))
