"""Which trajectories may become training data: hindsight explains them, the corpus tells them."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain

from assets.grounding.schema import GROUNDED_TRAJECTORIES
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES, trajectory_from_row
from assets.trust.gate import gate_state
from resources.generation.trajectory import Ended, Trajectory
from resources.storage.lake import Lake


def eligible(store: Lake, domain: str) -> Iterator[Trajectory]:
    """Really executed, solved or not; or amplified by a checkpoint whose labels pass their audits, and grounded. What
    its generator could not finish is neither."""
    found = chain(_told(store, REAL_TRAJECTORIES.name, domain), _grounded(store, domain))
    return (entry for entry in found if entry.ended is not Ended.GENERATOR_FAILED)


def solved(store: Lake, domain: str) -> list[Trajectory]:
    """Those of the eligible whose last turn passed: what hindsight can look back from."""
    return [trajectory for trajectory in eligible(store, domain) if trajectory.passed]


def confirmed(store: Lake, domain: str) -> list[Trajectory]:
    """Amplified by a checkpoint whose gate is open, solved, and their last turn executed as it was simulated."""
    amplified = _told(store, AMPLIFIED_TRAJECTORIES.name, domain)
    return list(_through_open_gates(store, domain, filter(_is_confirmed, amplified)))


def _grounded(store: Lake, domain: str) -> Iterator[Trajectory]:
    """None where the asset was never materialised. An audit that failed since then counts."""
    if store.manifest(GROUNDED_TRAJECTORIES.name, domain) is None:
        return iter(())
    return _through_open_gates(store, domain, _told(store, GROUNDED_TRAJECTORIES.name, domain))


def _told(store: Lake, table: str, domain: str) -> Iterator[Trajectory]:
    return map(trajectory_from_row, store.rows(table, domain))


def _through_open_gates(store: Lake, domain: str, trajectories: Iterable[Trajectory]) -> Iterator[Trajectory]:
    is_open = cache(lambda checkpoint: gate_state(store, domain, checkpoint).is_open)
    return (entry for entry in trajectories if is_open(entry.checkpoint))


def _is_confirmed(trajectory: Trajectory) -> bool:
    """Solved: its last turn was executed, and the execution agrees with what the world model said of it."""
    if not trajectory.passed:
        return False
    last = trajectory.turns[-1]
    return last.verification is not None and last.verification.outcome is last.observation.outcome
