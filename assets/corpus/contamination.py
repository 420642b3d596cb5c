"""Whether a program holds a benchmark's solution, or a prompt a benchmark's, whatever was renamed or reformatted.

A text is contaminated by a benchmark's when most of the latter's runs of tokens stand in it, when most of both stands
in one order, or when both have one fingerprint: then it may have been written anew in another style.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from assets.corpus.code_tokens import code_tokens, shingles
from assets.corpus.common_order import CommonOrder
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
