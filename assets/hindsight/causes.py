"""What a reasoning claims of causes, judged by what runs showed.

A cause is accepted where the change touches it and the message that it is said to make is not in the next log, which
must have come at least as far. What is ruled out has been tried in an earlier run that said the same, passed a stage
that is named, or is argued from what is quoted. Statements about data ("`q` comes from `d`") are no causes, and what is
only supposed is no claim.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from assets.hindsight.claims import Claims
from assets.hindsight.evidence import LINE, QUOTE, SUPPOSED, flat, holds, unquoted
from resources.generation.diagnosis.differences import line_changes
from resources.generation.diagnosis.symptom import Effect, Symptom, alike
from resources.generation.hindsight import HindsightRequest
from resources.generation.trajectory import Turn

_CAUSE = re.compile(
    r"\b(?:root )?cause[sd]?\b(?! of (?:the|a) (?:reset|interrupt)\b)"
    r"|\bculprit\b|\bto blame\b|\bat fault\b|\bresponsible\b|\bwhat has to change\b"
    r"|\b(?:fault|mistake|bug|error|problem|trouble) (?:is|lies|sits|stands|was)(?: (?:in|at|on|with|here|there)\b|:)"
    r"|\bwhat is (?:wrong|missing)\b|\bsomething is missing\b|\bbrea(?:ks|ky|king)\b",
    re.I,
)
_OF_A_MESSAGE = re.compile(
    r"\bbecause\b|\bdue to\b|\bowed to\b|\b(?:comes?|came|stems?|results?|follows?|arises?) from\b(?!\s+(?:0x)?\d)"
    r"|\bgoes back to\b"
    r"|\b(?:leads?|led) to\b|\bresults? in\b|\bproduc(?:es|ed)\b|\b(?:that|which) is why\b|\bexplains?\b"
    r"|\baccounts? for\b|\bgives? rise\b|\btriggers?\b|\bis (?:about|made by)\b"
    r"|\bmakes? the (?:tool|bench|run|compiler)\b|\bso the \w+ says\b",
    re.I,
)
_BACK = re.compile(
    r"\b(?:because|due to|owed to|goes back to"
    r"|(?:comes?|came|stems?|results?|follows?|arises?) from(?!\s+(?:0x)?\d))\b",
    re.I,
)
"""What a clause says before the last such word is an effect."""
_CLAUSE = re.compile(r"[^,;:]+[,;:]?|[,;:]")
_SYMPTOM = re.compile(
    r"\b(?:message|error|mismatch(?:es)?|failures?|fails?|failed|failing|complain\w*|warning|log|symptom|verdict)\b",
    re.I,
)
_RULED_OUT = re.compile(
    r"\brules? out\b|\bruled out\b|\bnothing to do with\b|\bcannot be (?:it|the \w+)\b|\bset aside\b|\bdismiss\w*\b"
    r"|\b(?:is|was|am|are|were) not (?:the (?:cause|culprit|reason|problem)|it|to blame|at fault)\b"
    r"|\b(?:is|are) innocent\b|\bisn't (?:the|it|to blame|at fault)\b",
    re.I,
)
_ARGUED = re.compile(r"(?::|,| -|\u2014|\b(?:as|since|because|for|while))\s[^.]*`[^`\n]+`", re.I)
_CONCLUDED = re.compile(r"\A\s*(?:so|hence|thus|therefore|that|this)\b|,\s*then\b|\btherefore\b", re.I)
_REFERS = re.compile(r"\b(?:it|that|this|there|both|the same)\b", re.I)
"""Words by which a sentence names the place that the one before it named."""
_THE_MESSAGE = re.compile(r"\b(?:this|that|the same) (?:message|error|failure|log|mismatch)\b", re.I)


@dataclass(frozen=True)
class Causes:
    """One reasoning's causal claims beside both programs and the runs around them."""

    request: HindsightRequest
    claims: Claims

    def false(self) -> str:
        """The first that no run bears out, in a few words; "" where there is none."""
        sentences = self.claims.sentences
        return next(
            (found for pair in zip(["", *sentences], sentences, strict=False) if (found := self._false(*pair))), ""
        )

    def _false(self, before: str, sentence: str) -> str:
        plain = unquoted(sentence)
        if SUPPOSED.search(plain):
            return ""
        if _RULED_OUT.search(plain):
            argued = _ARGUED.search(sentence) or (_CONCLUDED.search(sentence) and QUOTE.search(before))
            return "" if argued else self._not_ruled_out(sentence)
        said = [quote for quote in QUOTE.findall(sentence) if self.claims.evidence.is_said(quote)]
        is_of_message = bool(_OF_A_MESSAGE.search(plain)) and bool(said or _SYMPTOM.search(plain))
        if not (_CAUSE.search(plain) or is_of_message):
            return ""
        refers = _REFERS.search(_THE_MESSAGE.sub("", _without_effects(plain)))
        return self._not_shown(sentence, said, before if refers else "")

    def _not_shown(self, sentence: str, said: list[str], referred: str) -> str:
        """A sentence that names no place of the code claims nothing that could be looked up."""
        lines, quotes = self._places(_without_effects(sentence))
        if not lines and not quotes:
            return ""
        before, after = self.claims.evidence.codes
        told = [(lines, quotes)] if lines else [(lines, quotes), self._places(referred)]
        if not any(self._touches(before, after, *places) for places in told):
            return f"names a cause that the change does not touch: {sentence.strip()[:80]!r}"
        if not self._is_gone(said):
            return f"names the cause of a message that the next run does not take away: {sentence.strip()[:80]!r}"
        return ""

    def _not_ruled_out(self, sentence: str) -> str:
        lines, quotes = self._places(sentence)
        failed = self.request.failed.observation
        stages = self.request.domain.stages
        behind = stages[: stages.index(failed.stage)] if failed.stage in stages else ()
        if not (lines or quotes) or any(quote in behind for quote in QUOTE.findall(sentence)):
            return ""
        turns = self.request.turns[: self.request.index]
        for earlier, later in pairwise(turns):
            stayed = self._symptom(earlier).effect(self._symptom(later)) is Effect.STAYED
            if stayed and self._touches(earlier.candidate.code, later.candidate.code, lines, quotes):
                return ""
        return f"rules out what no run has tried: {sentence.strip()[:80]!r}"

    def _places(self, sentence: str) -> tuple[set[int], list[str]]:
        quotes = [
            quote
            for quote in QUOTE.findall(sentence)
            if self.claims.evidence.is_code(quote) and not self.claims.evidence.is_said(quote)
        ]
        return set(map(int, LINE.findall(unquoted(sentence)))), quotes

    def _touches(self, before: str, after: str, lines: set[int], quotes: list[str]) -> bool:
        """A line that goes, changes, or beside which lines come; where no line is named, a quotation of one."""
        hunks = line_changes(before, after)
        if lines:
            return any(self._reaches(hunk.line, len(hunk.removed)) & lines for hunk in hunks)
        texts = [flat("\n".join((*hunk.removed, *hunk.added))) for hunk in hunks]
        return any(holds(text, quote) for text in texts for quote in quotes)

    def _reaches(self, first: int, count: int) -> set[int]:
        return set(range(first, first + count)) if count else {first - 1, first}

    def _is_gone(self, said: list[str]) -> bool:
        """Of the messages that a sentence quotes, else of the first."""
        symptom, later = self._symptom(self.request.failed), self._symptom(self.request.corrected)
        effect = symptom.effect(later)
        if effect is Effect.EARLIER:
            return False
        if later.observation.outcome.passed or not said or any(_begins(symptom.first, quote) for quote in said):
            return effect in (Effect.GONE, Effect.PASSED_ON)
        again = {alike(text) for text in (*later.messages, *later.observation.text.splitlines())}
        return not any(_begins(text, alike(quote)) for text in again for quote in said)

    def _symptom(self, turn: Turn) -> Symptom:
        return Symptom(self.request.domain, turn.observation, turn.candidate.code)


def _without_effects(sentence: str) -> str:
    """Of "`any_bit` is wrong because `y` is" the second half; all of a sentence that speaks of a cause otherwise."""
    masked = QUOTE.sub(lambda match: "_" * len(match[0]), sentence)
    if _CAUSE.search(masked):
        return sentence
    kept = []
    for clause in _CLAUSE.finditer(masked):
        backs = [match.end() for match in _BACK.finditer(clause[0])]
        kept.append(sentence[clause.start() + max(backs, default=0) : clause.end()])
    return "".join(kept)


def _begins(message: str, quote: str) -> bool:
    """Whether a quotation, maybe cut, is of a message; quotes are not compared."""
    one, other = (re.sub(r"[`´‘’'\"]", "", text) for text in (message, quote.removesuffix("...").rstrip()))
    return bool(other) and other in one
