"""Meaning: what the words do that a change puts in or takes out, and the few forms of a line whose effect is plain.

What a word does is the domain's (`meanings`), so that each sentence holds by the language's own definition. Whether
that is why the run failed is not said here.
"""

import re
from collections.abc import Mapping
from random import Random

from resources.generation.diagnosis.differences import LineChange
from resources.generation.diagnosis.phrases import quotable, say

_BOTH = (
    "[Where|While|Whereas] `{old}` {old_means}, `{new}` {new_means}.",
    "`{new}` {new_means}[, whereas|;|, while|, and] `{old}` {old_means}.",
    "[The difference|What differs|The point of it|What it comes to]: `{old}` {old_means}; `{new}` {new_means}.",
    "[As written|As it stood|Until now|So far] there was `{old}`, which {old_means}; `{new}` {new_means}.",
)
_COMES = (
    "`{new}` {new_means}[, and it was not there|; that was missing|, which the old line did without|].",
    "[What comes in|What is new|New in the line|Added] is `{new}`[, which|: it] {new_means}.",
    "[The old line had no|There was no|So far there was no] `{new}`, which {new_means}.",
)
_GOES = (
    "`{old}` {old_means}[, and that goes|; it goes|, which the new line does without|].",
    "[What goes|Gone|What is left out|Taken out] is `{old}`[, which|: it] {old_means}.",
    "[Without `{old}`|Once `{old}` is gone], nothing in the line {old_means}.",
)
_STEP = (
    "[The loop's header|The header of the loop|The `for`] had no step; [now|with this] `{step}` [runs after|ends] "
    "each round.",
    "[Nothing in the loop's header|No part of the header|The third part of the header was empty: nothing there] moved "
    "[on|the loop on|it on]; `{step}` does.",
)
_GUARD_COMES = (
    "[Now|With this|From here on] `{condition}` decides whether `{rest}` [runs|is done|happens][ at all|].",
    "`{rest}` [now needs|needs, with this,|waits for] `{condition}`[ to hold|].",
)
_GUARD_GOES = (
    "`{condition}` [no longer decides|decides no more] whether `{rest}` [runs|is done|happens].",
    "`{rest}` [no longer needs|does without] `{condition}`[ from here on|].",
)
"""A statement may stand under other conditions, too, so that none is said to run always."""
_WAITED_FOR = frozenset(("posedge", "negedge", "volatile", "default", "else", "signed"))
_COMMENT = {"python": "#", "asm": "#", "c": "//", "cpp": "//", "cuda": "//", "verilog": "//", "systemverilog": "//"}
_WITH_OWN_NAMES = frozenset(("python", "cuda", "cpp"))
_BUILT_IN = frozenset(("threadIdx", "blockIdx", "blockDim", "gridDim"))
_BEFORE_INSTRUCTIONS = frozenset((":", "rep", "repe", "repne", "lock"))
_BRACED = frozenset(("c", "cpp", "cuda", "verilog", "systemverilog"))
_FOR = re.compile(r"\bfor\s*\([^;]*;[^;]*;(?P<step>.*)\)\s*\{?\s*\Z")
_IF = re.compile(r"if\s*\(")
_LONG = 70


def form_of(hunk: LineChange, language: str, chance: Random) -> str:
    """Of a line that becomes another: a loop that gets its step, a statement that gets or loses its condition."""
    if language not in _BRACED:
        return ""
    old, new = hunk.removed[0].strip(), hunk.added[0].strip()
    steps = [match["step"].strip() if (match := _FOR.search(line)) else None for line in (old, new)]
    if steps[0] == "" and steps[1] and len(steps[1]) < _LONG:
        return say(chance, _STEP, step=quotable(steps[1]))
    for line, other, wordings in ((new, old, _GUARD_COMES), (old, new, _GUARD_GOES)):
        condition, rest = _guarded(line)
        if condition and rest == other and rest.rstrip("{ ") not in ("", "begin"):
            return say(chance, wordings, condition=quotable(condition), rest=quotable(rest))
    return ""


def _guarded(line: str) -> tuple[str, str]:
    """The condition of a line that begins with an `if`, and what stands behind it; nothing of others, and of a long
    line."""
    start = _IF.match(line)
    if not start or len(line) > 2 * _LONG:
        return "", ""
    depth, at = 1, start.end()
    while at < len(line) and depth:
        depth += {"(": 1, ")": -1}.get(line[at], 0)
        at += 1
    return ("", "") if depth else (line[start.end() : at - 1].strip(), line[at:].strip())


def meaning_of(old: list[str], new: list[str], language: str, meanings: Mapping[str, str], chance: Random) -> str:
    """Of a line's tokens before and after: what one word does in the place of another, or a call, an event or an
    instruction that comes or goes alone. "" where several words with a meaning change, or none."""
    gone, come = (_told(one, other, language, meanings) for one, other in ((old, new), (new, old)))
    if len(gone) > 1 or len(come) > 1 or not gone + come:
        return ""
    facts: dict[str, str] = {}
    for name, words in (("old", gone), ("new", come)):
        for word in words:
            facts |= {name: word, f"{name}_means": meanings[word]}
    if gone and come:
        return say(chance, _BOTH, **facts) if facts["old_means"] != facts["new_means"] else ""
    is_telling = _acts(gone[0], old, language) if gone else _acts(come[0], new, language)
    return say(chance, _COMES if come else _GOES, **facts) if is_telling else ""


def _acts(word: str, line: list[str], language: str) -> bool:
    """Whether it does something by standing there: a call, an event that is waited for, an instruction."""
    at = [_bare(token) for token in line].index(word)
    return line[at + 1 : at + 2] == ["("] or word in _WAITED_FOR or language == "asm"


def _told(line: list[str], other: list[str], language: str, meanings: Mapping[str, str]) -> list[str]:
    """Words with a meaning that `line` has and the other one has not, in order; a string counts as the word in it."""
    there = {_bare(token) for token in other}
    return list(
        dict.fromkeys(
            word
            for at, token in enumerate(line)
            if (word := _bare(token)) in meanings and word not in there and _is_meant(line, at, language)
        )
    )


def _is_meant(line: list[str], at: int, language: str) -> bool:
    """Whether a word is the language's and no name of the author's: an instruction begins its line or stands behind a
    prefix or a label; in Python and CUDA a word is called, a member, an argument's name, in quotation marks or built
    in."""
    before, after = line[at - 1 : at], line[at + 1 : at + 2]
    if language == "asm":
        return not before or before[0] in _BEFORE_INSTRUCTIONS
    if language not in _WITH_OWN_NAMES:
        return True
    is_argument = after == ["="] and line[:at].count("(") > line[:at].count(")")
    is_built_in = line[at].startswith("__") or line[at] in _BUILT_IN
    return after == ["("] or before == ["."] or is_argument or is_built_in or _bare(line[at]) != line[at]


def _bare(token: str) -> str:
    return token.strip("\"'")


def code_part(line: str, language: str) -> str:
    """Without the comment at its end."""
    mark = _COMMENT.get(language)
    return line.partition(mark)[0] if mark else line
