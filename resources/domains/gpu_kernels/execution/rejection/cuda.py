"""What a CUDA candidate's text may not contain: headers, names and declarations by which it could leave its kernels.

Lexical, because the host functions are compiled twice, by nvcc and for the CPU shim, and neither compiler's tree is
at hand here. A text that does not parse is not rejected: nvcc says so better.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from resources.domains.domain import Finding
from resources.domains.gpu_kernels.execution.rejection.cuda_architecture import ARCHITECTURE, conditions_of_device
from resources.domains.gpu_kernels.execution.rejection.cuda_scopes import FileScope, file_scope_findings
from resources.domains.gpu_kernels.execution.rejection.cuda_types import type_findings
from resources.domains.gpu_kernels.language import cuda_vocabulary as vocabulary
from resources.domains.gpu_kernels.language.cuda_source import Token, tokens

MAXIMUM_BYTES = 256 << 10
_TRIGRAPH = re.compile(r"\?\?[=/'()!<>-]")
_LONG_DOUBLE = re.compile(r"(0[xX][^pP]*[pP].*|(?!0[xX]).*[.eE].*)[lL]")
_PROMISES = frozenset({"__builtin_assume", "__assume"})
_NO_CALLS = frozenset("sizeof int unsigned long float double bool and or not return".split())
_ASSIGNING = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"})
_DIGRAPHS = frozenset({"%:", "<%", "%>"})


def reject(code: str) -> list[Finding]:
    """Forbidden constructs in the order of their lines; empty where there are none."""
    try:
        size = len(code.encode())
    except UnicodeEncodeError:
        return [Finding("text that is not UTF-8", 1)]
    if size > MAXIMUM_BYTES:
        return [Finding(f"a source of more than {MAXIMUM_BYTES} bytes", 1)]
    code = code.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    words = tokens(code)
    findings = [
        *_characters(code),
        *_directives(words),
        *_conditions(words),
        *_names(words),
        *_promises(words),
        *_long_doubles(words),
        *file_scope_findings(words),
        *type_findings(words),
    ]
    return sorted(set(findings), key=lambda finding: (finding.line, finding.what))


def _characters(code: str) -> Iterator[Finding]:
    """Spellings that compilers read and people, and the tokens here, do not."""
    for match in _TRIGRAPH.finditer(code):
        yield Finding("trigraph", code.count("\n", 0, match.start()) + 1)
    for match in re.finditer(r"\\[ \t\f\v]+\n", code):
        yield Finding("backslash and blanks at a line's end", code.count("\n", 0, match.start()) + 1)
    if "\0" in code:
        yield Finding("NUL character", code.count("\n", 0, code.index("\0")) + 1)


def _directives(words: Sequence[Token]) -> Iterator[Finding]:
    for index, token in enumerate(words):
        if token.kind == "mark" and token.text == "\\":
            yield Finding("backslash outside strings", token.line)
        if token.text in ("##", "%:%:"):
            yield Finding("token pasting", token.line)
        if not token.directive or token.text not in ("#", "%:") or (index and words[index - 1].line == token.line):
            continue
        rest = _rest_of_directive(words, index)
        if rest:
            yield from _directive(rest)


def _rest_of_directive(words: Sequence[Token], index: int) -> list[Token]:
    rest: list[Token] = []
    for token in words[index + 1 :]:
        if not token.directive or (token.text == "#" and token.directive == "#"):
            break
        rest.append(token)
    return rest


def _directive(rest: Sequence[Token]) -> Iterator[Finding]:
    name, words_after = rest[0], [token.text for token in rest[1:]]
    if name.text not in vocabulary.DIRECTIVES:
        yield Finding(f"#{name.text}", name.line)
    elif name.text == "include":
        header = "".join(words_after)
        if not (header.startswith("<") and header.endswith(">") and header[1:-1] in vocabulary.HEADERS):
            yield Finding(f"#include {header[:80]}", name.line)
    elif name.text == "pragma" and words_after[:1] and words_after[0] not in vocabulary.PRAGMAS:
        yield Finding(f"#pragma {words_after[0]}", name.line)
    elif name.text in ("define", "undef") and words_after[:1]:
        changed = words_after[0]
        if changed in vocabulary.KEYWORDS or changed.startswith(("__", "cuda", "_")):
            yield Finding(f"another meaning for {changed}", name.line)


def _conditions(words: Sequence[Token]) -> Iterator[Finding]:
    """Two compilers read the text. A condition may ask for what the text itself defines, and for C++: any other could
    give each of them a program of its own. So could a macro's argument as a string."""
    own = {after.text for token, after in pairwise(words) if token.directive == "define" and token.text == "define"}
    for token in words:
        if token.directive == "define" and token.text == "#":
            yield Finding("a macro's argument as a string", token.line)
        if token.directive not in vocabulary.CONDITIONS or token.kind != "name" or token.text == ARCHITECTURE:
            continue
        known = token.text in own and vocabulary.LIMITS_OF_TYPES.fullmatch(token.text) is None
        if not known and token.text not in (token.directive, "defined", "__cplusplus", "true", "false"):
            yield Finding(f"a condition on {token.text}, which the text does not define", token.line)


def _names(words: Sequence[Token]) -> Iterator[Finding]:
    own, of_device = _own_names(words), conditions_of_device(words)
    for index, token in enumerate(words):
        before = words[index - 1].text if index else ""
        after = words[index + 1].text if index + 1 < len(words) else ""
        if token.kind == "mark":
            if token.text + after in _DIGRAPHS and index + 1 < len(words) and words[index + 1].start == token.end:
                yield Finding("digraph", token.line)
            continue
        if token.kind == "raw":
            yield Finding("raw string", token.line)
        if token.kind != "name" or token.directive == "include":
            continue
        if token.end - token.start != len(token.text):
            yield Finding("a name over two lines", token.line)
        if token.text == ARCHITECTURE:
            if index not in of_device:
                yield Finding(f"{ARCHITECTURE} outside the body of a kernel or device function", token.line)
        elif token.text in vocabulary.LIBRARY_FUNCTIONS or token.text == "sync":
            if _of_library(words, index, own):
                yield Finding(token.text, token.line)
        elif _forbidden(token.text, before):
            yield Finding(token.text, token.line)
        elif before == "::" and index > 1 and words[index - 2].text == "std" and token.text not in vocabulary.STANDARD:
            yield Finding(f"std::{token.text}", token.line)


def _promises(words: Sequence[Token]) -> Iterator[Finding]:
    """A promise to the compiler that does something: it is evaluated here, and nvcc leaves it out. Calls in it may, and
    so may whatever a macro puts there."""
    for index, token in enumerate(words):
        if token.kind != "name" or token.text not in _PROMISES:
            continue
        if token.directive or words[index + 1 : index + 2] == [] or words[index + 1].text != "(":
            yield Finding(f"{token.text} in a directive, or without its condition", token.line)
            continue
        depth, before = 0, ""
        for inner in words[index + 1 :]:
            depth += {"(": 1, ")": -1}.get(inner.text, 0)
            is_call = inner.text == "(" and depth > 1 and before[-1:].isalnum() and before not in _NO_CALLS
            if inner.text in _ASSIGNING or is_call:
                yield Finding(f"{token.text} of what does something", inner.line)
                break
            before = inner.text
            if not depth:
                break


def _long_doubles(words: Sequence[Token]) -> Iterator[Finding]:
    """Double precision on a device, and another one in host code."""
    for _, run in groupby(
        words, key=lambda token: (token.kind == "name", token.directive, token.directive and token.line)
    ):
        texts = [token for token in run if token.text in ("long", "double")]
        if {token.text for token in texts} == {"long", "double"}:
            yield Finding("long double", texts[0].line)
    for token in words:
        if token.kind == "number" and _LONG_DOUBLE.fullmatch(token.text):
            yield Finding("long double", token.line)


def _own_names(words: Sequence[Token]) -> frozenset[str]:
    """Names of functions of the C library that the text declares anew: after a type, or with a body or a value."""
    plain = tuple(token for token in words if not token.directive)
    own = set(FileScope(plain).defined)
    for before, token, after in zip(plain, plain[1:], plain[2:], strict=False):
        if token.text in vocabulary.LIBRARY_FUNCTIONS and after.text != "(":
            declared = before.kind == "name" and before.text not in vocabulary.STATEMENTS
            if declared or (after.text == "=" and before.text == ","):
                own.add(token.text)
    return frozenset(own)


def _of_library(words: Sequence[Token], index: int, own: frozenset[str]) -> bool:
    """Whether this is a use of the C library's function: any of a name that the text does not declare, members aside.

    The library's `sync` takes no argument, and cooperative groups' does.
    """
    before = [token.text for token in words[max(0, index - 2) : index]]
    if before[-1:] in (["."], ["->"]):
        return False
    if before == ["std", "::"]:
        return True
    if words[index].text == "sync" and [token.text for token in words[index + 1 : index + 3]] != ["(", ")"]:
        return False
    return words[index].text not in own


def _forbidden(name: str, before: str) -> bool:
    """Whether a name after this token reaches out of the candidate."""
    if name in vocabulary.REACHING:
        return before not in (".", "->")
    if vocabulary.ONE_SIDED.fullmatch(name):
        return True
    if name.startswith("cuda") and name[4:5].isupper():
        return name not in vocabulary.RUNTIME and not name.startswith(vocabulary.RUNTIME_PREFIXES)
    if name.startswith("__"):
        return vocabulary.RESERVED.fullmatch(name) is None
    return name.startswith("_") and name[1:2].isupper()
