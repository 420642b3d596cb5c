"""The simulated turns that an audit may draw from, each with its novelty. Drawing is `strata`.

Trajectories do not keep the novelty that the world model gave them, so it is asked again: it follows from the
checkpoint's training turns and the candidate alone, at about a millisecond a turn and without loading the model.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from assets.amplification.icwm_environment import query_for
from assets.audits.strata import SimulatedTurn
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, trajectory_from_row
from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle
from resources.generation.trajectory import Source, Trajectory, Turn
from resources.storage.lake import Lake


def simulated_trajectories(store: Lake, domain: str, checkpoint: str) -> list[Trajectory]:
    """What this checkpoint answered; earlier checkpoints' trajectories were audited in their time."""
    rows = store.arrow(AMPLIFIED_TRAJECTORIES.name, [domain]).to_pylist()
    return [trajectory_from_row(row) for row in rows if row["checkpoint"] == checkpoint]


def simulated_turns(
    domain: Domain, amplified: Sequence[Trajectory], bundles: Mapping[str, EnvironmentBundle], checkpoint: Path
) -> list[SimulatedTurn]:
    """All turns of certified bundles (by hash) that the world model answered.

    Without the checkpoint's folder (a lake that is shared by machines) their novelty is None.
    """
    from resources.world_model.novelty import load_novelty

    turns = [
        SimulatedTurn(entry, turn)
        for entry in amplified
        for turn in entry.turns
        if entry.bundle_hash in bundles and turn.source is not Source.REAL
    ]
    if not turns or not checkpoint.is_dir():
        return turns
    queries = [
        query_for(domain, bundles[each.trajectory.bundle_hash], each.turn.candidate, _before(each)) for each in turns
    ]
    found = load_novelty(checkpoint).of(queries)
    return [SimulatedTurn(each.trajectory, each.turn, novelty) for each, novelty in zip(turns, found, strict=True)]


def _before(simulated: SimulatedTurn) -> tuple[Turn, ...]:
    return simulated.trajectory.turns[: simulated.turn.index]
