"""A CUDA C++ text with names and spellings taken out, and what a compiler would certainly refuse in it.

On tokens, as far as they show it: a name is declared where it stands after a type. Texts of one program that differ in
local names, exchanged factors or braces have one normal form. Features of this are `prediction.cuda_features`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from resources.domains.gpu_kernels.language.cuda_source import CudaSource, Function, parse_cuda

TYPES = frozenset(
    "float double int unsigned long short char bool size_t int8_t uint8_t int16_t int32_t int64_t uint32_t uint64_t"
    " half __half auto void dim3 float2 float3 float4 int2 int4 uint4".split()
)
CONTROL = frozenset("if for while switch return else do".split())
_WORDS = TYPES | CONTROL | frozenset("const constexpr static extern struct break continue case default sizeof".split())
_WHOLE = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)[uUlL]*")
_COMPOUND = frozenset("+= -= *= /= &= |= ^= <<= >>=".split())
_BEFORE_A_GROUP = frozenset("= + - * / & | ^ << >>".split()) | _COMPOUND
_MIRRORED = {">": "<", ">=": "<="}
MOST_CHARACTERS = 30_000
_PROMISE = "__restrict__"
_PART_OF_A_NAME = re.compile(rf"\w{_PROMISE}|{_PROMISE}\w")


@lru_cache(maxsize=512)
def cuda_source(code: str) -> CudaSource | None:
    """Without promises about pointers. None for a text that is too long or whose brackets do not pair."""
    if len(code) > MOST_CHARACTERS:
        return None
    if _PART_OF_A_NAME.search(code):
        return parse_cuda(code.replace(_PROMISE, ""))
    source = parse_cuda(code)
    return source and CudaSource(code, [token for token in source.tokens if token.text != _PROMISE])


@lru_cache(maxsize=512)
def normal_form(code: str) -> tuple[str, ...] | None:
    """The tokens in their usual spelling."""
    source = cuda_source(code)
    if source is None:
        return None
    texts = [token.text for token in source.tokens]
    for item in source.functions:
        names = {name: f"local {place}" for place, name in enumerate(declared_in(source, item))}
        for index in range(item.first, item.closed):
            texts[index] = names.get(texts[index], texts[index])
    return tuple(_ordered(_without_braces(texts)))


def function_forms(code: str) -> tuple[tuple[str, ...], ...]:
    """Of each function its tokens in their usual spelling, the file's functions and variables without their names."""
    source = cuda_source(code)
    if source is None:
        return ()
    outside = dict.fromkeys(_outside(source), "of the file")
    forms = []
    for item in source.functions:
        names = outside | {name: f"local {place}" for place, name in enumerate(declared_in(source, item))}
        words = [names.get(token.text, _number(token.text)) for token in source.tokens[item.first : item.closed + 1]]
        forms.append(tuple(_ordered(_assigned(_without_braces(_without_empty_branches(words))))))
    return tuple(forms)


def _number(text: str) -> str:
    """A whole number in base ten, without what says its type."""
    match = _WHOLE.fullmatch(text)
    return str(int(match[1], 0)) if match and (match[1] == "0" or not match[1].startswith("00")) else text


def _without_empty_branches(words: list[str]) -> list[str]:
    """`if (a) …` for `if (!(a)) {} else …`."""
    empty = [")", ")", "{", "}", "else"]
    ends = [place for place in range(len(words)) if words[place : place + 5] == empty]
    for end in reversed(ends):
        depth, place = 0, end
        while place > 0 and (depth := depth + (words[place] == ")") - (words[place] == "(")):
            place -= 1
        if words[place - 3 : place] == ["if", "(", "!"]:
            words = [*words[: place - 1], *words[place + 1 : end], ")", *words[end + 5 :]]
    return words


def _assigned(words: Sequence[str]) -> list[str]:
    """`a = a + b` for `a += b` and for a step by one that stands alone."""
    out: list[str] = []
    for index, word in enumerate(words):
        before = out[-1] if out else ""
        if word in _COMPOUND and before:
            out += ["=", before, word[:-1]]
        elif word in ("++", "--") and index + 1 < len(words) and words[index + 1][:1].isalpha():
            continue
        elif index and words[index - 1] in ("++", "--") and word[:1].isalpha():
            out += [word, "=", word, words[index - 1][0], "1"]
        elif word in "()" and _is_grouped(words, index):
            continue
        else:
            out.append(word)
    return out


def _is_grouped(words: Sequence[str], index: int) -> bool:
    """Whether a bracket holds all that is assigned, or all behind the operator of what is."""
    if words[index] == "(":
        depth = 0
        for place in range(index, len(words)):
            depth += (words[place] == "(") - (words[place] == ")")
            if not depth:
                return words[place + 1 : place + 2] == [";"] and words[index - 1] in _BEFORE_A_GROUP
        return False
    depth = 0
    for place in range(index, -1, -1):
        depth += (words[place] == ")") - (words[place] == "(")
        if not depth:
            return words[index + 1 : index + 2] == [";"] and words[place - 1] in _BEFORE_A_GROUP
    return False


def declared_in(source: CudaSource, item: Function) -> list[str]:
    """Names that a function declares, parameters first, in their order."""
    names = []
    for index in range(item.named + 1, item.closed):
        token = source.tokens[index]
        if token.kind == "name" and token.text not in _WORDS and is_declaration(source, index):
            names.append(token.text)
    return list(dict.fromkeys(names))


def is_declaration(source: CudaSource, index: int) -> bool:
    """Whether the name at `index` stands after a type, or after a comma of a declaration with one type."""
    before = source.text(index - 1)
    if before in ("*", "&"):
        while before in ("*", "&", "const"):
            index -= 1
            before = source.text(index - 1)
        return before in TYPES
    if before == "," and source.text(index + 1) in ("=", ",", ";"):
        return _in_list(source, index)
    return before in TYPES or (before == "const" and source.text(index - 2) in TYPES)


def _in_list(source: CudaSource, index: int) -> bool:
    """`int a = 1, b = 2;`: whether the statement begins with a type."""
    start = index
    while start > 0 and source.text(start - 1) not in (";", "{", "}", "("):
        start -= 1
    return source.text(start) in TYPES or source.text(start) == "const"


def _without_braces(words: list[str]) -> list[str]:
    """Without the braces of a single statement after a condition or a loop's head; `++i` for `i++`."""
    for index in range(len(words) - 1):
        name, sign, after = [*words[index : index + 3], ""][:3]
        if sign in ("++", "--") and name[:1].isalpha() and after in (")", ";", ","):
            words[index : index + 2] = [sign, name]
    for _ in range(4):
        opened: list[int] = []
        gone: set[int] = set()
        for index, word in enumerate(words):
            if word == "{":
                opened.append(index)
            elif word == "}" and opened:
                first = opened.pop()
                if _is_single(words, first, index):
                    gone |= {first, index}
        if not gone:
            break
        words = [word for index, word in enumerate(words) if index not in gone]
    return words


def _is_single(words: Sequence[str], first: int, last: int) -> bool:
    inside = words[first + 1 : last]
    return inside.count(";") == 1 and inside[-1] == ";" and "{" not in inside and _follows_head(words, first)


def _follows_head(words: Sequence[str], first: int) -> bool:
    if first and words[first - 1] == "else":
        return True
    depth, place = 0, first - 1
    while place >= 0:
        depth += (words[place] == ")") - (words[place] == "(")
        if depth <= 0:
            break
        place -= 1
    return place > 0 and words[first - 1] == ")" and words[place - 1] in ("if", "for", "while")


def _ordered(words: list[str]) -> list[str]:
    """Products of two names and comparisons of two, in one order."""
    for index in range(1, len(words) - 2):
        left, sign, right = words[index - 1 : index + 2]
        around = (words[index - 2] if index > 1 else "", words[index + 2])
        plain = all(word[:1].isalnum() or word[:1] == "_" for word in (left, right))
        if sign in _MIRRORED and plain and around[0] in ("(", "&&", "||") and around[1] in (")", "&&", "||"):
            words[index - 1 : index + 2] = [right, _MIRRORED[sign], left]
        elif sign == "*" and plain and around[0] in ("=", "(", "+", "return", "+=", "[") and around[1] in ";)+]":
            words[index - 1], words[index + 1] = sorted((left, right))
    return words


def undeclared(source: CudaSource) -> Counter[str]:
    """Names in functions that nothing in the text declares, members aside."""
    counts: Counter[str] = Counter()
    outside = set(_outside(source))
    for item in source.functions:
        known = outside | set(declared_in(source, item))
        for index in range(item.first, item.closed):
            token = source.tokens[index]
            if token.kind == "name" and token.text not in known | _WORDS and source.text(index - 1) not in (".", "->"):
                counts[token.text] += 1
    return counts


def _outside(source: CudaSource) -> Iterator[str]:
    """Names of functions, and those declared at file scope."""
    yield from (item.name for item in source.functions)
    for index, token in enumerate(source.tokens):
        if token.kind == "name" and source.function_at(index) is None and source.text(index - 1) in TYPES:
            yield token.text


def constants_written(source: CudaSource) -> int:
    """Assignments to what a parameter `const T* name` points to."""
    count = 0
    for item in source.functions:
        head = [source.text(index) for index in range(item.named, item.opened)]
        constant = {
            head[place]
            for place in range(3, len(head))
            if head[place].isidentifier() and _points_to_constant(head[:place])
        }
        for index in range(item.opened, item.closed):
            if source.text(index) in constant and source.text(index + 1) == "[":
                after = source.text(source.pairs.get(index + 1, index) + 1)
                count += after in ("=", "+=", "-=", "*=", "/=", "++", "--")
    return count


def _points_to_constant(words: Sequence[str]) -> bool:
    return words[-1:] == ["*"] and words[-2:-1] != [] and words[-2] in TYPES and words[-3:-2] == ["const"]


def misfits(source: CudaSource) -> int:
    """Calls and launches of own functions with another number of arguments."""
    wanted = {item.name: len(source.arguments(item.named + 1)) for item in source.functions}
    definitions = {item.named for item in source.functions}
    count = 0
    for index, token in enumerate(source.tokens):
        if token.text in wanted and index not in definitions:
            opened = index + 1
            if source.text(opened) == "<<<":
                opened = next((at for at in range(opened, len(source.tokens)) if source.text(at) == ">>>"), opened) + 1
            if source.text(opened) == "(":
                count += len(source.arguments(opened)) != wanted[token.text]
    return count


def unfinished(source: CudaSource) -> int:
    """Places where one expression seems to follow another with nothing between; initialisers count, too."""
    count = 0
    for index, token in enumerate(source.tokens[:-1]):
        follower = source.tokens[index + 1]
        ends = token.kind == "number" or token.text == "]" or (token.kind == "name" and token.text not in _WORDS)
        if token.text == ")":
            head = next((a for a, b in source.pairs.items() if b == index), 0)
            ends = source.tokens[head - 1].kind == "name" and source.text(head - 1) not in CONTROL
        count += ends and (follower.kind in ("name", "number") or follower.text == "}")
    return count


def loops_without_step(source: CudaSource) -> int:
    """`for (…; …;)`."""
    return sum(
        source.text(index) == "for" and index + 1 in source.pairs and source.text(source.pairs[index + 1] - 1) == ";"
        for index in range(len(source.tokens))
    )
