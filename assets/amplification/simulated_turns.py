"""Turns that the world model answered: what audits draw from, and what a raised threshold makes invalid."""

from collections.abc import Container, Iterable
from dataclasses import dataclass

from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, trajectory_from_row
from resources.generation.trajectory import Source, Trajectory, Turn
from resources.storage.lake import Lake


@dataclass(frozen=True)
class SimulatedTurn:
    """A turn that the world model answered, and the trajectory that it is of."""

    trajectory: Trajectory
    turn: Turn

    @property
    def turn_id(self) -> str:
        return self.trajectory.turn_id(self.turn)


def simulated_trajectories(store: Lake, domain: str, checkpoint: str) -> list[Trajectory]:
    """What this checkpoint answered; earlier checkpoints' trajectories were audited in their time."""
    rows = store.arrow(AMPLIFIED_TRAJECTORIES.name, [domain]).to_pylist()
    return [trajectory_from_row(row) for row in rows if row["checkpoint"] == checkpoint]


def simulated_turns(amplified: Iterable[Trajectory], bundles: Container[str]) -> list[SimulatedTurn]:
    """All turns of certified bundles (`bundles` holds their hashes) that the world model answered."""
    return [
        SimulatedTurn(trajectory, turn)
        for trajectory in amplified
        if trajectory.bundle_hash in bundles
        for turn in trajectory.turns
        if turn.source is not Source.REAL
    ]
