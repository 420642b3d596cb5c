"""What a home has already: whether a proposed task is one of its tasks once more, or holds a benchmark's.

By the measures that clean the corpus: runs of tokens and fingerprints against benchmarks, MinHash and fingerprints
against all tasks.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from assets.bundles.build import bundle_from_seed
from assets.corpus.code_tokens import code_tokens
from assets.corpus.contamination import LEAST_SIZE, Contamination, HeldOut, held_out_seeds, keys
from assets.corpus.fingerprint_store import FingerprintStore
from assets.corpus.fingerprints import Answer, Fingerprints
from assets.corpus.near_duplicates import PERMUTATIONS, SIMILAR, signature_of
from assets.proposals.agreement import Fault, Finding
from assets.seeds.purposes import Purpose
from resources.domains.domain import Domain
from resources.domains.fingerprints import Fingerprint
from resources.domains.seed import TaskSeed

FINE = Finding(Fault.NONE)
_WORD = re.compile(r"[a-z]{3,}")


class KnownTasks:
    """Of one domain; for one thread at a time."""

    def __init__(
        self,
        domain: Domain,
        seeds: Sequence[tuple[TaskSeed, Purpose]],
        held_out: Iterable[HeldOut],
        store: FingerprintStore,
    ) -> None:
        """`held_out` are further texts that no task may hold."""
        self._domain, self._store = domain, store
        self._titles: dict[str, str] = {}
        self._signatures: dict[str, bytes] = {}
        self._owners: dict[str, str] = {}
        evaluated = [_as_row(seed) for seed, purpose in seeds if purpose is Purpose.EVALUATE]
        held = [*held_out_seeds(evaluated, domain.language), *held_out]
        programs = [text for text in held if text.language]
        trained = [seed for seed, purpose in seeds if purpose is Purpose.TRAIN and seed.reference]
        answers = [Answer(seed.seed_id, seed.reference) for seed, _ in seeds]
        answers += [Answer(text.seed_id, text.text) for text in programs]
        taken = self._taken(answers, [seed for seed, _ in seeds])
        prints = {text.name: taken[Answer(text.seed_id, text.text)] for text in programs}
        own = [HeldOut(seed.seed_id, seed.reference, domain.language, seed.seed_id) for seed in trained]
        self._contamination = Contamination(held, prints, own)
        for seed, _ in seeds:
            self._learn(seed, taken[Answer(seed.seed_id, seed.reference)])

    def titles(self, topic: str, most: int) -> tuple[str, ...]:
        """Those of tasks that have most words in common with the topic first."""
        wanted = set(_WORD.findall(topic.lower()))
        shared = {title: len(wanted & set(_WORD.findall(title.lower()))) for title in self._titles.values()}
        return tuple(sorted(shared, key=lambda title: (-shared[title], title))[:most])

    def examined(self, seed: TaskSeed) -> Finding:
        """Whether it is a benchmark's, or another task once more; a task of its own id is itself."""
        own = self._fingerprint(seed)
        held = self._contamination.of_prose(seed.prompt) or self._contamination.of_code(
            seed.reference, self._domain.language, own
        )
        if held:
            return Finding(Fault.CONTAMINATED, f"it holds what is held out: {held}")
        alike = self._alike(seed, own)
        return Finding(Fault.KNOWN, f"there is such a task: {alike}") if alike else FINE

    def add(self, seed: TaskSeed) -> None:
        self._learn(seed, self._fingerprint(seed))

    def _alike(self, seed: TaskSeed, own: Fingerprint) -> str:
        import numpy as np

        owners = (self._owners[key] for key in _keys(own) if key in self._owners)
        if known := next((name for name in owners if name != seed.seed_id), ""):
            return known
        others = {name: signature for name, signature in self._signatures.items() if name != seed.seed_id}
        if not others:
            return ""
        matrix = np.frombuffer(b"".join(others.values()), dtype=np.uint32).reshape(len(others), -1)
        shares = np.count_nonzero(matrix == np.frombuffer(self._signature(seed), dtype=np.uint32), axis=1)
        best = int(shares.argmax())
        return list(others)[best] if shares[best] >= SIMILAR * PERMUTATIONS else ""

    def _learn(self, seed: TaskSeed, own: Fingerprint) -> None:
        self._titles[seed.seed_id] = seed.title
        if seed.reference:
            self._signatures[seed.seed_id] = self._signature(seed)
        for key in _keys(own):
            self._owners.setdefault(key, seed.seed_id)

    def _signature(self, seed: TaskSeed) -> bytes:
        return signature_of(code_tokens(seed.reference, self._domain.language))

    def _fingerprint(self, seed: TaskSeed) -> Fingerprint:
        answer = Answer(seed.seed_id, seed.reference)
        return self._taken([answer], [seed])[answer]

    def _taken(self, answers: Sequence[Answer], seeds: Sequence[TaskSeed]) -> Mapping[Answer, Fingerprint]:
        bundles = {seed.seed_id: bundle_from_seed(seed) for seed in seeds}
        return Fingerprints(self._domain, bundles, self._store, "known_tasks")(answers)


def _keys(own: Fingerprint) -> tuple[str, ...]:
    """What a small program does is nobody's."""
    return keys(own) if own.size >= LEAST_SIZE else ()


def _as_row(seed: TaskSeed) -> Mapping[str, Any]:
    return {"seed_id": seed.seed_id, "prompt": seed.prompt, "reference": seed.reference}
