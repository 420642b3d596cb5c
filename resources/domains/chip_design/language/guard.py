"""Guard: what must hold before any parser of this process sees a candidate. Works on raw text alone.

pyslang runs in the engine's own process, so text that would make it read files, grow without bound or
exhaust its stack is refused here. A comment may say anything; where text does not tell for sure what is a comment
and what a string, it counts as code. What a well-formed candidate may not contain is `reject`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection

MAXIMUM_CHARACTERS = 512 << 10
MAXIMUM_STATEMENT = 16 << 10
"""pyslang's visitor recurses once for each operator of a chain; 10,000 levels were harmless, 100,000 not."""
MAXIMUM_BRANCHES = 4_000
"""Words that can open a nested construct; pyslang bounds the depth of statements, and not of generate blocks."""
MAXIMUM_EXPANSION = 10_000
"""Tokens that macros may add to a candidate."""

_INCLUDE = re.compile(r"`\\?include\b")
_PLACES = ("__FILE__", "__LINE__")
_PLACE = re.compile(r"\b(?:__FILE__|__LINE__)\b", re.ASCII)
"""Without the accent before it: Icarus's macros can put one there."""
_WORD = re.compile(r"\w+", re.ASCII)
_COMMENT_OR_STRING = re.compile(
    r'//[^\n\r]*|/\*.*?(?:(\*/)|\Z)|"(?:[^"\\\n\r]|\\[^\n\r])*(?:(")|(?=[\\\n\r])|\Z)', re.DOTALL
)
"""An unfinished one is matched to its end, or the search would begin anew at each mark within it."""
_AMBIGUOUS = re.compile(r'\\(?![^\s"/`\\]+[ \t\r\n]|\r?\n)|"|/\*|``')
"""Outside comments and strings: escaped names in which a comment, a string or a directive may begin for one reader and
not for another, unfinished strings and comments, and pastes."""
_CONTINUED_COMMENT = re.compile(r"//[^\n\r]*\\\r?\n")
"""Where a macro's body goes on: whether its comment does, readers see in different ways."""
_BRANCH = re.compile(r"\b(?:if|else|for|begin|case\w*|generate|fork|while|repeat|forever|module|interface|class)\b")
_DEFINITION = re.compile(r"`define[ \t]+(\w+)(\([^)]*(?:\)|\Z))?((?:\\\r?\n|[^\n])*)")
_USE = re.compile(r"`(\w+)")
FORBIDDEN_TASK = re.compile(
    r"\$(finish\w*|stop|exit|fatal|end|f(open|close|write|display|strobe|monitor|put|get|read|scanf|seek|tell|flush|eof"
    r"|error)\w*|rewind|ungetc|s?(readmem|writemem)\w*|dump\w*|system|(test|value)\$plusargs|plusargs|deposit|input|key"
    r"|nokey|log|nolog|save|incsave|restart|reset\w*|scope|list|showscopes|showvars|sdf_annotate|table_model|ivlh_\w+"
    r"|vpi_tree|getpattern|readmempath|printtimescale|timeformat|root|unit|getenv|setenv|simparam\$?\w*|countdrivers"
    r"|monitoro\w+)"
)
"""System tasks that touch files, the run or its environment. `$timeformat` alters how the bench prints."""
_MATHEMATICAL = {"$log"}
"""`$log` with an argument is the logarithm; without one it writes a log file. Icarus keeps the logarithm."""


def guard(code: str) -> str:
    """Why the text cannot be looked at, as one sentence; "" where it can."""
    try:
        code.encode("utf-8")
    except UnicodeEncodeError:
        return "the source is not valid UTF-8"
    if "\0" in code:
        return "the source holds a NUL character"
    if len(code) > MAXIMUM_CHARACTERS:
        return f"the source has {len(code)} characters; at most {MAXIMUM_CHARACTERS} are read"
    if include_line(code):
        return "`include reads files"
    if "`define" in code and macro_growth(code) > MAXIMUM_EXPANSION:
        return f"macros expand to more than {MAXIMUM_EXPANSION} tokens"
    if len(_BRANCH.findall(code)) > MAXIMUM_BRANCHES:
        return f"the source has more than {MAXIMUM_BRANCHES} blocks and branches"
    if len(code) > MAXIMUM_STATEMENT and longest_statement(code) > MAXIMUM_STATEMENT:
        return f"a statement is longer than {MAXIMUM_STATEMENT} characters"
    return ""


def include_line(code: str) -> int:
    """The 1-based line of what may be an include directive outside comments, or what macros could paste into one (then
    1); 0 where there is none."""
    kept = _without_comments(code)
    if include := _INCLUDE.search(kept):
        return kept.count("\n", 0, include.start()) + 1
    return 1 if _INCLUDE.search(_pasted(kept)) else 0


def place_line(code: str) -> int:
    """The 1-based line of what may name the source's file or line outside comments, or 1 where macros could paste such
    a name of words in the text; 0 where nothing does. By its place a source would tell one run of it from another."""
    kept = _without_comments(code)
    if name := _PLACE.search(kept):
        return kept.count("\n", 0, name.start()) + 1
    if "`define" not in kept:
        return 0
    words = {*_WORD.findall(kept), *_WORD.findall(_pasted(kept))}
    return 1 if any(_is_made_of(name, {word for word in words if word in name}) for name in _PLACES) else 0


def _is_made_of(name: str, words: Collection[str]) -> bool:
    return not name or any(name.startswith(word) and _is_made_of(name[len(word) :], words) for word in words)


def _without_comments(code: str) -> str:
    """The text without comments; with them where it does not tell for sure what is one."""
    is_told = not (
        '"""' in code
        or _CONTINUED_COMMENT.search(code)
        or _AMBIGUOUS.search(_COMMENT_OR_STRING.sub(_if_unfinished, code))
    )
    return _COMMENT_OR_STRING.sub(_without_comment, code) if is_told else code


def _pasted(text: str) -> str:
    return re.sub(r"``|\\\r?\n", "", text)


def _without_comment(match: re.Match[str]) -> str:
    """A string as it is; of a comment a blank and its line ends."""
    return match[0] if match[0].startswith('"') else " " + "\n" * match[0].count("\n")


def _if_unfinished(match: re.Match[str]) -> str:
    """A blank for a comment or a string; what has no end as it is."""
    return " " if match[0].startswith("//") or match[1] or match[2] else match[0]


def longest_statement(text: str) -> int:
    """Characters that are not white space in the longest stretch without a semicolon."""
    return max(len(re.sub(r"\s+", "", part)) for part in text.split(";"))


def macro_growth(text: str) -> int:
    """An upper bound on the tokens that the macro uses in `text` expand to, capped at twice the limit.

    A macro's weight is its body's words plus the weights of the macros in it. An argument may be repeated, so
    each use of a macro with parameters also multiplies by how often its body names one, to the depth uses nest.
    """
    ceiling = 2 * MAXIMUM_EXPANSION
    parts: dict[str, list[str]] = defaultdict(list)
    repeats = 1
    for name, parameters, body in _DEFINITION.findall(text):
        parts[name].append(body)
        words = Counter(re.findall(r"\w+", body))
        repeats = max(repeats, *(words[parameter] for parameter in re.findall(r"\w+", parameters)), 1)
    bodies = {name: " ".join(part) for name, part in parts.items()}
    weights: dict[str, int] = {}

    def weight(name: str, depth: int) -> int:
        if name not in bodies or depth > 64:
            return 0 if name not in bodies else ceiling
        if name not in weights:
            inner = sum(weight(used, depth + 1) for used in _USE.findall(bodies[name]))
            weights[name] = min(ceiling, len(re.findall(r"\w+|[^\w\s]", bodies[name])) + inner)
        return weights[name]

    direct = sum(weight(used, 0) for used in _USE.findall(_DEFINITION.sub(" ", text)))
    if repeats == 1:
        return min(ceiling, direct)
    growth: int = repeats ** min(_nesting(text, frozenset(bodies)), 40)
    return min(ceiling, direct * growth)


def _nesting(text: str, macros: frozenset[str]) -> int:
    """How many macro calls with arguments enclose each other at the deepest place."""
    deepest, depth, stack = 0, 0, [False]
    for match in re.finditer(r"`(\w+)\s*\(|[()]", text):
        if match.group() == ")":
            if len(stack) > 1:
                depth -= stack.pop()
        else:
            stack.append(match.group(1) in macros)
            depth += stack[-1]
            deepest = max(deepest, depth)
    return max(deepest, 1)


def forbidden_task(name: str) -> bool:
    return name not in _MATHEMATICAL and FORBIDDEN_TASK.fullmatch(name) is not None
