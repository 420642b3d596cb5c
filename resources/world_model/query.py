"""What the world model may know of a candidate. Training, amplification and prediction ask here, and nowhere else."""

from collections.abc import Iterable

from resources.domains.domain import Domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.trajectory import Source, Turn
from resources.world_model.model import Executed, Query


def query_for(
    domain: Domain, bundle: EnvironmentBundle, candidate: Candidate, history: Iterable[Turn] = (), author: str = ""
) -> Query:
    """With the certified reference's PASS, and those of the earlier turns that were executed, not simulated."""
    reference = Executed(bundle.reference_candidate, Observation(Outcome.PASS, "function"))
    executed = [Executed(turn.candidate, turn.observation) for turn in history if turn.source is Source.REAL]
    known = (reference,) if bundle.reference_is_solution else ()
    return Query(domain, bundle, candidate, (*known, *executed), author)
