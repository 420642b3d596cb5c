"""What stands at file scope of a CUDA candidate: declarations that run code by themselves or name something outside.

Code that runs before the entry is called could prepare the process in which it will be measured.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from resources.domains.domain import Finding
from resources.domains.gpu_kernels.language.cuda_source import Token, brackets

_NAMESPACES = frozenset({"std", "cuda", "cooperative_groups", "nvcuda", "__gnu_cxx", "thrust"})
_HARMLESS_ATTRIBUTES = frozenset({"nodiscard", "maybe_unused", "likely", "unlikely", "fallthrough", "noreturn"})
_NO_CODE = frozenset({"constexpr", "constinit", "__constant__", "__device__", "using", "typedef", "static_assert"})
_ALIGNMENTS = frozenset({"alignas", "__align__", "__builtin_align__"})
_CLASSES = frozenset({"struct", "class", "union"})
_TYPES = _CLASSES | {"enum"}
_BETWEEN_HEAD_AND_BODY = frozenset({"const", "noexcept", "override", "final"})


def file_scope_findings(words: Sequence[Token]) -> Iterator[Finding]:
    """Findings about declarations; directives take no part."""
    scope = FileScope(_without_alignment([token for token in words if not token.directive]))
    yield from _anywhere(scope.plain)
    for declaration in scope.declarations():
        yield from _declaration(declaration, scope)


def _without_alignment(plain: Sequence[Token]) -> tuple[Token, ...]:
    """`struct alignas(16) V` as `struct V`: the brackets are no parameters, and the word is no name."""
    pairs = brackets(plain)
    gone: set[int] = set()
    for index, token in enumerate(plain):
        if token.text in _ALIGNMENTS and index + 1 in pairs:
            gone |= set(range(index, pairs[index + 1] + 1))
    return tuple(token for index, token in enumerate(plain) if index not in gone)


@dataclass(frozen=True)
class FileScope:
    """The tokens of a text without its directives, and what they define."""

    plain: tuple[Token, ...]

    @cached_property
    def pairs(self) -> Mapping[int, int]:
        return brackets(self.plain)

    @cached_property
    def defined(self) -> frozenset[str]:
        """Names of functions that have a body here."""
        names = set()
        for opening, closing in self.pairs.items():
            if self.plain[opening].text != "(" or opening == 0 or self.plain[opening - 1].kind != "name":
                continue
            after = closing + 1
            while after < len(self.plain) and self.plain[after].text in _BETWEEN_HEAD_AND_BODY:
                after += 1
            if after < len(self.plain) and self.plain[after].text == "{":
                names.add(self.plain[opening - 1].text)
        return frozenset(names)

    @cached_property
    def own_types(self) -> frozenset[str]:
        following = pairwise(self.plain)
        return frozenset(name.text for token, name in following if token.text in _CLASSES and name.kind == "name")

    def declarations(self) -> Iterator[list[Token]]:
        """Each declaration at file scope, a body shown by its brackets alone.

        The insides of namespaces and of `extern "C"` blocks are file scope too.
        """
        current: list[Token] = []
        index = 0
        while index < len(self.plain):
            token = self.plain[index]
            if token.text == "{" and not _opens_scope(current):
                end = self.pairs.get(index, len(self.plain) - 1)
                current += [token, self.plain[end]]
                if not self._continues(current, end):
                    yield current
                    current = []
                index = end
            elif token.text in ("{", "}"):
                current = []
            else:
                current.append(token)
            if token.text == ";":
                yield current
                current = []
            index += 1
        if current:
            yield current

    def _continues(self, current: Sequence[Token], end: int) -> bool:
        """Whether a declaration goes on after its closing brace: types and initialisers do, functions do not."""
        words = {token.text for token in current}
        after = self.plain[end + 1].text if end + 1 < len(self.plain) else ""
        return bool(words & _TYPES and "(" not in words) or "=" in words or after in (";", ",")


def _opens_scope(current: Sequence[Token]) -> bool:
    words = [token.text for token in current]
    return "namespace" in words[:2] or words == ["extern", '"C"']


def _anywhere(plain: Sequence[Token]) -> Iterator[Finding]:
    for index, (token, after) in enumerate(pairwise(plain)):
        before = plain[index - 1] if index else None
        if token.text == "[" and after.text == "[" and after.start == token.end:
            name = plain[index + 2].text if index + 2 < len(plain) else ""
            if name not in _HARMLESS_ATTRIBUTES and not _is_value(before):
                yield Finding(f"attribute {name}", token.line)
        elif token.text == "namespace" and after.text in _NAMESPACES and (before is None or before.text != "using"):
            yield Finding(f"namespace {after.text} opened", token.line)
        elif token.text == "operator" and after.text in ("new", "delete", '""'):
            yield Finding(f"operator {after.text}", token.line)
        elif token.text == "main" and after.text == "(":
            yield Finding("main", token.line)


def _is_value(token: Token | None) -> bool:
    """Whether a bracket after this token is an index, and no attribute."""
    return token is not None and (token.kind == "name" or token.text in (")", "]"))


def _declaration(declaration: Sequence[Token], scope: FileScope) -> Iterator[Finding]:
    words = [token.text for token in declaration]
    line = declaration[0].line
    if words[-1] != ";" or len(words) < 2 or set(words) & _NO_CODE or words[0] == "template":
        return
    head = words[: words.index("=")] if "=" in words else words
    if words[0] == "extern" and "(" not in head:
        if "__shared__" not in words:
            yield Finding(f"extern {words[-2]}", line)
    elif "(" in head:
        name = head[head.index("(") - 1]
        if name not in scope.defined:
            yield Finding(f"declaration of {name}, which is defined elsewhere", line)
    elif "(" in words:
        yield Finding("a variable at file scope that a call initialises", line)
    elif _makes_object(words, scope):
        yield Finding("an object of its own type at file scope", line)


def _makes_object(words: Sequence[str], scope: FileScope) -> bool:
    """Whether a declaration makes an object of a type of this text, whose constructor would run."""
    if set(words) & _CLASSES and "}" in words:
        return len(words) - words.index("}") > 2
    return not set(words) & _TYPES and bool(scope.own_types & set(words[:-2]))
