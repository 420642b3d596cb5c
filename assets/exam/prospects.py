"""Whether a set can have tasks in a home at all: asked before hours go into certifying what the set has no use for."""

from assets.bundles.asset import chosen
from assets.bundles.build import bundle_from_seed
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.exam.exam_set import BUILTIN, OF_EACH_DOMAIN, ExamSet, NothingToSit, held_out
from assets.home import Home
from assets.profile import Profile
from assets.seeds.imports import imported_seeds
from assets.seeds.made import drawn_names
from assets.seeds.schema import TASK_SEEDS, seed_from_row
from resources.domains.families import SOURCE as FAMILIES
from resources.storage.lake import Lake


def require_seeds(store: Lake, profile: Profile, exam_set: ExamSet) -> None:
    """Raises NothingToSit where the home has no seed that could become a task of the set, and draws none."""
    if exam_set.source == FAMILIES:
        if not profile.exam_seeds_per_domain and not any(x.is_exam for x in drawn_names(store, exam_set.domain)):
            raise NothingToSit(_no_exam_numbers(profile))
        return
    imported = {seed.origin.source for seed in imported_seeds(store, exam_set.domain)}
    if exam_set.source not in {*OF_EACH_DOMAIN, *imported}:
        raise NothingToSit(f"{exam_set.name} has no task here: `icwm import {exam_set.name} PATH` brings the set")


def require_held_out(store: Lake, home: Home, profile: Profile, exam_set: ExamSet) -> None:
    """Raises NothingToSit where all built-in tasks of the profile are in other splits. `task_seeds` are up to date."""
    if exam_set.source != BUILTIN:
        return
    seeds = [seed_from_row(row) for row in store.arrow(TASK_SEEDS.name, [exam_set.domain]).to_pylist()]
    own = [seed for seed in seeds if seed.origin.source == BUILTIN and not seed.unusable]
    bundles = {seed.seed_id: bundle_from_seed(seed) for seed in chosen(own, profile.builtin_seeds_per_domain, ())}
    certified_before = store.manifest(ENVIRONMENT_BUNDLES.name, exam_set.domain) is not None
    if not certified_before and not held_out(store, home, exam_set, bundles):
        raise NothingToSit(
            f"none of {len(bundles)} built-in tasks of {exam_set.domain} in profile {profile.name} is drawn for the "
            "test split: a larger profile has more (ICWM_PROFILE)"
        )


def _no_exam_numbers(profile: Profile) -> str:
    return (
        f"profile {profile.name} draws no tasks of families for exams, and this home has none: copy "
        "orchestration/profiles into a folder of yours, set exam_seeds_per_domain there, and name it (ICWM_PROFILES)"
    )
