"""CUDA faults that nvcc refuses: punctuation, names, types and qualifiers."""

from collections.abc import Iterator
from itertools import pairwise

from resources.domains.gpu_kernels.faults.ordinary.categories import STRUCTURE, SYNTAX
from resources.domains.gpu_kernels.language.cuda_source import CudaSource
from resources.domains.toolkit.rules import Place, rule

_MISSPELT = {"float": "flaot", "int": "itn", "const": "cosnt", "return": "retrun", "void": "viod"}


@rule(SYNTAX, "A statement lacks its semicolon.")
def semicolon_missing(source: CudaSource) -> Iterator[Place]:
    for index, token in enumerate(source.tokens):
        if (
            token.text == ";"
            and source.function_at(index) is not None
            and source.text(index + 1) not in (")", ";", "}")
        ):
            yield source.place(index, source.change(index, index, ""))


@rule(SYNTAX, "A block is not closed.")
def brace_missing(source: CudaSource) -> Iterator[Place]:
    for opened, closed in sorted(source.pairs.items()):
        if source.text(opened) == "{":
            yield source.place(closed, source.change(closed, closed, ""))


@rule(SYNTAX, "A parenthesis or bracket is not closed.")
def bracket_missing(source: CudaSource) -> Iterator[Place]:
    for opened, closed in sorted(source.pairs.items()):
        if source.text(opened) in ("(", "["):
            yield source.place(closed, source.change(closed, closed, ""))


@rule(STRUCTURE, "A type or keyword is misspelt.")
def type_misspelt(source: CudaSource) -> Iterator[Place]:
    for index, token in enumerate(source.tokens):
        if token.text in _MISSPELT:
            yield source.place(index, source.change(index, index, _MISSPELT[token.text]))


@rule(STRUCTURE, "A name is used that is not declared.")
def name_undeclared(source: CudaSource) -> Iterator[Place]:
    declared = {source.text(name) for _, name in source.declarations()}
    known = {token.text for token in source.tokens}
    declaring = {name for _, name in source.declarations()}
    for index, token in enumerate(source.tokens):
        wrong = f"{token.text}_" if len(token.text) < 4 else token.text[:-1]
        if token.text in declared and index not in declaring and wrong not in known:
            yield source.place(index, source.change(index, index, wrong))


@rule(STRUCTURE, "A function that is launched is no kernel.")
def kernel_qualifier_missing(source: CudaSource) -> Iterator[Place]:
    for item in source.functions:
        for index in range(item.first, item.named):
            # A text without the word would no longer be taken for CUDA, so one kernel keeps it.
            if source.text(index) == "__global__" and source.code.count("__global__") > 1:
                yield source.place(index, source.change(index, index, ""))


@rule(STRUCTURE, "A function that kernels call is compiled for the host only.")
def device_qualifier_missing(source: CudaSource) -> Iterator[Place]:
    for item in source.functions:
        for index in range(item.first, item.named):
            if source.text(index) == "__device__":
                yield source.place(index, source.change(index, index, "__host__"))


@rule(STRUCTURE, "A launch or call leaves out an argument.")
def argument_missing(source: CudaSource) -> Iterator[Place]:
    for index, token in enumerate(source.tokens):
        if token.text == ">>>" and source.text(index + 1) == "(" and index + 1 in source.pairs:
            given = source.arguments(index + 1)
            for (_, before), (_, last) in pairwise(given):
                yield source.place(index, source.change(before + 1, last, ""))


@rule(STRUCTURE, "An input that must stay as it is gets written.")
def input_written(source: CudaSource) -> Iterator[Place]:
    for item in source.functions:
        names = _pointers(source, item.named + 1)
        inputs = [name for name, constant in names.items() if constant]
        for index in range(item.opened + 1, item.closed):
            is_target = source.text(index - 1) in (";", "{", "}", ")") and source.text(index + 1) == "["
            if is_target and names.get(source.text(index)) is False and inputs:
                yield source.place(index, source.change(index, index, inputs[0]))


def _pointers(source: CudaSource, opened: int) -> dict[str, bool]:
    """Name of each pointer parameter → whether it points to constants."""
    names: dict[str, bool] = {}
    for first, last in source.arguments(opened) if opened in source.pairs else ():
        words = [source.text(index) for index in range(first, last + 1)]
        if "*" in words:
            names[words[-1]] = "const" in words
    return names
