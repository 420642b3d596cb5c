"""Which trajectories may become training data: hindsight explains them, the corpus tells them."""

from assets.grounding.schema import GROUNDED_TRAJECTORIES
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES, trajectory_from_row
from assets.trust.gate import gate_state
from resources.generation.trajectory import Trajectory
from resources.storage.lake import Lake


def eligible(store: Lake, domain: str) -> list[Trajectory]:
    """Solved by real execution; or amplified by a checkpoint whose labels pass their audits, and grounded."""
    real = [trajectory_from_row(row) for row in store.arrow(REAL_TRAJECTORIES.name, [domain]).to_pylist()]
    return [trajectory for trajectory in [*real, *_grounded(store, domain)] if trajectory.passed]


def confirmed(store: Lake, domain: str) -> list[Trajectory]:
    """Amplified by a checkpoint whose gate is open, solved, and their last turn executed as it was simulated."""
    amplified = [trajectory_from_row(row) for row in store.arrow(AMPLIFIED_TRAJECTORIES.name, [domain]).to_pylist()]
    return _through_open_gates(store, domain, [entry for entry in amplified if _is_confirmed(entry)])


def _grounded(store: Lake, domain: str) -> list[Trajectory]:
    """None where the asset was never materialised. An audit that failed since then counts."""
    if store.manifest(GROUNDED_TRAJECTORIES.name, domain) is None:
        return []
    rows = store.arrow(GROUNDED_TRAJECTORIES.name, [domain]).to_pylist()
    return _through_open_gates(store, domain, [trajectory_from_row(row) for row in rows])


def _through_open_gates(store: Lake, domain: str, trajectories: list[Trajectory]) -> list[Trajectory]:
    names = {entry.checkpoint for entry in trajectories}
    trusted = {name for name in names if gate_state(store, domain, name).is_open}
    return [entry for entry in trajectories if entry.checkpoint in trusted]


def _is_confirmed(trajectory: Trajectory) -> bool:
    """Solved: its last turn was executed, and the execution agrees with what the world model said of it."""
    if not trajectory.passed:
        return False
    last = trajectory.turns[-1]
    return last.verification is not None and last.verification.outcome is last.observation.outcome
