"""The real tools as an environment of the correction loop."""

from dataclasses import dataclass

from assets.trajectories.loop import Answer
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.pool import ExecutionPool
from resources.generation.trajectory import Turn


@dataclass(frozen=True)
class RealEnvironment:
    """Executes every candidate in the pool."""

    pool: ExecutionPool
    checkpoint: str = ""

    @property
    def toolchain(self) -> str:
        return self.pool.toolchain().fingerprint

    async def answer(
        self, bundle: EnvironmentBundle, candidate: Candidate, history: tuple[Turn, ...], author: str
    ) -> Answer:
        return Answer(await self.pool.execute(bundle, candidate))
