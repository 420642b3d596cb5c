"""Equivalent rewrites of CUDA C++: other texts of the same program."""

from collections.abc import Iterator

from resources.domains.gpu_kernels.language.cuda_source import CudaSource
from resources.domains.toolkit.rules import EQUIVALENT, Place, rule


@rule(EQUIVALENT, "A local variable has another name.")
def variable_renamed(source: CudaSource) -> Iterator[Place]:
    words = {token.text for token in source.tokens}
    for item in source.functions:
        local = {source.text(name) for _, name in source.declarations() if item.opened < name < item.closed}
        for name in sorted(local):
            uses = [index for index in range(item.first, item.closed) if source.text(index) == name]
            member = any(source.text(index - 1) in (".", "->", "::") for index in uses)
            if (
                f"{name}_value" not in words
                and not member
                and name not in source.code.split("#", 1)[-1].split("\n", 1)[0]
            ):
                yield source.place(uses[0], *(source.change(index, index, f"{name}_value") for index in uses))


@rule(EQUIVALENT, "The operands of a product are exchanged.")
def factors_exchanged(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        left, right = source.text(index - 1), source.text(index + 1)
        names = source.tokens[index - 1].kind == source.tokens[index + 1].kind == "name"
        alone = source.text(index - 2) in ("=", "(", "+", "return", "+=") and source.text(index + 2) in (";", ")", "+")
        if source.text(index) == "*" and names and alone and left != right:
            yield source.place(index, source.change(index - 1, index + 1, f"{right} * {left}"))


@rule(EQUIVALENT, "A comparison is written from the other side.")
def test_mirrored(source: CudaSource) -> Iterator[Place]:
    mirrored = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
    for index in source.in_device():
        words = source.texts(index, 6)
        kinds = [token.kind for token in source.tokens[index + 2 : index + 5]]
        if words[:2] == ("if", "(") and words[3] in mirrored and words[5] == ")" and kinds[0] == kinds[2] == "name":
            text = f"{words[4]} {mirrored[words[3]]} {words[2]}"
            yield source.place(index, source.change(index + 2, index + 4, text))


@rule(EQUIVALENT, "A loop's variable is advanced in another notation.")
def increment_rewritten(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        if source.text(index) == "++" and source.text(index - 1) == ";" and source.text(index + 2) == ")":
            yield source.place(index, source.change(index, index + 1, f"{source.text(index + 1)}++"))
        elif source.text(index) == "++" and source.text(index + 1) == ")" and source.text(index - 2) == ";":
            yield source.place(index, source.change(index - 1, index, f"++{source.text(index - 1)}"))


@rule(EQUIVALENT, "A promise about pointers is left out.")
def restrict_dropped(source: CudaSource) -> Iterator[Place]:
    for index, token in enumerate(source.tokens):
        if token.text == "__restrict__":
            yield source.place(index, source.change(index, index, ""))


@rule(EQUIVALENT, "The body of a condition gets braces.")
def braces_added(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        if source.text(index) != "if" or index + 1 not in source.pairs:
            continue
        first = source.pairs[index + 1] + 1
        if source.text(first) in ("{", "if", "for", "while", "do"):
            continue
        last = first
        while source.text(last) not in (";", ""):
            last = source.pairs.get(last, last) + 1
        if source.text(last) == ";" and source.text(last + 1) != "else":
            yield source.place(index, source.change(first, last, f"{{ {source.span(first, last)} }}"))


@rule(EQUIVALENT, "A comment is written above a statement.", is_noise=True)
def remark_added(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        token = source.tokens[index]
        begin = source.code.rfind("\n", 0, token.start) + 1
        if begin and not source.code[begin : token.start].strip() and source.text(index - 1) in (";", "{", "}"):
            blank = source.code[begin : token.start]
            yield source.place(index, source.insert(begin, f"{blank}// {token.text.strip('_') or 'step'}\n"))
