"""ExamSet: what can be sat, one partition each.

Every set that an importer reads; of each domain the built-in tasks that the corpus holds out, the tasks of its families
whose numbers are for exams, and the tasks of its training split, which have no score and say what the corpus lacks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import dagster as dg

from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.corpus.domain_hygiene import domain_hygiene
from assets.corpus.splits import CorpusSplit
from assets.home import Home
from assets.near_names import there_are
from assets.seeds.schema import TASK_SEEDS
from resources.domains.domain import Domain
from resources.domains.families import SOURCE as FAMILIES
from resources.domains.families import made_name
from resources.domains.registry import get_domain, load_domains
from resources.execution.bundle import EnvironmentBundle, bundle_from_json
from resources.execution.errors import ToolMissing
from resources.storage.lake import Lake

BUILTIN = "builtin"
TRAINING = "train"
OF_EACH_DOMAIN = (BUILTIN, FAMILIES, TRAINING)
REPAIR = "repair"
"""The tag of a task that hands out a faulty program."""
_WHY = '`icwm query "select seed_id, reason from environment_bundles where not certified"` says why'


class NoSuchSet(Exception):
    """The message says which there are."""


class NothingToSit(Exception):
    """The set has no certified task here. The message says what to do."""


@dataclass(frozen=True)
class ExamSet:
    """`source` is where its tasks come from; TRAINING for tasks of any source that the corpus trains on."""

    name: str
    domain: str
    source: str

    @property
    def is_trained_on(self) -> bool:
        """Then nothing of it is a score."""
        return self.source == TRAINING


@dataclass(frozen=True)
class ExamTask:
    """A certified task of a set."""

    bundle: EnvironmentBundle
    tags: frozenset[str] = frozenset()

    @property
    def seed_id(self) -> str:
        return self.bundle.seed_id


@cache
def exam_sets() -> Mapping[str, ExamSet]:
    """By name, in the order of the domains."""
    found: dict[str, ExamSet] = {}
    for domain in load_domains().values():
        sources = [(importer.name, importer.name) for importer in domain.importers]
        own = [source for source in OF_EACH_DOMAIN if source != FAMILIES or _draws(domain)]
        for name, source in [*sources, *((f"{source}-{domain.name}", source) for source in own)]:
            found[name] = ExamSet(name, domain.name, source)
    return found


def _draws(domain: Domain) -> bool:
    """Whether it has families. Sets are the same everywhere, also where the package that families draw with is not."""
    try:
        return bool(domain.families)
    except ToolMissing:
        return True


EXAM_PARTITIONS = dg.StaticPartitionsDefinition(list(exam_sets()))
FROM_DOMAIN = dg.StaticPartitionMapping(
    {domain: {one.name for one in exam_sets().values() if one.domain == domain} for domain in load_domains()}
)
"""From a domain's partition to those of its sets."""


def named_sets(name: str) -> list[ExamSet]:
    """`builtin`, `families` and `train` name those of all domains. Raises NoSuchSet."""
    sets = exam_sets()
    if name in OF_EACH_DOMAIN:
        return [one for one in sets.values() if one.source == name]
    if name not in sets:
        raise NoSuchSet(f"no set {name!r}{there_are(name, [*OF_EACH_DOMAIN, *sets])}")
    return [sets[name]]


def exam_tasks(store: Lake, home: Home, exam_set: ExamSet) -> list[ExamTask]:
    """Certified ones, ordered by seed id. Raises NothingToSit."""
    bundles = {row["seed_id"]: bundle_from_json(row["canonical"]) for row in _certified(store, exam_set)}
    tasks = held_out(store, home, exam_set, bundles)
    if not tasks:
        raise NothingToSit(_what_to_do(exam_set, len(bundles)))
    tags = _tags(store, exam_set.domain)
    return [ExamTask(bundles[seed], tags.get(seed, frozenset())) for seed in sorted(tasks)]


def _certified(store: Lake, exam_set: ExamSet) -> list[dict[str, Any]]:
    if store.manifest(ENVIRONMENT_BUNDLES.name, exam_set.domain) is None:
        return []
    rows = store.arrow(ENVIRONMENT_BUNDLES.name, [exam_set.domain]).to_pylist()
    return [row for row in rows if row["certified"] and exam_set.source in (row["source"], TRAINING)]


def held_out(store: Lake, home: Home, exam_set: ExamSet, bundles: Mapping[str, EnvironmentBundle]) -> set[str]:
    """Those of the bundles of its source that are the set's; of a benchmark all."""
    if exam_set.source == FAMILIES:
        return {seed for seed in bundles if (name := made_name(seed)) and name.is_exam}
    if exam_set.source not in (BUILTIN, TRAINING) or not bundles:
        return set(bundles)
    splits = domain_hygiene(store, get_domain(exam_set.domain), home).splits(
        {seed: bundle.prompt for seed, bundle in bundles.items()},
        {seed: bundle.reference for seed, bundle in bundles.items()},
    )
    wanted = CorpusSplit.TRAIN if exam_set.is_trained_on else CorpusSplit.TEST
    return {seed for seed, split in splits.items() if split is wanted}


def _tags(store: Lake, domain: str) -> dict[str, frozenset[str]]:
    rows = store.arrow(TASK_SEEDS.name, [domain]).select(["seed_id", "tags"]).to_pylist()
    return {row["seed_id"]: frozenset(row["tags"] or ()) for row in rows}


def _what_to_do(exam_set: ExamSet, certified: int) -> str:
    if exam_set.is_trained_on:
        return f"none of {certified} certified tasks of {exam_set.domain} is in the training split"
    if exam_set.source == FAMILIES:
        return f"no task for exams of {exam_set.domain}'s families certifies: {_WHY}"
    if exam_set.source != BUILTIN:
        brings = f"`icwm import {exam_set.name} PATH` brings the set"
        return f"no task of {exam_set.name} is here and certified: {brings}; {_WHY}"
    return (
        f"none of {certified} certified built-in tasks of {exam_set.domain} is drawn for the test split: "
        "a larger profile has more (ICWM_PROFILE)"
    )
