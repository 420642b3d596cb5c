"""What a reasoning claims of lines, names, values, changes and logs, checked against both programs and both logs.

A claim is checked where it can be read for sure: a quotation, a line's number beside a quotation of code, a change from
one quotation to another, a word for "the same as before". What is only expected or supposed is no claim.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import pairwise

from resources.domains.domain import Domain
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.diagnosis.differences import line_changes
from resources.generation.hindsight import HindsightRequest

QUOTE = re.compile(r"`([^`\n]+)`")
LINE = re.compile(r"\b[Ll]ines?\s+(\d+)\b")
_SENTENCE = re.compile(r"(?<=[.?!;])\s+(?=[A-Z`\"(])|\n+")
SUPPOSED = re.compile(
    r"\b(?:if|should|unless|whether|would|could|may|might|next run|expect|try|tries|suppose|perhaps|otherwise)\b", re.I
)
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
_NAME = re.compile(r"[A-Za-z_]\w{2,}")
_PLACED = re.compile(r"`(?P<quote>[^`\n]+)` \(line (?P<line>\d+)\)")
_BEHIND = re.compile(r"\b(?:after|behind|below)\s+line\b", re.I)
_HEAD = re.compile(
    r"\bfirst (?:message|complaint)\b|\bat the (?:very )?top\b|\bhead of the log\b|\bopens the log\b"
    r"|\b(?:log|output|run) (?:begins|starts) with\b|\bwhat comes first is\b|\bfirst thing it says\b|\bsays first\b",
    re.I,
)
_MOVED = re.compile(r"`(?P<text>[^`\n]+)`(?: moves| goes)? from line (?P<from>\d+) to (?:behind|after|below) line \d+")
_EMPTY = re.compile(r"(?<!`)``(?!`)")
_DOUBLE = re.compile(r"(?<!`)``(?=[^`\s])[^\n]*?[^`\s]``(?!`)")
"""Markdown's form for what has a backtick in it."""
_GNU_QUOTE = re.compile(r"`([^\s`']+)'(?=[\s,.;:)\"]|$)")
"""As GNU tools quote a name: no quotation of the author's begins there."""
_FEW_LINES = 3
_RESEMBLES = 0.75
_TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*")
_OPERATOR = re.compile(r"[-=<>&|^~+*/%;{}()\[\]!]")
_LEFT_OUT = re.compile(r"\u2026|\.\.\.")
_WITHOUT = re.compile(r"\b(?:do not|don't|without|neither|nor|rather than)\b", re.I)
_SAID_BY_TOOLS = re.compile(r"\b(?:expected|got|error|warning|note|failed)\b", re.I)
_VALUE = re.compile(r"\b(expected|got)\s+(-?(?:0x)?[0-9a-fA-F]+(?:\.\d+)?|[xXzZ])\b")


@dataclass(frozen=True)
class Claims:
    """One reasoning, beside what it may be checked against."""

    request: HindsightRequest
    text: str

    def false(self) -> str:
        """The first claim that does not hold, in a few words; "" where none is found."""
        for sentence in self.sentences:
            for found in (
                self._unknown_quote(sentence), self._wrong_line(sentence), self._wrong_change(sentence),
                self._wrong_sameness(sentence), self._wrong_value(sentence), self._wrong_place(sentence),
            ):  # fmt: skip
                if found:
                    return found
        return ""

    @cached_property
    def sentences(self) -> list[str]:
        prose = _DOUBLE.sub("''", re.sub(r"```.*?(?:```|\Z)", "\n", self.text, flags=re.DOTALL))
        return [part for part in _split(_GNU_QUOTE.sub(r"'\1'", prose)) if part.strip()]

    @cached_property
    def _codes(self) -> tuple[str, str]:
        return self.request.failed.candidate.code, self.request.corrected.candidate.code

    @cached_property
    def _logs(self) -> list[str]:
        """Of every attempt up to the failed one."""
        return [_said(self.request.domain, turn.observation) for turn in self.request.turns[: self.request.index]]

    @cached_property
    def _known(self) -> str:
        request = self.request
        bundle, instructions = request.bundle, request.instructions
        codes = [turn.candidate.code for turn in request.turns[: request.index + 1]]
        shown = [bundle.files[name] for name in instructions.files if name in bundle.files]
        told = [bundle.prompt, bundle.interface, bundle.candidate_file, instructions.text, *instructions.facts, *shown]
        return flat("\n".join([*codes, *self._logs, *told, *_labels(request.domain.outcomes), *request.domain.stages]))

    def _unknown_quote(self, sentence: str) -> str:
        if _EMPTY.search(sentence):
            return "quotes nothing"
        plain = QUOTE.sub(" ", sentence)
        for quote in QUOTE.findall(sentence):
            considered = (SUPPOSED.search(plain) or _WITHOUT.search(plain)) and self._is_from_elsewhere(quote)
            parts = [part for part in _LEFT_OUT.split(quote) if part.strip()]
            if not (considered or all(holds(self._known, part) or self._is_shortened(part) for part in parts)):
                return f"quotes what stands nowhere: {quote[:80]!r}"
        return ""

    def _is_from_elsewhere(self, quote: str) -> bool:
        """A name of the trade, as `memcpy`; one that resembles a name of the row is that name, written wrong."""
        names = _TOKEN.findall(quote)
        return len(names) == 1 and not get_close_matches(names[0], self._names, 1, _RESEMBLES)

    @cached_property
    def _names(self) -> set[str]:
        return set(_TOKEN.findall(self._known))

    def _is_shortened(self, quote: str) -> bool:
        """Code as engineers write it in prose: with other blanks, or `EGR = UG` for `TIM2->EGR = TIM_EGR_UG;`, where
        two lines have all its words."""
        if not _OPERATOR.search(quote) or _SAID_BY_TOOLS.search(quote):
            return False
        if any("".join(flat(quote).split()) in "".join(flat(line).split()) for line in self._lines):
            return True
        words = _TOKEN.findall(quote)
        names, numbers = (
            [word for word in words if not word[0].isdigit()],
            [word for word in words if word[0].isdigit()],
        )
        return any(map(str.isalpha, names)) and any(
            all(name in line for name in names) and all(_stands_in(line, number) for number in numbers)
            for line in self._lines
        )

    @cached_property
    def _lines(self) -> list[str]:
        """Each with the next one."""
        codes = [turn.candidate.code for turn in self.request.turns[: self.request.index + 1]]
        texts = [text.splitlines() for text in (*codes, self.request.bundle.prompt)]
        return [f"{one} {other}" for lines in texts for one, other in pairwise([*lines, ""])]

    def _wrong_line(self, sentence: str) -> str:
        """A quotation with a line behind it in brackets stands there. In a sentence with one line's number something of
        the code that it quotes stands in that line; where it quotes none, the line changed, then or later, or a log
        names it, or it shares a name with the sentence."""
        for placed in _PLACED.finditer(sentence):
            if not self._stands(int(placed["line"]), [placed["quote"]], sentence):
                return _elsewhere(int(placed["line"]), placed["quote"])
        numbers = set(map(int, LINE.findall(sentence))) - {0}
        if len(numbers) != 1:
            return ""
        (number,) = numbers
        stages = self.request.domain.stages
        quotes = [quote for quote in QUOTE.findall(sentence) if quote not in stages and self.is_code(quote)]
        if not quotes:
            return "" if self._is_about(number, sentence) else f"speaks of line {number}, which has no part in it"
        return "" if self._stands(number, quotes, sentence) else _elsewhere(number, quotes[0])

    def _stands(self, number: int, quotes: list[str], sentence: str) -> bool:
        """In that line of either program, in what a log says of it, or, after that line, in what is put there."""
        lines = [line for code in self._codes for line in _lines_at(code, (number,))]
        lines += [line for log in self._logs for line in log.splitlines() if _names_line(line, number)]
        if _BEHIND.search(sentence):
            lines += [line for code in self._codes for line in _lines_at(code, (number + 1,))]
            lines += [line for hunk in line_changes(*self._codes) if hunk.line == number + 1 for line in hunk.added]
        return any(holds(flat(line), quote) for line in lines for quote in quotes)

    def is_code(self, quote: str) -> bool:
        return any(holds(flat(code), quote) for code in self._codes)

    def _is_about(self, number: int, sentence: str) -> bool:
        named = any(_names_line(log, number) for log in self._logs)
        names = set(_NAME.findall(QUOTE.sub(" ", sentence)))
        rare = {name for name in names if any(_is_rare(code, name) for code in self._codes)}
        shared = any(rare & set(_NAME.findall(line)) for code in self._codes for line in _lines_at(code, (number,)))
        return named or shared or number in self._changed

    @cached_property
    def _changed(self) -> set[int]:
        """Lines of a program that are others in the next one or in the one that passed; of the last change, too."""
        before, after = self._codes
        last = self.request.turns[-1].candidate.code
        pairs = [(before, after), (before, last), (after, last)]
        if self.request.index > 1:
            pairs.append((self.request.turns[self.request.index - 2].candidate.code, before))
        return {line for old, new in pairs for line in _touched(old, new)}

    def _wrong_change(self, sentence: str) -> str:
        """Made in the code, or between two logs; "a for b" is also what came for what should have come."""
        for match in _CHANGE.finditer(sentence):
            old, new = _ends(match)
            logs = [flat(log) for log in self._logs]
            in_logs = len(logs) > 1 and holds(logs[-2], old) and holds(logs[-1], new)
            in_one = match["e"] is not None and holds(logs[-1], old) and holds(logs[-1], new)
            if not (in_logs or in_one or self._was_made(old, new)):
                return f"speaks of a change that was not made: {match[0][:100]!r}"
        return ""

    def _was_made(self, old: str, new: str) -> bool:
        """In one place, as where two lines change places; or in all: less of the old, or more of the new."""
        for hunk in line_changes(*self._codes):
            if holds(flat("\n".join(hunk.removed)), old) and holds(flat("\n".join(hunk.added)), new):
                return True
        before, after = map(flat, self._codes)
        return holds(before, old) and holds(after, new) and _differs(before, after, old, new)

    def _wrong_sameness(self, sentence: str) -> str:
        gone = _GONE.search(sentence)
        if SUPPOSED.search(QUOTE.sub(" ", sentence)):
            return ""
        logs = [flat(log) for log in self._logs]
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
        candidates = quotes or self._logs[-1].splitlines()
        return any(holds(logs[-1], one) and holds(logs[-2], one) for one in candidates if one.strip())

    def _wrong_place(self, sentence: str) -> str:
        """What is said to open the log stands in its first line; what is said to leave a line stood there."""
        first = _first_line(self._raw_log)
        quotes = [quote for quote in QUOTE.findall(sentence) if self._is_said(quote)]
        if _HEAD.search(QUOTE.sub(" ", sentence)) and quotes and not any(holds(first, quote) for quote in quotes):
            return f"says of a message that it opens the log, and it does not: {quotes[0][:80]!r}"
        for moved in _MOVED.finditer(sentence):
            if not any(holds(flat(line), moved["text"]) for line in _lines_at(self._codes[0], (int(moved["from"]),))):
                return _elsewhere(int(moved["from"]), moved["text"])
        return ""

    @cached_property
    def _raw_log(self) -> str:
        return self.request.turns[self.request.index - 1].observation.text

    def _is_said(self, quote: str) -> bool:
        return holds(flat(self._raw_log), quote) and not self.is_code(quote)

    def _wrong_value(self, sentence: str) -> str:
        for word, value in _VALUE.findall(QUOTE.sub(" ", sentence)):
            if not re.search(rf"(?<![\w.]){re.escape(value)}(?![\w.])", self._known):
                return f"names a value that nothing has: {word} {value}"
        return ""


def false_claim(request: HindsightRequest, text: str) -> str:
    return Claims(request, text).false()


def _names_line(log: str, number: int) -> bool:
    """Whether it speaks of a line of that number, as tools write one; a bench's cycle 20 is none."""
    return re.search(rf"(?::|\(|\b[Ll]ines? ){number}\b", log) is not None


def _stands_in(line: str, number: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(number)}(?![\w.])", line) is not None


def _first_line(log: str) -> str:
    return flat(next((line for line in log.splitlines() if line.strip()), ""))


def _elsewhere(number: int, quote: str) -> str:
    return f"says of line {number} what stands elsewhere: {quote[:80]!r}"


def _labels(outcomes: Iterable[Outcome]) -> list[str]:
    """As they are written, and in words."""
    return [text for label in outcomes for text in (label.value, label.value.replace("_", " "))]


def _split(prose: str) -> Iterator[str]:
    """Sentences; a full stop inside a quotation ends none."""
    quotes: list[str] = []

    def kept(match: re.Match[str]) -> str:
        quotes.append(match[0])
        return f"`{len(quotes) - 1}`"

    for part in _SENTENCE.split(QUOTE.sub(kept, prose)):
        yield re.sub(r"`(\d+)`", lambda match: quotes[int(match[1])], part)


def _said(domain: Domain, observation: Observation) -> str:
    """Its log, its labels, and its messages as the domain reads them, which may join several lines."""
    stages = " ".join(stage.stage for stage in observation.stages)
    messages = "\n".join(item.message for item in domain.diagnostics(observation))
    return f"{observation.outcome.value} {observation.stage} {stages}\n{observation.text}\n{messages}"


def flat(text: str) -> str:
    """White space alike, and no quotes: a log's backticks cannot stand in a quotation."""
    return re.sub(r"\s+", " ", re.sub(r"[`´‘’'\"]", "", text))


def holds(text: str, quote: str) -> bool:
    """Whether a quotation, which may be cut, stands in a text made flat."""
    return flat(quote).strip().removesuffix("...").rstrip() in text


def _lines_at(code: str, numbers: tuple[int, ...]) -> list[str]:
    lines = code.splitlines()
    return [lines[number - 1] for number in numbers if 0 < number <= len(lines)]


def _touched(old: str, new: str) -> Iterator[int]:
    """Lines of the old text that the change takes away, and those beside which it adds some."""
    for hunk in line_changes(old, new):
        yield from range(max(1, hunk.line - 1), hunk.line + max(1, len(hunk.removed)))


def _is_rare(code: str, name: str) -> bool:
    """A name of many lines points at none of them."""
    return 0 < sum(name in _NAME.findall(line) for line in code.splitlines()) <= _FEW_LINES


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
