"""A bench and what is under it, elaborated as one text, as Icarus does."""

from resources.domains.chip_design.language.syntax import Elaborated, elaborated

MAXIMUM_CHARACTERS = 200_000


def elaborated_bench_text(text: str) -> Elaborated:
    """Bounded as `syntax.elaborate` is; what a bench uses before its declaration, Icarus lets pass."""
    from pyslang.ast import CompilationFlags, CompilationOptions

    options = CompilationOptions()
    options.flags = CompilationFlags.AllowUseBeforeDeclare | CompilationFlags.RelaxEnumConversions
    options.maxInstanceDepth, options.maxInstanceArray = 8, 64
    options.maxGenerateSteps, options.maxConstexprSteps, options.maxConstexprDepth = 512, 20_000, 64
    return elaborated(text, options)
