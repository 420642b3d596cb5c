"""Which trajectories may become training data. How they are told is `conversation`."""

from assets.amplification.verification import may_enter_corpus
from assets.audits.gate import gate_state
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES, trajectory_from_row
from resources.generation.trajectory import Trajectory
from resources.storage.lake import Lake


def eligible(store: Lake, domain: str) -> list[Trajectory]:
    """Solved by real execution; or simulated by a checkpoint that passes its audits, verified, not contradicted."""
    real = [trajectory_from_row(row) for row in store.arrow(REAL_TRAJECTORIES.name, [domain]).to_pylist()]
    amplified = [trajectory_from_row(row) for row in store.arrow(AMPLIFIED_TRAJECTORIES.name, [domain]).to_pylist()]
    trusted = {name for name in {entry.checkpoint for entry in amplified} if gate_state(store, domain, name).is_open}
    verified = [entry for entry in amplified if entry.checkpoint in trusted and may_enter_corpus(entry)]
    return [trajectory for trajectory in [*real, *verified] if trajectory.passed]
