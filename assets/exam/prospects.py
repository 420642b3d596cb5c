"""Whether a set can have tasks in a home at all: asked before hours go into certifying what the set has no use for."""

from collections.abc import Collection, Iterable

from assets.bundles.asset import chosen
from assets.bundles.build import bundle_from_seed
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.corpus.splits import CorpusSplit, split_of
from assets.exam.exam_set import BUILTIN, OF_EACH_DOMAIN, ExamSet, NothingToSit, held_out
from assets.home import Home
from assets.profile import Profile
from assets.seeds.imports import imported_seeds
from assets.seeds.made import drawn_names
from assets.seeds.purposes import Purpose
from assets.seeds.schema import TASK_SEEDS, seed_from_row
from resources.domains.families import SOURCE as FAMILIES
from resources.domains.registry import get_domain
from resources.domains.seed import TaskSeed
from resources.execution.bundle import EnvironmentBundle
from resources.storage.lake import Lake


def require_seeds(store: Lake, profile: Profile, exam_set: ExamSet) -> None:
    """Raises NothingToSit where the home has no seed that could become a task of the set, and draws none. Asked before
    an endpoint is: no tool runs, and nothing is written."""
    if exam_set.source == FAMILIES:
        if not profile.exam_seeds_per_domain and not any(x.is_exam for x in drawn_names(store, exam_set.domain)):
            raise NothingToSit(_no_exam_numbers(profile))
        return
    imported = {seed.origin.source for seed in imported_seeds(store, exam_set.domain)}
    if exam_set.source not in {*OF_EACH_DOMAIN, *imported}:
        raise NothingToSit(f"{exam_set.name} has no task here: `icwm import {exam_set.name} PATH` brings the set")
    # An imported copy of a built-in task may name it anew, and so draw it anew: then `require_held_out` decides.
    if exam_set.source == BUILTIN and not imported:
        seeds = get_domain(exam_set.domain).builtin_seeds()
        own = _taken(store, profile, exam_set, seeds)
        if not may_be_drawn(own, (seed.seed_id for seed in seeds)):
            raise NothingToSit(_none_drawn(profile, exam_set, len(own)))


def may_be_drawn(own: Collection[str], known: Iterable[str]) -> bool:
    """Whether the test split may have one of the seeds `own`, whichever of the seeds `known` are one task.

    A task is drawn by the smallest id of its seeds, so by none that is larger than all of `own`. Which seeds are one
    task is known by fingerprints alone, for which the domain's tools run.
    """
    last = max(own, default="")
    return any(name <= last and split_of(name, Purpose.TRAIN) is CorpusSplit.TEST for name in known)


def require_held_out(store: Lake, home: Home, profile: Profile, exam_set: ExamSet) -> None:
    """Raises NothingToSit where all built-in tasks of the profile are in other splits. `task_seeds` are up to date."""
    if exam_set.source != BUILTIN:
        return
    seeds = [seed_from_row(row) for row in store.arrow(TASK_SEEDS.name, [exam_set.domain]).to_pylist()]
    own = _taken(store, profile, exam_set, seeds)
    if not held_out(store, home, exam_set, own):
        raise NothingToSit(_none_drawn(profile, exam_set, len(own)))


def _taken(store: Lake, profile: Profile, exam_set: ExamSet, seeds: Iterable[TaskSeed]) -> dict[str, EnvironmentBundle]:
    """The bundles of the built-in tasks that the profile takes, and of those that were certified before, by seed id."""
    own = [seed for seed in seeds if seed.origin.source == BUILTIN and not seed.unusable]
    known: set[str] = set()
    if store.manifest(ENVIRONMENT_BUNDLES.name, exam_set.domain) is not None:
        known = set(store.arrow(ENVIRONMENT_BUNDLES.name, [exam_set.domain])["bundle_hash"].to_pylist())
    return {seed.seed_id: bundle_from_seed(seed) for seed in chosen(own, profile.builtin_seeds_per_domain, known)}


def _none_drawn(profile: Profile, exam_set: ExamSet, count: int) -> str:
    return (
        f"none of {count} built-in tasks of {exam_set.domain} in profile {profile.name} is drawn for the "
        "test split: a larger profile has more (ICWM_PROFILE)"
    )


def _no_exam_numbers(profile: Profile) -> str:
    return (
        f"profile {profile.name} draws no tasks of families for exams, and this home has none: copy "
        "orchestration/profiles into a folder of yours, set exam_seeds_per_domain there, and name it (ICWM_PROFILES)"
    )
