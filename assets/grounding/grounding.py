"""Grounding: a simulated turn is told as it was simulated where audits bear the texts out, else it is executed.

What follows a turn whose simulation was wrong is left out: it answers something that never happened. A generator that
reads what the tools say is misled by any other text, one that reads nothing only by another verdict; but its reasoning
quotes the text, so the turns after another text lose theirs, and hindsight writes it anew.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from assets.world_model.text_match import text_match
from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.pool import ExecutionPool
from resources.generation.trajectory import Source, Trajectory, Turn
from resources.world_model.log_forms import UNKNOWN


@dataclass(frozen=True)
class Grounded:
    """A trajectory as it may be told, and what that took. Counts are of turns."""

    trajectory: Trajectory
    executed: int = 0
    kept: int = 0
    wrong_labels: int = 0
    false_texts: int = 0
    dropped: int = 0


@dataclass(frozen=True)
class Grounder:
    """`texts_hold` says whether audits bear out what a checkpoint says of a source of tasks."""

    domain: Domain
    pool: ExecutionPool
    texts_hold: Callable[[str, str], bool]

    async def ground(self, trajectory: Trajectory, bundle: EnvironmentBundle) -> Grounded:
        """Raises EnvironmentFailure."""
        done, misquoted = Grounded(replace(trajectory, turns=())), False
        told = self.texts_hold(trajectory.checkpoint, bundle.source)
        for was in trajectory.turns:
            turn = replace(was, reasoning="") if misquoted else was
            if turn.source is Source.REAL:
                done = _with(done, turn)
            elif turn.source is Source.SIMULATED and told and may_be_told(turn):
                done = replace(_with(done, turn), kept=done.kept + 1)
            else:
                # A verified turn, too: of its execution the row has kept label and log alone. The result cache has all.
                real = await self.pool.execute(bundle, turn.candidate)
                done = self._executed(done, turn, real)
                misquoted = misquoted or says_otherwise(turn, real)
                if misled(turn, real, reads=bool(trajectory.generator_model)) or real.outcome.passed:
                    break
        return replace(done, dropped=len(trajectory.turns) - len(done.trajectory.turns))

    def _executed(self, done: Grounded, turn: Turn, real: Observation) -> Grounded:
        text = text_match(self.domain, real, turn.observation)
        grounded = replace(turn, observation=real, source=Source.VERIFIED, verification=real)
        return replace(
            _with(done, grounded),
            executed=done.executed + (turn.source is Source.SIMULATED),
            wrong_labels=done.wrong_labels + (real.outcome is not turn.observation.outcome),
            false_texts=done.false_texts + (text is not None and not text.is_true),
        )


def may_be_told(turn: Turn) -> bool:
    """A text that leaves something open is no observation of a tool."""
    return UNKNOWN not in turn.observation.text


def misled(turn: Turn, real: Observation, *, reads: bool) -> bool:
    """Whether what follows the turn answers something that the tools did not say."""
    return turn.observation.outcome is not real.outcome or (reads and says_otherwise(turn, real))


def says_otherwise(turn: Turn, real: Observation) -> bool:
    said = turn.observation
    return (said.outcome, said.stage, said.log) != (real.outcome, real.stage, real.log)


def _with(done: Grounded, turn: Turn) -> Grounded:
    return replace(done, trajectory=replace(done.trajectory, turns=(*done.trajectory.turns, turn)))
