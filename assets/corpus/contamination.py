"""Whether a program holds a benchmark's solution, or a prompt a benchmark's, whatever was renamed or reformatted.

A text is contaminated by a benchmark's when most of the latter's runs of tokens stand in it, when most of both stands
in one order, or when both have one fingerprint: then it may have been written anew in another style.

"In one order" is Rouge-L over tokens, whatever stands between. Edits that are spread evenly leave no long run of tokens
whole, and yet most of a program. Kernels of one kind share most as well, so a solution is known by more than what its
nearest neighbour shares with it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assets.corpus.code_tokens import code_tokens, shingles
from resources.domains.fingerprints import NO_FINGERPRINT, Fingerprint

CODE_RUN, CODE_SHARE = 10, 0.8
SHORT_RUN, SHORT_SHARE = 6, 0.9
"""Runs of six survive where statements change places; a larger share of them has to be there, since they are common."""
WORDS_RUN, WORDS_SHARE = 10, 0.5
LEAST_RUNS = 12
"""Of fewer runs a text is too short to be anybody's: a half adder is written in one way."""
LEAST_SIZE = 8
"""The same of what a fingerprint is taken of."""
_WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class HeldOut:
    """A text that no row may hold. `language` is "" for prose; a program that belongs to a task has its `seed_id`."""

    name: str
    text: str
    language: str = ""
    seed_id: str = ""


@dataclass
class _Index:
    """Runs of one length → which held-out texts have them."""

    length: int
    share: float
    names: list[str] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    places: dict[str, list[int]] = field(default_factory=dict)

    def add(self, name: str, tokens: list[str]) -> None:
        runs = shingles(tokens, self.length)
        if len(runs) < LEAST_RUNS:
            return
        for run in runs:
            self.places.setdefault(run, []).append(len(self.names))
        self.names.append(name)
        self.totals.append(len(runs))

    def held(self, tokens: list[str]) -> str:
        """The name of the text that most of which stands here, "" where none does."""
        shared = Counter(place for run in shingles(tokens, self.length) for place in self.places.get(run, ()))
        found = [(count / self.totals[place], self.names[place]) for place, count in shared.items()]
        share, name = max(found, default=(0.0, ""))
        return name if share >= self.share else ""


class Contamination:
    """Asks of programs and prompts which held-out text they hold."""

    def __init__(
        self,
        texts: Iterable[HeldOut],
        fingerprints: Mapping[str, Fingerprint] | None = None,
        known: Iterable[HeldOut] = (),
    ) -> None:
        """`fingerprints` are those of held-out programs, by their texts' names; `known` are programs of other tasks."""
        self._owners = {
            key: name for name, own in (fingerprints or {}).items() if own.size >= LEAST_SIZE for key in keys(own)
        }
        self._code = (_Index(CODE_RUN, CODE_SHARE), _Index(SHORT_RUN, SHORT_SHARE))
        self._words = _Index(WORDS_RUN, WORDS_SHARE)
        programs: dict[str, list[str]] = {}
        for held in texts:
            if held.language:
                programs[held.name] = code_tokens(held.text, held.language)
                for index in self._code:
                    index.add(held.name, programs[held.name])
            else:
                self._words.add(held.name, words(held.text))
        others = [code_tokens(other.text, other.language) for other in known]
        self._order = CommonOrder(programs, others)

    def of_code(self, code: str, language: str, fingerprint: Fingerprint = NO_FINGERPRINT) -> str:
        """The held-out text's name, "" where the program holds none."""
        return self.of_tokens(code_tokens(code, language)) or self.of_fingerprint(fingerprint)

    def of_tokens(self, tokens: list[str]) -> str:
        return next((name for index in (*self._code, self._order) if (name := index.held(tokens))), "")

    def of_fingerprint(self, fingerprint: Fingerprint) -> str:
        return next((self._owners[key] for key in keys(fingerprint) if key in self._owners), "")

    def of_prose(self, text: str) -> str:
        return self._words.held(words(text))


def keys(fingerprint: Fingerprint) -> tuple[str, ...]:
    return (*fingerprint.forms, *fingerprint.meanings)


def words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def held_out_seeds(seeds: Iterable[Mapping[str, str]], language: str) -> Iterable[HeldOut]:
    """`seeds` have seed_id, prompt and reference."""
    for seed in seeds:
        yield HeldOut(seed["seed_id"], seed["prompt"])
        if seed["reference"]:
            yield HeldOut(seed["seed_id"], seed["reference"], language, seed["seed_id"])


LEAST_TOKENS = 21
"""Twelve runs of ten: what is shorter is nobody's."""
SHARE, SAME = 0.8, 0.97
"""What shares more is this program once more, and no neighbour."""
_FIRST_CHARACTER = 0x20
_UNKNOWN = "\x01"
"""For tokens that no known program has."""


class CommonOrder:
    """Of held-out programs by name, among which it finds the one that a program follows. `known` are programs of other
    tasks: what they share with a held-out one is nobody's."""

    def __init__(self, held: Mapping[str, Sequence[str]], known: Sequence[Sequence[str]] = ()) -> None:
        self._characters: dict[str, str] = {}
        self._names = [name for name, tokens in held.items() if len(tokens) >= LEAST_TOKENS]
        self._held = [self._learned(held[name]) for name in self._names]
        self._known = [self._learned(tokens) for tokens in known]
        self._least: dict[int, float] = {}

    def held(self, tokens: Sequence[str]) -> str:
        """The held-out program's name, "" where there is none."""
        if len(tokens) < LEAST_TOKENS or not self._held:
            return ""
        shares = rouge(self._text(tokens), self._held)
        found = [place for place in (shares >= SHARE).nonzero()[0] if shares[place] >= self._asked(int(place))]
        return self._names[max(found, key=lambda place: (shares[place], self._names[place]))] if found else ""

    def _asked(self, place: int) -> float:
        """The share from which on a program is taken for this one: halfway from its nearest neighbour's to all."""
        if place not in self._least:
            shares = rouge(self._held[place], [*self._held, *self._known])
            self._least[place] = max(SHARE, (1 + max(shares[shares < SAME], default=0.0)) / 2)
        return self._least[place]

    def _learned(self, tokens: Sequence[str]) -> str:
        for token in tokens:
            self._characters.setdefault(token, _character(len(self._characters)))
        return self._text(tokens)

    def _text(self, tokens: Sequence[str]) -> str:
        """A character for a token: strings are compared thirty times as fast as lists."""
        return "".join([self._characters.get(token, _UNKNOWN) for token in tokens])


def rouge(text: str, others: Sequence[str]) -> Any:
    """Rouge-L's F1 with each. An unknown token is unlike every other, as it is in no other text."""
    import numpy as np
    from rapidfuzz import process
    from rapidfuzz.distance import LCSseq

    if not others:
        return np.zeros(0)
    lengths = np.fromiter(map(len, others), float, len(others)) + len(text)
    common = process.cdist([text], others, scorer=LCSseq.similarity, workers=1)[0]
    return 2 * common / np.maximum(lengths, 1)


def _character(number: int) -> str:
    """Past the surrogates, which are no characters."""
    code = _FIRST_CHARACTER + number
    return chr(code if code < 0xD800 else min(code + 0x800, 0x10FFFF))
