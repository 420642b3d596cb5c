"""Whether what a reasoning quotes stands somewhere: in a program, a log or the task; shortened, or computed from it."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import pairwise

from assets.hindsight.evidence import QUOTE, SUPPOSED, TOKEN, Evidence, flat, holds, names_line, stands_alone, unquoted

_EMPTY = re.compile(r"(?<!`)``(?!`)")
_RESEMBLES = 0.76
_OPERATOR = re.compile(r"[-=<>&|^~+*/%;{}()\[\]!]")
_COMPUTES = re.compile(r"==|!=|<=|>=|<<|>>|[-+*/%&|^<>]")
_ASSIGNS = re.compile(r"(?<![=!<>])=(?!=)|[;{}\u2192]")
_FEW_CODE_WORDS, _FEW_LOG_WORDS = 2, 4
_NUMBER = re.compile(r"(?<![\w.])-?(?:0x[0-9a-fA-F]+|\d+)(?![\w.])")
_PLACE = re.compile(r"\A([\w./]+):(\d{1,9}):\s+")
"""As tools write where; a trace has it in another form."""
_WITHOUT = re.compile(r"\b(?:do not|don't|without|neither|nor|rather than)\b", re.I)
_SAID_BY_TOOLS = re.compile(r"\b(?:expected|got|error|warning|note|failed)\b", re.I)
_LIST = re.compile(r"`[^`\n]+`(?:(?:, | and | or |, and |, or )`[^`\n]+`){2,}")
LEFT_OUT = re.compile(r"\u2026|\.\.\.|\\[0nrt]")
"""What stands for a text's rest, or for a character that no log prints."""


@dataclass(frozen=True)
class Quotations:
    """One text's, beside what it may be checked against."""

    evidence: Evidence
    text: str

    def unknown(self, sentence: str) -> str:
        """The first quotation of what stands nowhere, in a few words; "" where each is known."""
        if _EMPTY.search(sentence):
            return "quotes nothing"
        plain = unquoted(sentence)
        for quote in QUOTE.findall(sentence):
            considered = (SUPPOSED.search(plain) or _WITHOUT.search(plain)) and self._is_from_elsewhere(quote)
            if not (considered or self._is_known(quote) or self._is_sister(quote, sentence)):
                return f"quotes what stands nowhere: {quote[:80]!r}"
        return ""

    def _is_known(self, quote: str) -> bool:
        place = _PLACE.match(quote)
        if place and self._stands(place[1]) and any(names_line(log, int(place[2])) for log in self.evidence.logs):
            quote = quote[place.end() :]
        parts = [part for part in LEFT_OUT.split(quote) if TOKEN.search(part)]
        ways = (
            self._stands,
            self._is_shortened,
            self.is_computed,
            self._is_equal,
            self._is_cut_from_a_log,
            self._is_of_the_trade,
        )
        return all(any(known(part) for known in ways) for part in parts)

    def _stands(self, quote: str) -> bool:
        return holds(self.evidence.known, quote)

    def _is_of_the_trade(self, quote: str) -> bool:
        """`movsbl`, or `empty_like(x)`: names of the trade, with names of the row; no code of its own."""
        words = TOKEN.findall(quote)
        return (
            not (_ASSIGNS.search(quote) or _COMPUTES.search(quote))
            and all(
                word in self.evidence.trade or word in self.evidence.names for word in words if not word[0].isdigit()
            )
            and not any(word[0].isdigit() for word in words)
        )

    def _is_equal(self, quote: str) -> bool:
        """A number of the row in another base, or as 64 bits without a sign."""
        value = _value(quote)
        return value is not None and any(value == _value(word) for word in _NUMBER.findall(self.evidence.known))

    def _is_sister(self, quote: str, sentence: str) -> bool:
        """One of a list of names of one length, of which the first is known: `%bh` behind `%ah`."""
        listed = next((match[0] for match in _LIST.finditer(sentence) if f"`{quote}`" in match[0]), "")
        names = QUOTE.findall(listed)
        return len({len(name) for name in names}) == 1 and all(holds(self.evidence.known, name) for name in names[:1])

    def is_computed(self, quote: str) -> bool:
        """An expression of the author's own, as `byte - 97 <= 25`: each name and each number of it is known, and it
        puts nothing anywhere."""
        quote = flat(quote).lstrip("= ")
        words = TOKEN.findall(quote)
        numbers = [word for word in words if word[0].isdigit()]
        return (
            len(words) >= _FEW_CODE_WORDS
            and bool(_COMPUTES.search(quote))
            and not (_ASSIGNS.search(quote) or _SAID_BY_TOOLS.search(quote))
            and all(word in self._words for word in words if not word[0].isdigit())
            and all(number in ("0", "1") or stands_alone(self.evidence.known, number) for number in numbers)
        )

    def _is_cut_from_a_log(self, quote: str) -> bool:
        """What stands in one of its lines with words left out: `row=4: expected e` of `row=4 y: expected 0e got 1`."""
        words = [word.lstrip("0") for word in TOKEN.findall(quote)]
        return len(words) >= _FEW_LOG_WORDS and any(
            _in_order(words, [word.lstrip("0") for word in TOKEN.findall(line)])
            for log in self.evidence.logs
            for line in log.splitlines()
        )

    @cached_property
    def _words(self) -> set[str]:
        """Names of the row, and the words that the text itself uses outside of quotations."""
        return self.evidence.names | set(TOKEN.findall(unquoted(self.text)))

    def _is_from_elsewhere(self, quote: str) -> bool:
        """A name of the trade, as `memcpy`; one that resembles a name of the row is that name, written wrong."""
        names = TOKEN.findall(quote)
        return len(names) == 1 and not get_close_matches(names[0], self.evidence.names, 1, _RESEMBLES)

    def _is_shortened(self, quote: str) -> bool:
        """Code as engineers write it in prose: with other blanks, or `EGR = UG` for `TIM2->EGR = TIM_EGR_UG;`, where
        two lines have all its words."""
        if not _OPERATOR.search(quote) or _SAID_BY_TOOLS.search(quote):
            return False
        if any("".join(flat(quote).split()) in "".join(flat(line).split()) for line in self._lines):
            return True
        words = TOKEN.findall(quote)
        names, numbers = (
            [word for word in words if not word[0].isdigit()],
            [word for word in words if word[0].isdigit()],
        )
        return any(map(str.isalpha, names)) and any(
            all(name in line for name in names) and all(stands_alone(line, number) for number in numbers)
            for line in self._lines
        )

    @cached_property
    def _lines(self) -> list[str]:
        """Each with the next one."""
        texts = [text.splitlines() for text in (*self.evidence.attempts, self.evidence.request.bundle.prompt)]
        return [f"{one} {other}" for lines in texts for one, other in pairwise([*lines, ""])]


def _in_order(words: list[str], line: list[str]) -> bool:
    rest = iter(line)
    return all(word in rest for word in words)


def _value(text: str) -> int | None:
    """Modulo 2 to the 64; None of what is no whole number."""
    try:
        return int(text.strip().lstrip("$"), 0) % 2**64
    except ValueError:
        return None
