"""Which trajectories of an earlier amplification still stand: not those that leaned on less trust than audits ask now.

What audits ask is `assets.audits.trust`; a trajectory that does not stand is made again, its executions from the cache.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from assets.audits.population import simulated_turns
from assets.audits.trust import Raised
from assets.trajectories.campaign import Row
from assets.trajectories.schema import trajectory_from_row
from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle, source_of_seed
from resources.generation.trajectory import Source
from resources.world_model.trust import trust


def standing(
    kept: Mapping[str, Row],
    domain: Domain,
    bundles: Mapping[str, EnvironmentBundle],
    checkpoint: Path,
    raised: Mapping[str, Raised],
) -> dict[str, Row]:
    """Of the kept rows, by trajectory id, those of other checkpoints, of sources that no audit spoke of, and those
    none of whose unverified turns was trusted less than the source's threshold is now. `bundles` are by hash."""
    doubted = [
        trajectory_from_row(row)
        for row in kept.values()
        if row["checkpoint"] == checkpoint.name and source_of_seed(row["seed_id"]) in raised
    ]
    turns = [
        each for each in simulated_turns(domain, doubted, bundles, checkpoint) if each.turn.source is Source.SIMULATED
    ]
    confidence = np.array([each.turn.confidence or 0.0 for each in turns])
    worth = trust(confidence, np.array([each.novelty or 0.0 for each in turns]))
    fallen = {
        each.trajectory.trajectory_id
        for each, own in zip(turns, worth, strict=True)
        if own < raised[source_of_seed(each.trajectory.seed_id)].figures.threshold
    }
    return {name: row for name, row in kept.items() if name not in fallen}
