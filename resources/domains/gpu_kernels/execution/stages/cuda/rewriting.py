"""CUDA's own syntax put into C++: launches and dynamic shared memory. Lexical, and line by line the same text.

The text is cut into tokens, comments and strings whole, so that nothing inside them is taken for code; the tokens'
texts put together are the source. Names of the C library's functions become others, so that a candidate's own variable
`exit` is never the function. Everything else that CUDA adds is a macro or a function of the shim. A source that uses
what cannot be rewritten is left as it is there, and the host compiler's complaint becomes an environment gap
(`judging`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.domain import Finding
from resources.domains.gpu_kernels.language.cuda_vocabulary import LIBRARY_FUNCTIONS

_TOKEN = re.compile(
    r"""(?P<comment>//(?:\\\r?\n|[^\n])*|/\*.*?(?:\*/|\Z))
    |(?P<string>(?:u8|[uUL])?R"(?P<fence>[^()\\\s]{0,16})\(.*?(?:\)(?P=fence)"|\Z)
        |(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"
        |(?:u8|[uUL])?'(?:\\.|[^'\\\n])+')
    |(?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<space>\s+|\\\r?\n)
    |(?P<mark><<<|>>>|::|.)""",
    re.DOTALL | re.VERBOSE,
)


_SHIM_NAME = re.compile(r"cudashim|__tsan|__ubsan|__SANITIZE_", re.IGNORECASE)


@dataclass(frozen=True)
class Token:
    """`kind` is comment, string, number, word, space or mark. Marks are single characters but for ::, <<< and >>>."""

    kind: str
    text: str

    @property
    def is_code(self) -> bool:
        return self.kind not in ("comment", "space")


def tokens_of(source: str) -> list[Token]:
    """Linear in the source's length: what is opened and never closed is one token to the end."""
    return [Token(match.lastgroup or "mark", match.group()) for match in _TOKEN.finditer(source)]


def shim_names(source: str) -> list[Finding]:
    """Uses of the shim's own names, by which a candidate could tell it from nvcc or switch its checks off."""
    findings, line = [], 1
    for token in tokens_of(source):
        if token.kind == "word" and _SHIM_NAME.search(token.text):
            findings.append(Finding(token.text, line))
        line += token.text.count("\n")
    return findings


def is_balanced(tokens: Sequence[Token]) -> bool:
    """Whether braces, parentheses and #if close, and no comment is left open.

    Text may follow such a source and be read as code of its own.
    """
    depth = {"{": 0, "(": 0, "#": 0}
    closing = {"}": "{", ")": "("}
    code = [token for token in tokens if token.is_code]
    for token, following in zip(code, [*code[1:], Token("space", "")], strict=False):
        if token.text == "#" and following.text in ("if", "ifdef", "ifndef", "endif"):
            depth["#"] += -1 if following.text == "endif" else 1
        elif token.kind == "mark" and token.text in depth and token.text != "#":
            depth[token.text] += 1
        elif token.kind == "mark" and token.text in closing:
            depth[closing[token.text]] -= 1
    last = tokens[-1].text if tokens else ""
    opened = last.startswith("/*") and (len(last) < 4 or not last.endswith("*/"))
    return not opened and not any(depth.values())


_OPENING = {"(": ")", "[": "]", "{": "}"}
_REPLACED = {"__noinline__": "__attribute__((noinline))", "__builtin_unreachable": "__trap"}
_LONGEST = 500
"""Tokens of the longest launch or declaration looked at: a hostile source then costs no more than a long one."""
_QUALIFIERS = frozenset({"__device__", "__constant__"})
_OWN = "cudashim_own_"
_ALIGNMENTS = frozenset({"__align__", "__builtin_align__", "alignas"})


def rewrite(source: str) -> str:
    """The source as a host compiler with the shim's headers reads it."""
    tokens = [_renamed(token) for token in tokens_of(source)]
    tokens = _with_alignment_first(_with_dynamic_shared(_without_static(tokens)))
    tokens = _with_device_variables(tokens)
    return "".join(token.text for token in _with_launches(tokens))


def _renamed(token: Token) -> Token:
    if token.kind == "word" and token.text in LIBRARY_FUNCTIONS:
        return Token("word", _OWN + token.text)
    return Token("word", _REPLACED[token.text]) if token.text in _REPLACED else token


def _with_device_variables(tokens: list[Token]) -> list[Token]:
    """Variables of the device go where the runtime finds them: kernels have theirs, host code has another copy.

    Constants stay constants, which nobody changes.
    """
    return [
        Token("word", f"{token.text} CUDASHIM_VARIABLE")
        if token.text in _QUALIFIERS and _is_variable(tokens, index)
        else token
        for index, token in enumerate(tokens)
    ]


def _is_variable(tokens: Sequence[Token], position: int) -> bool:
    """Whether a qualifier belongs to a variable that may change: before `=`, `;`, `,`, `[` or `{` stands no bracket."""
    before: list[str] = []
    for token in reversed(tokens[max(0, position - 20) : position]):
        if token.is_code and token.kind != "word" and token.text != "::":
            break
        before.insert(0, token.text)
    words = [text for text in before if text.strip()]
    depth = 0
    for token in tokens[position + 1 : position + _LONGEST]:
        if token.kind == "space" and "\n" in token.text and "define" in words and not token.text.startswith("\\"):
            return False
        if not token.is_code:
            continue
        depth += (token.text == "<") - (token.text == ">")
        if depth == 0 and token.text in ("(", "operator", "<<<"):
            return False
        if depth == 0 and token.text in ("=", ";", ",", "[", "{"):
            break
        words.append(token.text)
    if "*" in words:
        return words[words.index("*") + 1 :][:1] != ["const"]
    return "const" not in words and "constexpr" not in words


def _with_launches(tokens: list[Token]) -> list[Token]:
    """Last first, so that positions before stay true."""
    for position in reversed([index for index, token in enumerate(tokens) if token.text == "<<<"]):
        if position >= len(tokens) or tokens[position].text != "<<<":
            continue
        start, end = _kernel_start(tokens, position), _configuration_end(tokens, position)
        if start is not None and end is not None:
            kernel, configuration = tokens[start:position], tokens[position + 1 : end]
            tokens[start : end + 1] = [Token("rewritten", _launch(_text(kernel), _text(configuration)))]
    return tokens


def _launch(kernel: str, configuration: str) -> str:
    """A kernel may be a template whose arguments are deduced, so it is wrapped and not pointed at."""
    name = " ".join(kernel.split())
    quoted = name.replace(_OWN, "").replace("\\", "\\\\").replace('"', '\\"')
    values = f"{name}(cudashim_values...)"
    call = f"[=](auto... cudashim_values) -> decltype({values}) {{ {values}; }}"
    return f'::cudashim::launch("{quoted}", ::cudashim::Configuration({configuration}), {call})' + "\n" * kernel.count(
        "\n"
    )


def _kernel_start(tokens: Sequence[Token], position: int) -> int | None:
    """Where the expression before <<< begins: a name with its scopes and template arguments, or parentheses."""
    here = _code_before(tokens, position)
    if here is not None and tokens[here].text == ")":
        return _opening(tokens, here, "(", ")")
    if here is not None and tokens[here].text in (">", ">>>"):
        opened = _opening(tokens, here, "<", ">")
        here = None if opened is None else _code_before(tokens, opened)
    if here is None or tokens[here].kind != "word":
        return None
    while (before := _code_before(tokens, here)) is not None and tokens[before].text == "::":
        scope = _code_before(tokens, before)
        here = scope if scope is not None and tokens[scope].kind == "word" else before
    return here


def _opening(tokens: Sequence[Token], position: int, opened: str, closed: str) -> int | None:
    depth = 0
    for index in range(position, max(-1, position - _LONGEST), -1):
        if tokens[index].kind == "mark":
            depth += tokens[index].text.count(closed) - tokens[index].text.count(opened)
            if depth <= 0:
                return index
    return None


def _configuration_end(tokens: Sequence[Token], position: int) -> int | None:
    """The >>> that closes the <<< at `position`, if a call's parenthesis follows it."""
    awaited: list[str] = []
    for index in range(position + 1, min(len(tokens), position + _LONGEST)):
        text = tokens[index].text if tokens[index].kind == "mark" else ""
        if text in _OPENING:
            awaited.append(_OPENING[text])
        elif awaited and text == awaited[-1]:
            awaited.pop()
        elif text == ">>>" and not awaited:
            after = _code_after(tokens, index)
            return index if after is not None and tokens[after].text == "(" else None
        elif text == ";" and not awaited:
            return None
    return None


def _without_static(tokens: Sequence[Token]) -> list[Token]:
    """`static __shared__` is a habit; the shim's `__shared__` brings a static of its own."""
    code = [index for index, token in enumerate(tokens) if token.is_code]
    habits = {
        index
        for before, index, after in zip([-1, *code], code, [*code[1:], -1], strict=False)
        if tokens[index].text == "static" and "__shared__" in (tokens[before].text, tokens[after].text)
    }
    return [Token("space", " ") if index in habits else token for index, token in enumerate(tokens)]


def _with_alignment_first(tokens: list[Token]) -> list[Token]:
    """`__shared__ alignas(16)`: the shim's `__shared__` is a storage class, after which no `alignas` may stand."""
    for position in [index for index, token in enumerate(tokens) if token.text == "__shared__"]:
        begin = _code_after(tokens, position)
        if begin is None or tokens[begin].text != "alignas":
            continue
        end = next((index for index in range(begin, len(tokens)) if tokens[index].text == ")"), None)
        if end is not None:
            tokens[position : end + 1] = [*tokens[begin : end + 1], *tokens[position + 1 : begin], tokens[position]]
    return tokens


def _with_dynamic_shared(tokens: list[Token]) -> list[Token]:
    """`extern __shared__ T name[];` becomes a constant pointer to the launch's shared memory."""
    result: list[Token] = []
    position = 0
    while position < len(tokens):
        end = _declaration_end(tokens, position) if tokens[position].text in ("extern", "__shared__") else None
        declared = None if end is None else _pointer(tokens[position:end])
        if declared is None or end is None:
            result.append(tokens[position])
            position += 1
        else:
            result.append(Token("rewritten", declared + "\n" * _text(tokens[position:end]).count("\n")))
            position = end
    return result


def _declaration_end(tokens: Sequence[Token], position: int) -> int | None:
    for index in range(position, min(len(tokens), position + _LONGEST)):
        if tokens[index].text in (";", "{", "="):
            return index if tokens[index].text == ";" else None
    return None


def _pointer(declaration: Sequence[Token]) -> str | None:
    """The pointer's declaration without its semicolon, or None where this is not one of dynamic shared memory."""
    words = {token.text for token in declaration}
    if not {"extern", "__shared__"} <= words:
        return None
    code = _without_alignment(
        [token for token in declaration if token.is_code and token.text not in ("extern", "__shared__")]
    )
    texts = [token.text for token in code]
    if "[" not in texts or texts[texts.index("[") + 1 : texts.index("[") + 2] != ["]"] or texts.index("[") < 2:
        return None
    bracket = texts.index("[")
    kind, name, rest = " ".join(texts[: bracket - 1]), texts[bracket - 1], " ".join(texts[bracket + 2 :])
    declared = f"(* const {name}){rest}" if rest else f"* const {name}"
    return f"{kind} {declared} = ::cudashim::DynamicShared()"


def _without_alignment(code: Sequence[Token]) -> list[Token]:
    """Takes `__align__(16)` and `alignas(16)` out: the launch's memory is aligned for every type."""
    kept: list[Token] = []
    depth, skipping = 0, False
    for token in code:
        skipping = skipping or token.text in _ALIGNMENTS
        if not skipping:
            kept.append(token)
            continue
        depth += (token.text == "(") - (token.text == ")")
        skipping = depth > 0 or token.text in _ALIGNMENTS
    return kept


def _code_before(tokens: Sequence[Token], position: int) -> int | None:
    return next((index for index in range(position - 1, -1, -1) if tokens[index].is_code), None)


def _code_after(tokens: Sequence[Token], position: int) -> int | None:
    return next((index for index in range(position + 1, len(tokens)) if tokens[index].is_code), None)


def _text(tokens: Sequence[Token]) -> str:
    return "".join(token.text for token in tokens)
