"""CUDA C++ in disguise: as C, but for names, of which the language has more."""

from resources.domains.gpu_kernels.language.cuda_normal_form import declared_in
from resources.domains.gpu_kernels.language.cuda_source import parse_cuda
from tests.disguises.c import reformatted, reordered, restyled
from tests.disguises.words import another

__all__ = ["reformatted", "renamed", "reordered", "restyled"]


def renamed(code: str) -> str:
    """Functions, parameters and variables that a function declares."""
    source = parse_cuda(code)
    assert source is not None
    names = {item.name for item in source.functions}
    names |= {name for item in source.functions for name in declared_in(source, item)}
    parts, end = [], 0
    for place, token in enumerate(source.tokens):
        if token.kind == "name" and token.text in names and source.text(place - 1) not in (".", "->"):
            parts += [code[end : token.start], another(token.text)]
            end = token.end
    return "".join([*parts, code[end:]])
