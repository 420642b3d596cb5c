"""What a compiler keeps in a register through a loop, although a handler or the DMA changes it: shared variables that
are not volatile. What is asked of the program for that is `outline`.

gcc may do so where the loop has no barrier and calls nothing that uses the variable and stands by itself. A function
that is called at one place counts as part of its caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from resources.domains.embedded_systems.interpretation.outline import Outline, Span

_BARRIERS = frozenset(
    ("__WFI", "__enable_irq", "__disable_irq", "__DSB", "__ISB", "__set_PRIMASK", "asm", "__asm", "__asm__")
)
_ASSIGNING = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"))
_DMA_ADDRESSES, _LONGEST_ADDRESS = frozenset(("M0AR", "M1AR")), 16


@dataclass(frozen=True)
class Kept:
    """Names that are kept in a register: by the place of a loop's first token, and in whole functions."""

    loops: Mapping[int, frozenset[str]] = field(default_factory=dict)
    functions: Mapping[str, frozenset[str]] = field(default_factory=dict)


def kept_in_registers(tokens: Sequence[str], watched: frozenset[str]) -> Kept:
    """Empty for most programs: what handlers share is volatile. `watched` are variables that somebody looks at at the
    end: a loop without an end never puts one back."""
    outline = Outline(tokens)
    handlers = {name for name in outline.functions if name.endswith("Handler")}
    shared = _shared(outline, handlers, watched)
    if not shared:
        return Kept()
    loops: dict[int, frozenset[str]] = {}
    functions: dict[str, frozenset[str]] = {}
    for name in outline.functions.keys() - handlers:
        for loop in outline.loops(outline.functions[name]):
            found = _kept_in(outline, loop, shared)
            if found:
                loops[loop.start] = found
                for inner in outline.merged(loop):
                    functions[inner] = functions.get(inner, frozenset()) | found
    return Kept(loops, functions)


def _shared(outline: Outline, handlers: Iterable[str], watched: frozenset[str]) -> set[str]:
    """Variables that somebody else than a loop may look at or change."""
    by_handlers = {name for handler in handlers for name in outline.words(outline.functions[handler])}
    by_dma = (outline.plain | outline.arrays) & set(_given_to_dma(outline.tokens))
    return outline.plain & (by_handlers | watched) | by_dma


def _given_to_dma(tokens: Sequence[str]) -> Iterator[str]:
    """Words of what is assigned to a stream's addresses."""
    for at, token in enumerate(tokens):
        if token in _DMA_ADDRESSES and tokens[at + 1 : at + 2] == ["="]:
            for word in tokens[at + 2 : at + 2 + _LONGEST_ADDRESS]:
                if word == ";":
                    break
                yield word


def _kept_in(outline: Outline, loop: Span, shared: set[str]) -> frozenset[str]:
    names = outline.merged_words(loop)
    if names & _BARRIERS:
        return frozenset()
    merged = set(outline.merged(loop))
    apart = names & outline.functions.keys() - merged
    blocked = {name for called in apart for name in outline.words(outline.functions[called])}
    if blocked & _BARRIERS:
        return frozenset()
    spans = [loop, *(outline.functions[name] for name in merged)]
    return frozenset(
        name
        for name in names & shared - blocked
        if name in outline.plain or all(_is_known(outline.tokens, name, span) for span in spans)
    )


def _is_known(tokens: Sequence[str], name: str, span: Span) -> bool:
    """Whether an array is only read here, at indices that are numbers."""
    for at in range(span.start, span.end):
        if tokens[at] == name:
            index = tokens[at + 1 : at + 5]
            if index[:1] != ["["] or not index[1][0].isdigit() or index[2] != "]" or index[3] in _ASSIGNING:
                return False
    return True
