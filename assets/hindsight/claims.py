"""What a reasoning claims of lines, names, values, changes and logs, checked against both programs and both logs.

A claim is checked where it can be read for sure: a quotation, a line's number beside a quotation of code, a change from
one quotation to another, a word for "the same as before". What is only expected or supposed is no claim.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from assets.hindsight.evidence import QUOTE, SUPPOSED, Evidence, flat, holds, stands_alone, unquoted
from assets.hindsight.line_claims import LineClaims
from assets.hindsight.quotations import Quotations
from resources.generation.diagnosis.differences import line_changes

_SENTENCE = re.compile(r"(?<=[.?!;])\s+(?=[A-Z`\"(])|\n+")
_CHANGE = re.compile(
    r"from `(?P<a>[^`\n]+)` to `(?P<b>[^`\n]+)`"
    r"|`(?P<c>[^`\n]+)`(?: \(line \d+\))? (?:becomes|is now|turns into|gives way to|has turned into) `(?P<d>[^`\n]+)`"
    r"|`(?P<e>[^`\n]+)` (?:instead of|in place of|for|replaces) `(?P<f>[^`\n]+)`"
    r"|was `(?P<g>[^`\n]+)` and (?:becomes|is now) `(?P<h>[^`\n]+)`"
    r"|(?:replace|change) `(?P<i>[^`\n]+)` (?:by|with|to|into) `(?P<j>[^`\n]+)`"
)
_ALL_THE_SAME = re.compile(
    r"\bword for word\b|\bnothing (?:has )?(?:moved|changed)\b|\bidentical (?:log|output|result)"
    r"|\bsame (?:log|output)\b|\blog is unchanged\b",
    re.I,
)
_WITHOUT_EFFECT = re.compile(
    r"\b(?:made|makes) no difference\b|\bno (?:part in|bearing on|effect)\b|\bdid nothing\b", re.I
)
"""Said of an edit, where there was one; of a first attempt it is said of a part of the code."""
_STILL = re.compile(
    r"\bthe same message\b|\bstill (?:says|does|reports)\b|\bagain,? (?:as|word)\b|\bboth times\b", re.I
)
_GONE = re.compile(r"`([^`\n]+)` is gone\b")
_DOUBLE = re.compile(r"(?<!`)``(?=[^`\s])[^\n]{0,200}?[^`\s]``(?!`)")
"""Markdown's form for what has a backtick in it."""
_GNU_QUOTE = re.compile(r"`([^\s`']+)'(?=[\s,.;:)\"]|$)")
_GNU_QUOTE_IN_A_QUOTE = re.compile(r"(?<!\S)`([A-Za-z][^`\n]+ )`([A-Za-z_]\w*)'([^`\n]*)`(?!\w)")
"""As GNU tools quote a name: no quotation of the author's begins there."""
_VALUE = re.compile(r"\b(expected|got)\s+(-?(?:0x)?[0-9a-fA-F]+(?:\.\d+)?|[xXzZ])\b")


@dataclass(frozen=True)
class Claims:
    """One reasoning, beside what it may be checked against."""

    evidence: Evidence
    text: str

    def false(self) -> str:
        """The first claim that does not hold, in a few words; "" where none is found."""
        for sentence in self.sentences:
            for found in (
                self._quotations.unknown(sentence), self._lines.wrong(sentence), self._wrong_change(sentence),
                self._wrong_sameness(sentence), self._wrong_value(sentence),
            ):  # fmt: skip
                if found:
                    return found
        return ""

    @cached_property
    def sentences(self) -> list[str]:
        prose = _DOUBLE.sub("''", re.sub(r"```.*?(?:```|\Z)", "\n", self.text, flags=re.DOTALL))
        plain = _GNU_QUOTE.sub(r"'\1'", _GNU_QUOTE_IN_A_QUOTE.sub(r"`\1'\2'\3`", prose))
        return [part for part in _split(plain) if part.strip()]

    @cached_property
    def _lines(self) -> LineClaims:
        return LineClaims(self.evidence, self.text)

    @cached_property
    def _quotations(self) -> Quotations:
        return Quotations(self.evidence, self.text)

    def _wrong_change(self, sentence: str) -> str:
        """Made in the code, or between two logs; "a for b" is also what came for what should have come."""
        for match in _CHANGE.finditer(sentence):
            old, new = _ends(match)
            if not self.evidence.is_code(new) and self._quotations.is_computed(new):
                continue  # What a run makes of a variable.
            logs = [flat(log) for log in self.evidence.logs]
            in_logs = len(logs) > 1 and holds(logs[-2], old) and holds(logs[-1], new)
            in_one = match["e"] is not None and holds(logs[-1], old) and holds(logs[-1], new)
            if not (in_logs or in_one or self._was_made(old, new)):
                return f"speaks of a change that was not made: {match[0][:100]!r}"
        return ""

    def _was_made(self, old: str, new: str) -> bool:
        """In one place, as where two lines change places; or in all: less of the old, or more of the new."""
        for hunk in line_changes(*self.evidence.codes):
            if holds(flat("\n".join(hunk.removed)), old) and holds(flat("\n".join(hunk.added)), new):
                return True
        before, after = map(flat, self.evidence.codes)
        return holds(before, old) and holds(after, new) and _differs(before, after, old, new)

    def _wrong_sameness(self, sentence: str) -> str:
        gone = _GONE.search(sentence)
        if SUPPOSED.search(unquoted(sentence)):
            return ""
        logs = [flat(log) for log in self.evidence.logs]
        of_an_edit = len(logs) > 1 and _WITHOUT_EFFECT.search(sentence)
        if (_ALL_THE_SAME.search(sentence) or of_an_edit) and (len(logs) < 2 or logs[-1] != logs[-2]):
            return "says that nothing changed, and the log did"
        if _STILL.search(sentence) and not (len(logs) > 1 and self._shared(sentence, logs)):
            return "says that a message stayed, and it did not"
        if gone and not (len(logs) > 1 and holds(logs[-2], gone[1]) and not holds(logs[-1], gone[1])):
            return f"says that a message is gone, and it is not: {gone[1][:80]!r}"
        return ""

    def _shared(self, sentence: str, logs: list[str]) -> bool:
        """Whether a quotation of the sentence, or, where there is none, some line, stands in both of the last logs."""
        quotes = [quote for quote in QUOTE.findall(sentence) if holds(logs[-1], quote) or holds(logs[-2], quote)]
        candidates = quotes or self.evidence.logs[-1].splitlines()
        return any(holds(logs[-1], one) and holds(logs[-2], one) for one in candidates if one.strip())

    def _wrong_value(self, sentence: str) -> str:
        for word, value in _VALUE.findall(unquoted(sentence)):
            if not stands_alone(self.evidence.known, value):
                return f"names a value that nothing has: {word} {value}"
        return ""


def _split(prose: str) -> Iterator[str]:
    """Sentences; a full stop inside a quotation ends none."""
    quotes: list[str] = []

    def kept(match: re.Match[str]) -> str:
        quotes.append(match[0])
        return f"`{len(quotes) - 1}`"

    for part in _SENTENCE.split(QUOTE.sub(kept, prose)):
        yield re.sub(r"`(\d+)`", lambda match: quotes[int(match[1])], part)


def _ends(match: re.Match[str]) -> tuple[str, str]:
    """Old and new; "b instead of a" has them the other way round."""
    groups = match.groupdict()
    if groups["e"] is not None:
        return groups["f"], groups["e"]
    for old, new in (("a", "b"), ("c", "d"), ("g", "h"), ("i", "j")):
        if groups[old] is not None:
            return groups[old], groups[new]
    raise AssertionError(match[0])


def _differs(before: str, after: str, old: str, new: str) -> bool:
    """Whether there is less of the old, or more of the new."""
    old, new = (flat(end).strip().removesuffix("...").rstrip() for end in (old, new))
    return before.count(old) > after.count(old) or after.count(new) > before.count(new)
