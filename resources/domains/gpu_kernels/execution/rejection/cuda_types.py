"""What a CUDA text may not ask its types: nvcc and the CPU shim read one text, and their types are not alike in all.

A template can see how large a type of the runtime is and what members or functions there are, and choose one program
for nvcc and another for the shim, of which only one is judged. So structures of the runtime are declared, handed to the
runtime by address and read by member, nothing else; and operands that nobody evaluates name what the text declares.
"""

from collections.abc import Iterator, Sequence

from resources.domains.domain import Finding
from resources.domains.gpu_kernels.language.cuda_source import Token
from resources.domains.gpu_kernels.language.cuda_vocabulary import STATEMENTS

STRUCTURES = frozenset({"cudaDeviceProp", "cudaFuncAttributes", "cudaPointerAttributes"})
UNEVALUATED = frozenset({"decltype", "sizeof", "alignof", "noexcept"})
VECTOR_MEMBERS = frozenset("xyzw")
_AFTER_A_DECLARED_NAME = frozenset(";=([,){:")


def type_findings(words: Sequence[Token]) -> Iterator[Finding]:
    plain = [token for token in words if token.directive != "include"]
    yield from _structures(plain)
    yield from _operands(plain)


def _structures(words: Sequence[Token]) -> Iterator[Finding]:
    variables: set[str] = set()
    for index, token in enumerate(words[:-1]):
        if token.text in STRUCTURES:
            after = words[index + 1]
            if after.kind == "name":
                variables.add(after.text)
            else:
                yield Finding(f"{token.text} otherwise than to declare a variable", token.line)
    for index, token in enumerate(words):
        if token.text in variables and not _harmless(words, index):
            yield Finding(f"{token.text}, a structure of the CUDA runtime, otherwise than by member", token.line)


def _harmless(words: Sequence[Token], index: int) -> bool:
    """Declared, read by member, or handed to a function of the runtime by address."""
    before = words[index - 1].text if index else ""
    after = words[index + 1].text if index + 1 < len(words) else ""
    if before in STRUCTURES or before in (".", "->") or after == ".":
        return True
    return (
        before == "&" and index > 1 and words[index - 2].text in ("(", ",") and _callee(words, index).startswith("cuda")
    )


def _callee(words: Sequence[Token], index: int) -> str:
    """The name before the parenthesis that is open here."""
    depth = 0
    for place in range(index - 1, 0, -1):
        if words[place].text in ")]}":
            depth += 1
        elif words[place].text in "([{":
            if depth == 0:
                return words[place - 1].text
            depth -= 1
    return ""


def _operands(words: Sequence[Token]) -> Iterator[Finding]:
    asked = [place for begin, end in _spans(words) for place in range(begin, end)]
    inside = set(asked)
    own = VECTOR_MEMBERS | {
        words[index].text for index in range(1, len(words) - 1) if index not in inside and _declares(words, index)
    }
    for index in asked:
        token, before, after = words[index], words[index - 1].text, words[index + 1].text
        member, called = before in (".", "->"), after == "("
        if token.kind == "name" and (member or called) and token.text not in own and token.text not in UNEVALUATED:
            yield Finding(f"a type that hangs on {token.text}, which the text does not declare", token.line)
    for token in words:
        if token.text in ("requires", "concept"):
            yield Finding(token.text, token.line)


def _spans(words: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The operands in parentheses, as places from … to."""
    for index, token in enumerate(words[:-1]):
        if token.text in UNEVALUATED and words[index + 1].text == "(":
            depth, end = 1, index + 2
            while end < len(words) and depth:
                depth += {"(": 1, ")": -1}.get(words[end].text, 0)
                end += 1
            yield index + 2, end - 1


def _declares(words: Sequence[Token], index: int) -> bool:
    token, before, after = words[index], words[index - 1], words[index + 1]
    if token.kind != "name" or after.text not in _AFTER_A_DECLARED_NAME:
        return False
    return (before.kind == "name" and before.text not in STATEMENTS) or before.text in ("*", "&", ">", ",")
