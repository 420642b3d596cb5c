"""Planted contamination: copies of programs in disguise, and what is no copy, asked of `Contamination`.

A plant counts where the disguise changed the text and the copy still compiles. Answers of other authors to the same
task are asked about apart: they are independent, and only as far alike as two right programs are. Whatever is written
for another task is clean.

Two populations are asked about: all built-in references, which thresholds were set on, and programs that nobody looked
at while they were set (public sets, answers by other authors), where all four disguises are also worn at once.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from assets.bundles.build import bundle_from_seed
from assets.corpus.contamination import Contamination, HeldOut
from resources.domains.domain import Domain
from resources.domains.fingerprints import Fingerprint, Fingerprinter
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.job import Sandbox
from tests.disguises import disguises, worn_at_once

_FOLDERS = {"tritonbench-g": "tritonbench"}
ALL, ANSWERED, OTHER = "all four at once", "other author, same task", "other task"


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
    """Of one domain; of its built-in references where no other `seeds` are given."""

    def __init__(self, domain: Domain, sandbox: Sandbox, seeds: Sequence[TaskSeed] = ()) -> None:
        self.domain = domain
        fingerprinter = domain.fingerprinter(sandbox)
        assert fingerprinter is not None
        self._take = _taking(fingerprinter)
        planted = [seed for seed in seeds or domain.builtin_seeds() if seed.reference]
        self._bundles = {seed.seed_id: bundle_from_seed(seed) for seed in planted}
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
            rest = _asked(others, {other: prints[other] for other in others}, [self._held[name]])
            for author, code in [("reference", bundle.reference), *((a, c) for seed, a, c in answers if seed == name)]:
                self._ask(counts, OTHER, f"{name} by {author}", rest, bundle, code)
                if author != "reference":
                    self._ask(counts, ANSWERED, f"{name} by {author}", own, bundle, code)
        return counts

    def _plants(self, bundle: EnvironmentBundle) -> Iterator[tuple[str, str]]:
        ways = disguises(self.domain.name)
        for form, disguise in {**ways, ALL: worn_at_once(ways)}.items():
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


def _asked(
    held: Mapping[str, HeldOut], prints: Mapping[str, Fingerprint], known: Sequence[HeldOut] = ()
) -> Contamination:
    return Contamination(held.values(), prints, known)


def unseen(domain: Domain, public_sets: Path) -> list[TaskSeed]:
    """What public sets hold for a domain, where their samples lie, and each other author's first solution of a task."""
    sets = [(importer, public_sets / _FOLDERS.get(importer.name, importer.name)) for importer in domain.importers]
    found = [seed for importer, folder in sets if folder.is_dir() for seed in importer.read(folder).seeds]
    own = {seed.seed_id: seed for seed in domain.builtin_seeds()}
    seen: dict[str, str] = {}
    for answer in domain.recorded_answers():
        if answer.is_solution and not answer.whole_reply and answer.seed_id in own:
            seen.setdefault(answer.seed_id, answer.texts[-1])
    return [*found, *(replace(own[name], seed_id=f"{name} by another", reference=code) for name, code in seen.items())]


def _taking(fingerprinter: Fingerprinter) -> Callable[[EnvironmentBundle, str], Fingerprint]:
    @cache
    def take(seed_id: str, code: str) -> Fingerprint:
        return fingerprinter.fingerprint(bundles[seed_id], Candidate(code))

    bundles: dict[str, EnvironmentBundle] = {}

    def taken(bundle: EnvironmentBundle, code: str) -> Fingerprint:
        bundles[bundle.seed_id] = bundle
        return take(bundle.seed_id, code)

    return taken
