"""A CUDA C++ text as tokens, with the functions around them: the one parsed form that all read.

Line splices are undone; offsets are in characters of the text as given. Tokens and no tree: the kernels of this domain
are short, and what is looked for has a fixed shape. What the tokens mean is for those who read them. A text whose
brackets do not pair gives no source.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate

from resources.domains.faults import Change
from resources.domains.toolkit.rules import Place

_PATTERN = re.compile(
    r"""
    (?P<blank>[ \t\f\v]+|\n)
  | (?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))
  | (?P<raw>(?:u8|u|U|L)?R")
  | (?P<string>(?:u8|u|U|L)?"(?:\\.|[^"\\\n])*"?)
  | (?P<character>(?:u8|u|U|L)?'(?:\\.|[^'\\\n])*'?)
  | (?P<number>\.?\d(?:'?[\w.]|(?<=[eEpP])[+-])*)
  | (?P<name>[A-Za-z_$][\w$]*)
  | (?P<mark>\#\#|<<<|>>>|<<=|>>=|->\*|->|\+\+|--|::|\.\.\.|<<|[-+*/%&|^=!<>]=|&&|\|\||[^\w\s])
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Token:
    """code[start:end], with splices taken out of `text`. `kind` is name, number, string, character, mark, or raw
    for the opening of a raw string, whose end is not looked for.

    `directive` is the preprocessor directive the token belongs to ("include"), "" outside any. Line is 1-based.
    """

    kind: str
    text: str
    start: int
    end: int
    line: int
    directive: str = ""


@lru_cache(maxsize=64)
def tokens(code: str) -> tuple[Token, ...]:
    """Every token but blanks and comments. Any text is accepted."""
    spliced, places = _unspliced(code)
    line_ends = [0, *accumulate(len(line) + 1 for line in code.split("\n"))]
    cut: list[Token] = []
    directive, at_line_start = "", True
    for match in _PATTERN.finditer(spliced):
        kind = match.lastgroup if match.lastgroup and match.lastgroup != "other" else "mark"
        if kind in ("blank", "comment"):
            if "\n" in match[0] and kind == "blank":
                directive, at_line_start = "", True
            continue
        text = match[0]
        if at_line_start and text in ("#", "%:"):
            directive = "#"
        elif directive == "#" and kind == "name":
            directive = text
        start, end = places[match.start()], places[match.end() - 1] + 1
        cut.append(Token(kind, text, start, end, bisect_right(line_ends, start), directive))
        at_line_start = False
    return tuple(cut)


def _unspliced(code: str) -> tuple[str, Sequence[int]]:
    """The text without backslash-newline pairs, and for each of its characters the offset in `code`."""
    if "\\\n" not in code:
        return code, range(len(code) + 1)
    kept: list[str] = []
    places: list[int] = []
    position = 0
    for part in re.split(r"(\\\n)", code):
        if part != "\\\n":
            kept.append(part)
            places.extend(range(position, position + len(part)))
        position += len(part)
    return "".join(kept), [*places, len(code)]


def brackets(words: Sequence[Token]) -> Mapping[int, int]:
    """Index of each opening bracket → index of the one that closes it. Brackets without a partner are left out."""
    closing = {")": "(", "]": "[", "}": "{"}
    opened: list[int] = []
    pairs: dict[int, int] = {}
    for index, token in enumerate(words):
        if token.kind != "mark":
            continue
        if token.text in ("(", "[", "{"):
            opened.append(index)
        elif token.text in closing:
            while opened and words[opened[-1]].text != closing[token.text]:
                opened.pop()
            if opened:
                pairs[opened.pop()] = index
    return pairs


MAXIMUM_CHARACTERS = 200_000
_TYPES = frozenset(
    "float double int unsigned long short char bool size_t int32_t int64_t uint32_t half __half auto".split()
)


@dataclass(frozen=True)
class Function:
    """A function with a body: indexes of its first token, of its name, and of the body's braces."""

    name: str
    first: int
    named: int
    opened: int
    closed: int
    is_kernel: bool


@lru_cache(maxsize=16)
def parse_cuda(code: str) -> "CudaSource | None":
    if len(code) > MAXIMUM_CHARACTERS:
        return None
    words = tuple(token for token in tokens(code) if not token.directive)
    opened = sum(token.kind == "mark" and token.text in "([{" for token in words)
    return CudaSource(code, words) if len(brackets(words)) == opened else None


class CudaSource:
    """One text. `tokens` are those outside directives; indexes are into them."""

    def __init__(self, code: str, words: Sequence[Token]) -> None:
        self.code = code
        self.tokens = words
        self.pairs = brackets(words)

    def text(self, index: int) -> str:
        """The token's text; "" beyond either end."""
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def texts(self, index: int, count: int) -> tuple[str, ...]:
        return tuple(self.text(index + step) for step in range(count))

    def span(self, first: int, last: int) -> str:
        """The text from one token to another, both included."""
        return self.code[self.tokens[first].start : self.tokens[last].end]

    def change(self, first: int, last: int, text: str) -> Change:
        """The change that replaces the tokens from `first` to `last`, both included."""
        start, end = self.tokens[first].start, self.tokens[last].end
        return Change(start, end, self.code[start:end], text)

    def cut(self, first: int, last: int) -> Change:
        """The change that takes these tokens out with the blanks before them."""
        start, end = self.tokens[first - 1].end, self.tokens[last].end
        return Change(start, end, self.code[start:end], "")

    def insert(self, offset: int, text: str) -> Change:
        return Change(offset, offset, "", text)

    def place(self, index: int, *changes: Change) -> Place:
        return Place(changes, self.context(index))

    def context(self, index: int) -> str:
        function = self.function_at(index)
        if function is None:
            return "file scope"
        return f"{'kernel' if function.is_kernel else 'function'} {function.name}"

    @cached_property
    def functions(self) -> Sequence[Function]:
        definitions: list[Function] = []
        for opened, closed in sorted(self.pairs.items()):
            if (
                self.text(opened) != "{"
                or self.text(opened - 1) != ")"
                or (definitions and opened < definitions[-1].closed)
            ):
                continue
            head = next((a for a, b in self.pairs.items() if b == opened - 1), 0)
            if head and self.tokens[head - 1].kind == "name":
                first = head - 1
                while first > 0 and self.text(first - 1) not in (";", "}", "{"):
                    first -= 1
                words = {self.text(index) for index in range(first, head)}
                definitions.append(
                    Function(self.text(head - 1), first, head - 1, opened, closed, "__global__" in words)
                )
        return definitions

    def in_parentheses(self, index: int) -> bool:
        """Whether a token stands in the head of a loop or condition, or among arguments."""
        inside = self.function_at(index)
        first = inside.opened if inside else 0
        return any(self.text(at) == "(" and self.pairs.get(at, 0) > index for at in range(first, index))

    def function_at(self, index: int) -> Function | None:
        place = bisect_right([item.first for item in self.functions], index) - 1
        return self.functions[place] if place >= 0 and index <= self.functions[place].closed else None

    def in_device(self) -> Iterator[int]:
        """Indexes of the tokens in bodies of kernels and device functions."""
        for item in self.functions:
            words = {self.text(index) for index in range(item.first, item.opened)}
            if words & {"__global__", "__device__"}:
                yield from range(item.opened + 1, item.closed)

    def in_host(self) -> Iterator[int]:
        for item in self.functions:
            words = {self.text(index) for index in range(item.first, item.opened)}
            if not words & {"__global__", "__device__"}:
                yield from range(item.opened + 1, item.closed)

    def arguments(self, opened: int) -> list[tuple[int, int]]:
        """First and last token of each argument between the bracket at `opened` and its partner."""
        return self._separated(opened + 1, self.pairs[opened])

    def launch_arguments(self, opened: int) -> list[tuple[int, int]]:
        """The same between `<<<` at `opened` and `>>>`; empty where it is not closed."""
        closed = next((index for index in range(opened, len(self.tokens)) if self.text(index) == ">>>"), -1)
        return self._separated(opened + 1, closed) if closed > 0 else []

    def _separated(self, first: int, closed: int) -> list[tuple[int, int]]:
        parts: list[tuple[int, int]] = []
        start = index = first
        while index < closed:
            if self.text(index) == ",":
                parts.append((start, index - 1))
                start = index + 1
            index = self.pairs.get(index, index) + 1 if index in self.pairs else index + 1
        return [*parts, (start, closed - 1)] if closed > start else parts

    def declarations(self) -> Iterator[tuple[int, int]]:
        """`type name =` in bodies: indexes of the type and the name."""
        for item in self.functions:
            for index in range(item.opened + 1, item.closed - 1):
                if self.text(index) in _TYPES and self.tokens[index + 1].kind == "name" and self.text(index + 2) == "=":
                    yield index, index + 1
