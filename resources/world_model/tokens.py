"""The difference between two programs in tokens, without what no tool reads: comments, blank space, the spelling of
numbers, and names that were changed everywhere.

A lexer of a few lines for all languages, no parser. What is made of the edits is `features`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

HASH_COMMENTS = frozenset({"py", "s", "S"})
"""Endings of files in which # begins a comment; in all others // and /* do."""
STRING = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
COMMENT = {True: r"#[^\n]*", False: r"//[^\n]*|/\*.*?\*/"}
TOKEN = re.compile(
    rf"\d*'[sS]?[bodhBODH][\da-fA-FxzXZ_?]+|{STRING}|[A-Za-z_.$%@][\w.$]*|\d[\w.]*|"
    r"<<<|>>>|\*\*|//|<<|>>|[<>=!+\-*/&|^~%]=|&&|\|\||->|\S"
)
SIZED = re.compile(r"(\d*)'[sS]?([bodhBODH])([\da-fA-F_]+)$")
MOST_TOKENS = 600
"""Of one block on either side: a longer one is one edit, since aligning it takes longer than a cheap check may."""
MOST_LINES = 600

DEPTH = "depth "
LEAST_USES = 2
"""Of a name that can be changed everywhere: where it stands once, a name and a mistake look alike."""

Tokens = tuple[str, ...]


@dataclass(frozen=True)
class Edit:
    """Tokens that went and tokens that came in their place, and the line's first token."""

    gone: Tokens
    come: Tokens
    head: str


@dataclass(frozen=True)
class Edits:
    """All of a difference. `renamed` are old names that were changed wherever they stood, which is no edit."""

    edits: tuple[Edit, ...]
    renamed: tuple[str, ...] = ()


def is_name(token: str) -> bool:
    return (token[0].isalpha() or token[0] in "_%.") and not token.startswith(DEPTH)


@lru_cache(maxsize=2048)
def token_lines(code: str, ending: str) -> tuple[Tokens, ...]:
    """The tokens of each line that has some; in Python after its depth, which says what belongs to what."""
    comment = COMMENT[ending in HASH_COMMENTS]
    bare = re.sub(rf"({STRING})|{comment}", lambda found: found[1] or " ", code, flags=re.DOTALL)
    lines = []
    for line in bare.splitlines():
        found = tuple(plain(token) for token in TOKEN.findall(line))
        if found:
            depth = (f"{DEPTH}{len(line) - len(line.lstrip())}",) if ending == "py" else ()
            lines.append(depth + found)
    return tuple(lines)


def plain(token: str) -> str:
    """A number in one spelling; anything else as it is."""
    sized = SIZED.match(token)
    try:
        if sized:
            base = {"b": 2, "o": 8, "d": 10, "h": 16}[sized[2].lower()]
            return f"{sized[1]}'{int(sized[3].replace('_', ''), base)}"
        if token[0].isdigit():
            bare = token.rstrip("uUlL") or token
            return str(int(bare, 0)) if not re.search(r"[.eE]", bare) or bare[:2] in ("0x", "0X") else repr(float(bare))
    except ValueError:
        pass
    return token


@lru_cache(maxsize=2048)
def edits(old: str, new: str, ending: str) -> Edits:
    """What leads from `old` to `new`, in order."""
    before, after = token_lines(old, ending), token_lines(new, ending)
    found = list(changed(before, after))
    names = renames(found, before, after)
    if names:
        after = tuple(tuple(names.get(token, token) for token in line) for line in after)
        found = list(changed(before, after))
    return Edits(tuple(found), tuple(sorted(names.values())))


def changed(before: Sequence[Tokens], after: Sequence[Tokens]) -> Iterator[Edit]:
    if max(len(before), len(after)) > MOST_LINES:
        return
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from changed_tokens(joined(before[i1:i2]), joined(after[j1:j2]))


def joined(lines: Sequence[Tokens]) -> Tokens:
    return tuple(token for line in lines for token in line)


def changed_tokens(old: Tokens, new: Tokens) -> Iterator[Edit]:
    head = next((token for token in new or old if not token.startswith(DEPTH)), "")
    if max(len(old), len(new)) > MOST_TOKENS or not old or not new:
        yield Edit(old, new, head)
        return
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield Edit(old[i1:i2], new[j1:j2], head)


def renames(found: Sequence[Edit], before: Sequence[Tokens], after: Sequence[Tokens]) -> Mapping[str, str]:
    """New names to old ones: of pairs in the same places where the new one is nowhere in the old text, nor the old one
    in the new, and both stand equally often."""
    pairs = Counter(
        (gone, come)
        for edit in found
        if len(edit.gone) == len(edit.come)
        for gone, come in zip(edit.gone, edit.come, strict=True)
        if is_name(gone) and is_name(come)
    )
    if not pairs:
        return {}
    old, new = Counter(joined(before)), Counter(joined(after))
    kept = [
        (gone, come) for gone, come in pairs if not old[come] and not new[gone] and old[gone] == new[come] >= LEAST_USES
    ]
    olds, news = Counter(gone for gone, _ in kept), Counter(come for _, come in kept)
    return {come: gone for gone, come in kept if olds[gone] == news[come] == 1}
