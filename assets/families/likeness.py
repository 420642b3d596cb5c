"""How many of some made tasks are nearly the same: by the text of their references, their tokens, and what they do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assets.bundles.build import bundle_from_seed
from assets.corpus.fingerprint_store import FingerprintStore
from assets.corpus.fingerprints import Answer, Fingerprints
from assets.corpus.near_duplicates import Likeness, Program, named_clusters
from resources.domains.domain import Domain
from resources.domains.seed import TaskSeed


@dataclass(frozen=True)
class LikenessReport:
    """`shares` says how many tasks each measure joins to another; `groups` are the ids that mean the same."""

    tasks: int
    without_fingerprint: int
    shares: Mapping[str, int]
    groups: tuple[tuple[str, ...], ...]

    @property
    def surplus(self) -> int:
        """Tasks that another one makes needless: all of a group of the same meaning but one."""
        return sum(len(group) - 1 for group in self.groups)


def likeness(domain: Domain, seeds: Sequence[TaskSeed], store: FingerprintStore) -> LikenessReport:
    """Fingerprints are taken of the references, in the sandbox, where `store` has none yet."""
    answers = {seed.seed_id: Answer(seed.seed_id, seed.reference) for seed in seeds}
    bundles = {seed.seed_id: bundle_from_seed(seed) for seed in seeds}
    taken = Fingerprints(domain, bundles, store, "families")(list(answers.values()))
    meanings = {name: (*taken[answer].forms, *taken[answer].meanings) for name, answer in answers.items()}
    programs = {seed.seed_id: Program(seed.reference, domain.language) for seed in seeds}
    by_meaning: dict[str, list[str]] = {}
    for name, keys in meanings.items():
        for key in keys:
            by_meaning.setdefault(key, []).append(name)
    groups = sorted({tuple(sorted(group)) for group in by_meaning.values() if len(group) > 1})
    shares = named_clusters(programs, meanings).shares()
    missing = sum(not keys for keys in meanings.values())
    return LikenessReport(len(seeds), missing, shares, tuple(groups))


SEMANTIC = Likeness.SEMANTIC.value
