"""Verification: the last turn of an amplified trajectory is executed before it may enter D (spec, point 8)."""

from dataclasses import replace

from assets.trajectories.loop import Attempt, Environment, run_attempt
from resources.execution.pool import ExecutionPool
from resources.generation.trajectory import Source, Trajectory


async def run_verified(attempt: Attempt, environment: Environment, pool: ExecutionPool) -> Trajectory:
    """The loop against `environment`, then its last turn in `pool`; the real observation is kept beside.

    A last turn that the tool answered in the loop is verified as it is.

    A generator that failed at once leaves no turn to execute.
    """
    trajectory = await run_attempt(attempt, environment)
    if not trajectory.turns:
        return trajectory
    last = trajectory.turns[-1]
    if last.source is Source.REAL:
        verified = replace(last, verification=last.observation)
    else:
        observation = await pool.execute(attempt.bundle, last.candidate)
        verified = replace(last, source=Source.VERIFIED, verification=observation)
    return replace(trajectory, turns=(*trajectory.turns[:-1], verified))
