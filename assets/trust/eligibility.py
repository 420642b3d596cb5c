"""Which trajectories may become training data: hindsight explains them, the corpus tells them."""

from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES, trajectory_from_row
from assets.trust.gate import gate_state, texts_hold
from resources.generation.trajectory import Trajectory
from resources.storage.lake import Lake


def eligible(store: Lake, domain: str) -> list[Trajectory]:
    """Solved by real execution; or simulated by a checkpoint whose labels and texts pass their audits, verified, not
    contradicted."""
    real = [trajectory_from_row(row) for row in store.arrow(REAL_TRAJECTORIES.name, [domain]).to_pylist()]
    amplified = [trajectory_from_row(row) for row in store.arrow(AMPLIFIED_TRAJECTORIES.name, [domain]).to_pylist()]
    trusted = {name for name in {entry.checkpoint for entry in amplified} if _is_told(store, domain, name)}
    verified = [entry for entry in amplified if entry.checkpoint in trusted and _is_confirmed(entry)]
    return [trajectory for trajectory in [*real, *verified] if trajectory.passed]


def _is_told(store: Lake, domain: str, checkpoint: str) -> bool:
    return gate_state(store, domain, checkpoint).is_open and texts_hold(store, domain, checkpoint)


def _is_confirmed(trajectory: Trajectory) -> bool:
    """Solved: its last turn was executed, and the execution agrees with what the world model said of it."""
    if not trajectory.passed:
        return False
    last = trajectory.turns[-1]
    return last.verification is not None and last.verification.outcome is last.observation.outcome
