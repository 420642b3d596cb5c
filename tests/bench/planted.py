"""Planted contamination: copies of all built-in references in disguise, and what is no copy, asked of `Contamination`.

A plant counts where the disguise changed the text and the copy still compiles. Answers of other authors to the same
task are asked about apart: they are independent, and only as far alike as two right programs are. Whatever is written
for another task is clean.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from assets.bundles.build import bundle_from_seed
from assets.corpus.contamination import Contamination, HeldOut
from resources.domains.domain import Domain
from resources.domains.fingerprints import Fingerprint, Fingerprinter
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.job import Sandbox
from tests.disguises import disguises

ANSWERED, OTHER = "other author, same task", "other task"


@dataclass
class Counts:
    """Of one domain: by form how many were asked about, and found by text, by fingerprint and by either."""

    asked: Counter[str] = field(default_factory=Counter)
    by_text: Counter[str] = field(default_factory=Counter)
    by_fingerprint: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)

    def add(self, form: str, name: str, by_text: str, by_fingerprint: str, found: str) -> None:
        self.asked[form] += 1
        self.by_text[form] += bool(by_text)
        self.by_fingerprint[form] += bool(by_fingerprint)
        self.found[form] += bool(found)
        if bool(found) == (form == OTHER):
            self.missed.append(f"{form}: {name} ({found})")


class Planting:
    """Of one domain."""

    def __init__(self, domain: Domain, sandbox: Sandbox) -> None:
        self.domain = domain
        fingerprinter = domain.fingerprinter(sandbox)
        assert fingerprinter is not None
        self._take = _taking(fingerprinter)
        seeds = [seed for seed in domain.builtin_seeds() if seed.reference]
        self._bundles = {seed.seed_id: bundle_from_seed(seed) for seed in seeds}
        self._held = {
            name: HeldOut(name, bundle.reference, self.language(bundle), name) for name, bundle in self._bundles.items()
        }

    def language(self, bundle: EnvironmentBundle) -> str:
        return bundle.settings.get("fence", self.domain.language)

    def counted(self, answers_of_an_author: int = 1000) -> Counts:
        counts = Counts()
        prints = {name: self._take(bundle, bundle.reference) for name, bundle in self._bundles.items()}
        answers = list(self._answers(answers_of_an_author))
        for name, bundle in self._bundles.items():
            own = _asked({name: self._held[name]}, {name: prints[name]})
            for form, copy in self._plants(bundle):
                self._ask(counts, form, name, own, bundle, copy)
            others = {other: held for other, held in self._held.items() if other != name}
            rest = _asked(others, {other: prints[other] for other in others})
            for author, code in [("reference", bundle.reference), *((a, c) for seed, a, c in answers if seed == name)]:
                self._ask(counts, OTHER, f"{name} by {author}", rest, bundle, code)
                if author != "reference":
                    self._ask(counts, ANSWERED, f"{name} by {author}", own, bundle, code)
        return counts

    def _plants(self, bundle: EnvironmentBundle) -> Iterator[tuple[str, str]]:
        for form, disguise in disguises(self.domain.name).items():
            copy = disguise(bundle.reference)
            if copy != bundle.reference and self._take(bundle, copy).forms:
                yield form, copy

    def _answers(self, most: int) -> Iterator[tuple[str, str, str]]:
        """Solutions: task, author and program."""
        seen: Counter[str] = Counter()
        for answer in self.domain.recorded_answers():
            seen[answer.author] += 1
            if answer.is_solution and not answer.whole_reply and seen[answer.author] <= most:
                yield answer.seed_id, answer.author, answer.texts[-1]

    def _ask(
        self, counts: Counts, form: str, name: str, contamination: Contamination, bundle: EnvironmentBundle, code: str
    ) -> None:
        language, taken = self.language(bundle), self._take(bundle, code)
        by_text = contamination.of_code(code, language)
        by_fingerprint = contamination.of_code("", language, taken)
        counts.add(form, name, by_text, by_fingerprint, by_text or by_fingerprint)


def _asked(held: Mapping[str, HeldOut], prints: Mapping[str, Fingerprint]) -> Contamination:
    return Contamination(held.values(), prints)


def _taking(fingerprinter: Fingerprinter) -> Callable[[EnvironmentBundle, str], Fingerprint]:
    @cache
    def take(seed_id: str, code: str) -> Fingerprint:
        return fingerprinter.fingerprint(bundles[seed_id], Candidate(code))

    bundles: dict[str, EnvironmentBundle] = {}

    def taken(bundle: EnvironmentBundle, code: str) -> Fingerprint:
        bundles[bundle.seed_id] = bundle
        return take(bundle.seed_id, code)

    return taken
