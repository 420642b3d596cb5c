"""What a reasoning in hindsight must be before the corpus takes it. Rules only; nothing is asked or stored here.

A refused text costs little, since the original reasoning stays: where a rule cannot be sure, it refuses.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator

from assets.hindsight.causes import Causes
from assets.hindsight.claims import Claims
from assets.hindsight.difficulty import bounds, difficulty
from assets.hindsight.evidence import QUOTE, Evidence, flat, holds
from assets.hindsight.quotations import LEFT_OUT
from resources.domains.domain import Diagnostic
from resources.generation.diagnosis.differences import LineChange, line_changes
from resources.generation.hindsight import HindsightRequest

ACCEPTED = ""
_WORD = re.compile(r"[A-Za-z_]\w{2,}|\d+(?:\.\d+)?")
_COMMON = frozenset("error warning the and not for with from that this has have are was got expected line file".split())
_QUOTED = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|\"[^\"\n]{0,200}\"", re.DOTALL)
_KNOWING = re.compile(
    r"\b(?:in |with |of )?hindsight\b|\bground truth\b|\bgolden\b|\bmodel answer\b"
    r"|\b(?:the|a|an|our|this|that|given|provided|supplied|known|hidden)\s+reference\b(?!\s+to\b)"
    r"|\breference\s+(?:solution|implementation|design|code|answer|program|version|kernel|text|script|file|output)s?\b"
    r"|\b(?:the|a|given|provided|known|final|actual|official|expected|accepted|working|passing|correct(?:ed)?)\s+solution\b"
    r"|\b(?:correct(?:ed)?|fixed|final|working|passing|later|next|new|given|provided|accepted|successful)\s+"
    r"(?:version|program|file|code|attempt|answer|submission)\b"
    r"|\b(?:I|we)\s+(?:was|am|were|have\s+been)\s+(?:given|told|shown)\b"
    r"|\b(?:turns?|turned) out (?:later|in the end|eventually)\b"
    r"|\binject(?:ed|ion)\b",
    re.IGNORECASE,
)
_QUOTED_NAME = re.compile(r"[`'\"\u2018]([A-Za-z_]\w*)['\"\u2019]")
_SENTENCE = re.compile(r"(?<=[.?!:])\s+|\n")
_REPEATS, _LONG_SENTENCE = 4, 25
_MESSAGE = 180
"""Characters of a message that have to be named: a grammar's list of what it takes runs over thousands."""
_SHORT = 5
_CODE_LINES, _RESTATED = 12, 0.6
_SIGN, _SIGNS = re.compile(r"\\x[0-9a-f]{2}|[A-Za-z_]\w*[_\d]\w*|\d[\w.]*\w"), 2
"""What shows that somebody has read a log: names of things and values, no words of the language."""


def refusal(request: HindsightRequest, reasoning: str) -> str:
    """Why the text is refused, in a few words; `ACCEPTED` where it is not."""
    rules: tuple[Callable[[HindsightRequest, str], str], ...] = (
        _length,
        _diagnostic,
        _change,
        _knowledge,
        _claims,
        _program,
        _repetition,
    )
    return next((reason for rule in rules if (reason := rule(request, reasoning.strip()))), ACCEPTED)


def changes_code(request: HindsightRequest) -> bool:
    """Whether there is anything to explain."""
    return request.failed.candidate.code.strip() != request.corrected.candidate.code.strip()


def _length(request: HindsightRequest, text: str) -> str:
    """Follows the turn's difficulty (`difficulty`)."""
    shortest, longest = bounds(difficulty(request))
    if len(text) < shortest:
        return f"too short: {len(text)} characters, at least {shortest} for this turn"
    return f"too long: {len(text)} characters, at most {longest} for this turn" if len(text) > longest else ""


def _diagnostic(request: HindsightRequest, text: str) -> str:
    """Names what the tools said of the failed attempt: a diagnostic, else words of the log or the label."""
    observation = request.failed.observation
    diagnostics = list(request.domain.diagnostics(observation))[:5]
    if not diagnostics:
        lines = [line for line in observation.text.splitlines() if line.strip()][:3]
        label = observation.outcome.value
        diagnostics = [Diagnostic("", message) for message in (*lines, label, label.replace("_", " "))]
    spoken = _words(text)
    if any(_is_named(item, text, spoken) for item in diagnostics) or _shows(request, text):
        return ""
    # "The linker misses `rdi`" has one word of "undefined reference to `rdi'", and says it all the same.
    stage = observation.outcome.value.partition("_")[0].lower()
    names = {name for item in diagnostics for name in _QUOTED_NAME.findall(item.message)}
    if any(word.startswith(stage) for word in spoken) and names & set(QUOTE.findall(text)):
        return ""
    return f"does not name what the tools said: {diagnostics[0].message[:120]!r}"


def _is_named(item: Diagnostic, text: str, spoken: set[str]) -> bool:
    """Most of its words; fewer where its line or its symbol is named as well; or three of them in a row."""
    said, told = flat(item.message[:_MESSAGE]).split(), f" {flat(text)} "
    if any(f" {' '.join(said[at : at + 3])}" in told for at in range(len(said) - 2)):
        return True
    words = _words(item.message[:_MESSAGE]) - _COMMON
    share = len(words & spoken) / len(words) if words else 0.0
    pointed = bool(item.line and re.search(rf"\b(?:line|lines)\s+{item.line}\b|:{item.line}\b", text))
    pointed |= bool(item.symbol and re.search(rf"(?<!\w){re.escape(item.symbol)}(?!\w)", text))
    return share >= 0.6 or (pointed and share >= 0.3)


def _shows(request: HindsightRequest, text: str) -> bool:
    """Gives names or values that the log has and the program has not, one of them unknown to the task, too: of a trace
    it can be any line."""
    task = set(_SIGN.findall(f"{request.bundle.prompt}\n{request.bundle.interface}"))
    of_log = set(_SIGN.findall(request.failed.observation.text)) - set(_SIGN.findall(request.failed.candidate.code))
    named = of_log & set(_SIGN.findall(text))
    return len(named) >= _SIGNS and not named <= task


def _change(request: HindsightRequest, text: str) -> str:
    """Speaks of the code that changed: quotes a changed line or what only one of its forms has (a register's name may
    be all that differs), names its number, or two of the words that differ."""
    before, after = request.failed.candidate.code, request.corrected.candidate.code
    joined, spoken = " ".join(text.split()), _words(text)
    for hunk in line_changes(before, after):
        quoted = (" ".join(line.split()) for line in (*hunk.removed, *hunk.added, *_beside(before, hunk)))
        if any(len(line) > _SHORT and line in joined for line in quoted):
            return ""
        if _quotes_the_change(text, "\n".join(hunk.removed), "\n".join(hunk.added)):
            return ""
        numbers = range(max(1, hunk.line - 1), hunk.line + max(1, len(hunk.removed)))
        if any(re.search(rf"\blines?\s+{number}\b", text, re.IGNORECASE) for number in numbers):
            return ""
    if before.split() == after.split():
        return ""  # Blank lines and indents: there is nothing to name.
    differing = set(_differing_words(before, after))
    if differing and len(differing & spoken) >= min(2, len(differing)):
        return ""
    return "does not speak of the code that changed"


def _beside(code: str, hunk: LineChange) -> Iterator[str]:
    """Short lines that go, with the line before them and with the one behind."""
    lines = code.splitlines()
    for at, line in enumerate(hunk.removed, hunk.line - 1):
        if len(line.strip()) <= _SHORT:
            yield from (" ".join(lines[max(0, first) : first + 2]) for first in (at - 1, at) if first >= 0)


def _quotes_the_change(text: str, before: str, after: str) -> bool:
    """What is left out of a quotation is not compared."""
    quotes = (part for match in QUOTE.finditer(text) for part in LEFT_OUT.split(match[1]) if part.strip())
    return any(holds(flat(before), quote) != holds(flat(after), quote) for quote in quotes)


def _differing_words(before: str, after: str) -> Iterator[str]:
    """Names and numbers that a hunk has more or fewer of than before."""
    for hunk in line_changes(before, after):
        old, new = (Counter(_WORD.findall(" ".join(lines).lower())) for lines in (hunk.removed, hunk.added))
        yield from (old - new) + (new - old)


def _knowledge(request: HindsightRequest, text: str) -> str:
    """Speaks as somebody who has seen the failed attempt and its log, and nothing else. Quotations are left out."""
    match = _KNOWING.search(_QUOTED.sub(" ", text))
    return f"speaks of what its author cannot know: {match[0]!r}" if match else ""


def _claims(request: HindsightRequest, text: str) -> str:
    """Claims nothing of lines, names, values, changes, logs and causes that is not so."""
    claims = Claims(Evidence(request), text)
    return claims.false() or Causes(request, claims).false()


def _program(request: HindsightRequest, text: str) -> str:
    """Is reasoning, and not the program once more."""
    lines = {" ".join(line.split()) for line in request.corrected.candidate.code.splitlines() if len(line.strip()) > 8}
    joined = " ".join(text.split())
    restated = sum(line in joined for line in lines)
    return "restates the program" if len(lines) >= _CODE_LINES and restated > _RESTATED * len(lines) else ""


def _repetition(request: HindsightRequest, text: str) -> str:
    """Does not go round in circles. Code may: an unrolled loop changes in every copy."""
    parts = (part.strip() for part in _SENTENCE.split(_QUOTED.sub(" ", text)))
    sentences = Counter(part for part in parts if len(part) >= _LONG_SENTENCE)
    sentence, count = sentences.most_common(1)[0] if sentences else ("", 0)
    return f"repeats itself {count} times: {sentence[:80]!r}" if count > _REPEATS else ""


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}
