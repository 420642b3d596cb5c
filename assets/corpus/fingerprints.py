"""Fingerprints of a domain's programs: from the home's store where they were taken, else taken in the sandbox.

Each distinct program costs its tools once: 0.05 to 0.3 s in most domains, seconds for the largest designs.
"""

import contextlib
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from assets.corpus.fingerprint_store import FingerprintStore
from assets.progress import ProgressReporter
from resources.domains.domain import Domain
from resources.domains.fingerprints import NO_FINGERPRINT, Fingerprint, Fingerprinter, digest
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentFailure
from resources.execution.sandbox.selection import make_sandbox

_AT_ONCE = 2
logger = logging.getLogger(__name__)


class Answer(NamedTuple):
    """A program, and the task by whose files it is compiled; "" for a text of no task."""

    seed_id: str
    code: str


TakeFingerprints = Callable[[Sequence[Answer]], Mapping[Answer, Fingerprint]]


def no_fingerprints(answers: Sequence[Answer]) -> Mapping[Answer, Fingerprint]:
    return dict.fromkeys(answers, NO_FINGERPRINT)


class Fingerprints:
    """Of one domain; called with programs, it answers for each."""

    def __init__(
        self, domain: Domain, bundles: Mapping[str, EnvironmentBundle], store: FingerprintStore, stage: str
    ) -> None:
        self._domain = domain
        self._bundles = bundles
        self._store = store
        self._stage = stage

    def __call__(self, answers: Sequence[Answer]) -> Mapping[Answer, Fingerprint]:
        distinct = list(dict.fromkeys(answers))
        with contextlib.closing(make_sandbox()) as sandbox:
            fingerprinter = self._domain.fingerprinter(sandbox)
            if fingerprinter is None:
                return no_fingerprints(distinct)
            names = {answer: self._name(answer, fingerprinter.version) for answer in distinct}
            known = self._store.found(names.values())
            missing = [answer for answer in distinct if names[answer] not in known]
            taken = self._taken(fingerprinter, missing)
        self._store.keep({names[answer]: own for answer, own in taken.items()})
        return {answer: known.get(names[answer]) or taken.get(answer, NO_FINGERPRINT) for answer in distinct}

    def _taken(self, fingerprinter: Fingerprinter, answers: Sequence[Answer]) -> dict[Answer, Fingerprint]:
        """Without those on which the environment failed."""
        progress = ProgressReporter(self._stage, self._domain.name, len(answers), "fingerprints")

        def one(answer: Answer) -> Fingerprint | None:
            try:
                return fingerprinter.fingerprint(self._bundle(answer), Candidate(answer.code))
            except EnvironmentFailure as failure:
                logger.warning("%s: no fingerprint: %s", answer.seed_id or "a held-out text", failure)
                return None
            finally:
                progress.advance(note=answer.seed_id)

        with ThreadPoolExecutor(_AT_ONCE) as threads:
            found = list(threads.map(one, answers))
        return {answer: own for answer, own in zip(answers, found, strict=True) if own is not None}

    def _name(self, answer: Answer, version: str) -> str:
        bundle = self._bundle(answer)
        surroundings = (sorted(bundle.files.items()), sorted(bundle.settings.items()), bundle.limits)
        return digest(self._domain.name, version, surroundings, answer.code)

    def _bundle(self, answer: Answer) -> EnvironmentBundle:
        return self._bundles.get(answer.seed_id) or EnvironmentBundle(
            self._domain.name, "", "", "", "candidate.txt", ""
        )
