"""What a reasoning says of lines by their numbers: what stands there, what changes or leaves them, what opens the log.

A quotation is held to the number that its clause names. Of a number alone it can be told whether that line changes, and
nothing else: "line 18 is right" is an opinion.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from assets.hindsight.evidence import LINE, QUOTE, Evidence, flat, holds, names_line, unquoted
from resources.generation.diagnosis.differences import line_changes

_SEVERAL = re.compile(r"(?:,| and\b| or\b| to\b|\s*[-/\u2013])\s*\d")
"""Behind a number of more lines than one."""
_PLACED = re.compile(r"`(?P<quote>[^`\n]+)` \(line (?P<line>\d{1,9})\)")
_BEHIND = re.compile(r"\b(?:after|behind|below)\s+line\b", re.I)
_HEAD = re.compile(
    r"\bfirst (?:message|complaint)\b|\bat the (?:very )?top\b|\bhead of the log\b|\bopens the log\b"
    r"|\b(?:log|output|run) (?:begins|starts) with\b|\bwhat comes first is\b|\bfirst thing it says\b|\bsays first\b",
    re.I,
)
_MOVED = re.compile(
    r"`(?P<text>[^`\n]+)`(?: moves| goes)? from line (?P<from>\d{1,9}) to (?:behind|after|below) line \d"
)
_CLAUSE_END = re.compile(r"[,;:()\u2014]")
_OPENS = re.compile(
    r"\s*(?:(?:and|but|so|then|while|the|what|new)\s+)*(?:(?:I|we)\s+\w+\s+(?:(?:out|away)\s+)?|let me \w+\s+)?"
    r"(?:(?:in|on|at|from|with|behind|after|below|for|as to)\s+)?\Z",
    re.I,
)
"""What may stand before a number that a clause begins with: then it speaks of what follows."""
_ELSEWHERE = re.compile(r"\s+(?:(?:of|in)\s+`|closes\b|ends\b|skips\b|leaves\b|jumps\b|goes\b)")
_COMMA, _APPOSITION = re.compile(r"\s*,"), re.compile(r"\s*,(?=\s*`[^`]*`,)")
_SHOWS = re.compile(
    r"(?:\s*[,:;]|\s+(?:has|reads|says|writes|holds|contains|declares|assigns|computes|sets|is|was|goes|from|where|I"
    r"|have|it|replace|want|still|now|only|just|the|a))*\s*`"
)
"""Words between a number and a quotation of what stands there."""
_SAYS = re.compile(r"[^`]{0,60}\b(?:has|have|says|reads|find)\s+`[^`]*`")
"""What a line is said to say, however far behind its number."""
_REACH = 400
"""Characters of a clause that are looked at: some texts have no end of a sentence."""
_AND = re.compile(r"\band\b")
_CHANGES = re.compile(
    r"\b(?:I|we) (?:\w+ )?(?:change|edit|alter|fix|mend|correct|try|rewrite|replace|turn|delete|drop|remove|go to)\b"
    r"|\blet me try\b|\bchanges\b|\bguess\w*\b|\bis wrong\b|\bmistake\b|\bto blame\b|\bone change\b"
    r"|\bedit\b|\brewritten\b|\bmissing (?:before|above)\b|\bchange (?:to|in|of)\b",
    re.I,
)
"""Said of a line, it is one that changes."""


@dataclass(frozen=True)
class LineClaims:
    """One text's, sentence by sentence."""

    evidence: Evidence
    text: str

    def wrong(self, sentence: str) -> str:
        """In a few words what does not hold; "" where all does."""
        return self._wrong_line(sentence) or self._wrong_opening(sentence) or self._wrong_move(sentence)

    def _wrong_line(self, sentence: str) -> str:
        """A quotation with a line behind it in brackets stands there. Of a sentence that names one line, what its
        clause quotes of the code does."""
        for placed in _PLACED.finditer(sentence):
            number, quote = int(placed["line"]), placed["quote"]
            if self.evidence.is_code(quote) and not self._stands(number, [quote], sentence):
                return _elsewhere(number, quote)
        mentions = list(self._mentions(sentence))
        for number, quotes in mentions:
            if quotes and not self._stands(number, quotes, sentence):
                return _elsewhere(number, quotes[0])
        alone = {number for number, quotes in mentions if not quotes}
        if len(mentions) == len(alone) == 1 and _CHANGES.search(unquoted(sentence)) and not self._changes(min(alone)):
            return f"speaks of line {min(alone)}, which has no part in it"
        return ""

    def _mentions(self, sentence: str) -> Iterator[tuple[int, list[str]]]:
        """Each number, but of several lines at once, with the code that its clause quotes: before it, or, where it
        opens the clause, behind it."""
        masked = QUOTE.sub(lambda match: "`" + "_" * (len(match[0]) - 2) + "`", sentence)
        told = 0
        for match in LINE.finditer(masked):
            number = int(match[1])
            if number == 0 or _SEVERAL.match(masked, match.end()):
                continue
            ends = _CLAUSE_END.finditer(masked, max(0, match.start() - _REACH), match.start())
            first = max((end.end() for end in ends), default=0)
            lead = masked[first : match.start()]
            if masked[:first].endswith("(") and not lead.strip():
                yield number, []  # It belongs to what stands before the bracket.
                continue
            opens = _OPENS.match(lead) is not None
            before = [] if opens else self._code_in(sentence[max(first, told) : match.start()])
            told = match.end() if before else _told_until(masked, match.end(), opens)
            if not (before or opens or _SHOWS.match(masked, match.end())):
                told = match.end()
            if shown := _SAYS.match(masked, match.end()):
                told = max(told, shown.end())
            yield number, before or self._code_in(sentence[match.end() : told])

    def _code_in(self, part: str) -> list[str]:
        stages = self.evidence.request.domain.stages
        quotes = [quote for quote in QUOTE.findall(part) if quote not in stages and self.evidence.is_code(quote)]
        return [quote for quote in quotes if not self.evidence.is_scope(quote)]

    def _stands(self, number: int, quotes: list[str], sentence: str) -> bool:
        """In that line of either program, in what a log says of it, or, after that line or in its place, in what is
        put there."""
        codes = self.evidence.codes
        lines = [line for code in codes for line in _lines_at(code, (number,))]
        lines += [line for log in self.evidence.logs for line in log.splitlines() if names_line(line, number)]
        hunks = line_changes(*codes)
        lines += [line for hunk in hunks if hunk.line <= number < hunk.line + len(hunk.removed) for line in hunk.added]
        if _BEHIND.search(sentence):
            lines += [line for code in codes for line in _lines_at(code, (number + 1,))]
            lines += [line for hunk in hunks if hunk.line == number + 1 for line in hunk.added]
        return any(holds(flat(line), quote) for line in lines for quote in quotes)

    def _changes(self, number: int) -> bool:
        """Now or later; or a log names it."""
        return number in self.evidence.changed or any(names_line(log, number) for log in self.evidence.logs)

    def _wrong_opening(self, sentence: str) -> str:
        """What is said to open the log stands in its first lines."""
        first = _first_lines(self.evidence.log)
        quotes = [quote for quote in QUOTE.findall(sentence) if self.evidence.is_said(quote)]
        if _HEAD.search(unquoted(sentence)) and quotes and not any(holds(first, quote) for quote in quotes):
            return f"says of a message that it opens the log, and it does not: {quotes[0][:80]!r}"
        return ""

    def _wrong_move(self, sentence: str) -> str:
        """What is said to leave a line stood there."""
        for moved in _MOVED.finditer(sentence):
            lines = _lines_at(self.evidence.codes[0], (int(moved["from"]),))
            if not any(holds(flat(line), moved["text"]) for line in lines):
                return _elsewhere(int(moved["from"]), moved["text"])
        return ""


def _told_until(masked: str, start: int, opens: bool) -> int:
    """Where that ends which a line's number speaks of: with its clause, or with the next one where the number opens a
    sentence's part and a comma stands behind it; at an "and", and at the next number. Nothing where it is said what
    the line closes, or what it is a line of."""
    if _ELSEWHERE.match(masked, start):
        return start
    skipped = (_COMMA if opens else _APPOSITION).match(masked, start)
    begin = skipped.end() if skipped else start
    last = begin + _REACH
    ends = (pattern.search(masked, begin, last) for pattern in (_CLAUSE_END, _AND, LINE))
    return min((end.start() for end in ends if end), default=min(last, len(masked)))


def _lines_at(code: str, numbers: tuple[int, ...]) -> list[str]:
    lines = code.splitlines()
    return [lines[number - 1] for number in numbers if 0 < number <= len(lines)]


def _first_lines(log: str) -> str:
    """Two, since an assembler has a heading."""
    return flat(" ".join([line for line in log.splitlines() if line.strip()][:2]))


def _elsewhere(number: int, quote: str) -> str:
    return f"says of line {number} what stands elsewhere: {quote[:80]!r}"
