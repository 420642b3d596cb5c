"""What a CUDA candidate's text may not contain: headers, names and declarations by which it could leave its kernels.

Lexical, because the host functions are compiled twice, by nvcc and for the CPU shim, and neither compiler's tree is
at hand here. A text that does not parse is not rejected: nvcc says so better.
"""

import re
from collections.abc import Iterator, Sequence

from resources.domains.gpu_kernels.reject import cuda_vocabulary as words
from resources.domains.gpu_kernels.reject.cuda_scopes import file_scope_findings
from resources.domains.gpu_kernels.reject.cuda_tokens import Token, tokens
from resources.domains.toolkit.recording import Finding

MAXIMUM_BYTES = 256 << 10
_TRIGRAPH = re.compile(r"\?\?[=/'()!<>-]")
_DIGRAPHS = frozenset({"%:", "<%", "%>"})


def reject(code: str) -> list[Finding]:
    """Forbidden constructs in the order of their lines; empty where there are none."""
    try:
        size = len(code.encode())
    except UnicodeEncodeError:
        return [Finding("text that is not UTF-8", 1)]
    if size > MAXIMUM_BYTES:
        return [Finding(f"a source of more than {MAXIMUM_BYTES} bytes", 1)]
    code = code.replace("\r\n", "\n").replace("\r", "\n")
    found = tokens(code)
    findings = [*_characters(code), *_directives(found), *_names(found), *file_scope_findings(found)]
    return sorted(set(findings), key=lambda finding: (finding.line, finding.what))


def _characters(code: str) -> Iterator[Finding]:
    """Spellings that compilers read and people, and the tokens here, do not."""
    for match in _TRIGRAPH.finditer(code):
        yield Finding("trigraph", code.count("\n", 0, match.start()) + 1)
    for match in re.finditer(r"\\[ \t\f\v]+\n", code):
        yield Finding("backslash and blanks at a line's end", code.count("\n", 0, match.start()) + 1)
    if "\0" in code:
        yield Finding("NUL character", code.count("\n", 0, code.index("\0")) + 1)


def _directives(found: Sequence[Token]) -> Iterator[Finding]:
    for index, token in enumerate(found):
        if token.kind == "mark" and token.text == "\\":
            yield Finding("backslash outside strings", token.line)
        if token.text in ("##", "%:%:"):
            yield Finding("token pasting", token.line)
        if not token.directive or token.text not in ("#", "%:") or (index and found[index - 1].line == token.line):
            continue
        rest = _rest_of_directive(found, index)
        if rest:
            yield from _directive(rest)


def _rest_of_directive(found: Sequence[Token], index: int) -> list[Token]:
    rest: list[Token] = []
    for token in found[index + 1 :]:
        if not token.directive or (token.text == "#" and token.directive == "#"):
            break
        rest.append(token)
    return rest


def _directive(rest: Sequence[Token]) -> Iterator[Finding]:
    name, words_after = rest[0], [token.text for token in rest[1:]]
    if name.text not in words.DIRECTIVES:
        yield Finding(f"#{name.text}", name.line)
    elif name.text == "include":
        header = "".join(words_after)
        if not (header.startswith("<") and header.endswith(">") and header[1:-1] in words.HEADERS):
            yield Finding(f"#include {header[:80]}", name.line)
    elif name.text == "pragma" and words_after[:1] and words_after[0] not in words.PRAGMAS:
        yield Finding(f"#pragma {words_after[0]}", name.line)
    elif name.text in ("define", "undef") and words_after[:1]:
        changed = words_after[0]
        if changed in words.KEYWORDS or changed.startswith(("__", "cuda", "_")):
            yield Finding(f"another meaning for {changed}", name.line)


def _names(found: Sequence[Token]) -> Iterator[Finding]:
    for index, token in enumerate(found):
        before = found[index - 1].text if index else ""
        after = found[index + 1].text if index + 1 < len(found) else ""
        if token.kind == "mark":
            if token.text + after in _DIGRAPHS and index + 1 < len(found) and found[index + 1].start == token.end:
                yield Finding("digraph", token.line)
            continue
        if token.kind == "raw":
            yield Finding("raw string", token.line)
        if token.kind != "name" or token.directive == "include":
            continue
        if _forbidden(token.text, before, after):
            yield Finding(token.text, token.line)
        elif before == "::" and index > 1 and found[index - 2].text == "std" and token.text not in words.STANDARD:
            yield Finding(f"std::{token.text}", token.line)


def _forbidden(name: str, before: str, after: str) -> bool:
    """Whether a name, between these two tokens, reaches out of the candidate."""
    if name in words.REACHING:
        return before not in (".", "->")
    if name in words.REACHING_WHEN_CALLED:
        return before not in (".", "->") and (after == "(" or before in ("&", "::"))
    if name.startswith("cuda") and name[4:5].isupper():
        return name not in words.RUNTIME and not name.startswith(words.RUNTIME_PREFIXES)
    if name.startswith("__"):
        return words.RESERVED.fullmatch(name) is None
    return name.startswith("_") and name[1:2].isupper()
