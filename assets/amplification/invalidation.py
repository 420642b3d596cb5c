"""Which trajectories of an earlier amplification are invalid: those that leaned on less trust than audits ask now.

What audits ask is `assets.trust.threshold_overrides`. An invalid trajectory is made again, its executions from the
cache.
"""

from collections.abc import Container, Mapping

import numpy as np

from assets.amplification.simulated_turns import simulated_turns
from assets.trajectories.campaign import Row
from assets.trajectories.schema import trajectory_from_row
from assets.trust.threshold_overrides import ThresholdOverride
from resources.execution.bundle import source_of_seed
from resources.generation.trajectory import Source, Turn
from resources.world_model.trust import trust


def still_valid(
    rows: Mapping[str, Row], bundles: Container[str], checkpoint: str, overrides: Mapping[str, ThresholdOverride]
) -> dict[str, Row]:
    """Of the rows, by trajectory id, those of other checkpoints, of sources that no audit spoke of, and those none of
    whose unverified turns was trusted less than the source's threshold is now. `bundles` holds certified hashes."""
    doubted = [
        trajectory_from_row(row)
        for row in rows.values()
        if row["checkpoint"] == checkpoint and source_of_seed(row["seed_id"]) in overrides
    ]
    invalid = {
        each.trajectory.trajectory_id
        for each in simulated_turns(doubted, bundles)
        if each.turn.source is Source.SIMULATED
        and _trust(each.turn) < overrides[source_of_seed(each.trajectory.seed_id)].figures.threshold
    }
    return {name: row for name, row in rows.items() if name not in invalid}


def _trust(turn: Turn) -> float:
    """As the prediction had it; 0 where the row does not say how new the candidate was."""
    if turn.confidence is None or turn.novelty is None:
        return 0.0
    return float(trust(np.array(turn.confidence), np.array(turn.novelty)))
