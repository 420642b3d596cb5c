"""Which attempts the campaign of real trajectories holds: the profile's for each bundle, more where tasks are lacking.

The same for the step and for its shards, which pick their own from it.
"""

from collections.abc import Collection
from dataclasses import replace

from assets.generation.mixture import Mixture
from assets.profile import Profile
from assets.trajectories.campaign_plan import REAL_SEEDS_FROM, plan
from assets.trajectories.loop import Attempt
from resources.execution.bundle import EnvironmentBundle


def real_attempts(
    mixture: Mixture, bundles: list[EnvironmentBundle], dials: Profile, lacking: Collection[str]
) -> list[Attempt]:
    """`lacking` are seed ids of tasks that hold what failures on the training split say that the corpus lacks."""
    numbers = range(REAL_SEEDS_FROM, REAL_SEEDS_FROM + dials.trajectories_per_bundle)
    usual = plan(
        mixture,
        bundles,
        numbers,
        max_corrections=dials.max_corrections,
        shipped_answers=dials.shipped_answers_per_bundle,
        shipped_conversations=dials.shipped_conversations_per_bundle,
    )
    count = round(dials.gap_share * dials.trajectories_per_bundle)
    own = [bundle for bundle in bundles if bundle.seed_id in lacking]
    drawn = replace(mixture, replays=())
    further = range(numbers.stop, numbers.stop + count)
    return usual + plan(drawn, own, further, max_corrections=dials.max_corrections)
