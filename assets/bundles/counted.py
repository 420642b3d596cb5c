"""The pool, with what the executions of one task cost."""

from dataclasses import dataclass

from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.pool import ExecutionPool


@dataclass
class CountedExecutions:
    """`seconds` are those of the tools, each execution's as long as when it was run first."""

    pool: ExecutionPool
    executions: int = 0
    seconds: float = 0.0

    async def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        self.executions += 1
        observation = await self.pool.execute(bundle, candidate)
        self.seconds += observation.seconds
        return observation
