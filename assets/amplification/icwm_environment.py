"""The world model as an environment of the correction loop, predicting for concurrent trajectories in batches."""

import asyncio
from dataclasses import dataclass

from assets.trajectories.loop import Answer
from resources.domains.domain import Domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.trajectory import Source, Turn
from resources.world_model.model import Executed, Prediction, Query, WorldModel

MAX_BATCH = 16


@dataclass(frozen=True)
class _Waiting:
    query: Query
    answer: asyncio.Future[Prediction]


def query_for(domain: Domain, bundle: EnvironmentBundle, candidate: Candidate, history: tuple[Turn, ...]) -> Query:
    """What the model may know: the certified reference's PASS, and turns that were executed, not simulated."""
    reference = Executed(bundle.reference_candidate, Observation(Outcome.PASS, "function"))
    executed = [Executed(turn.candidate, turn.observation) for turn in history if turn.source is Source.REAL]
    known = (reference,) if bundle.reference_is_solution else ()
    return Query(domain, bundle, candidate, (*known, *executed))


class IcwmEnvironment:
    """Collects the queries that wait while a prediction runs, and predicts them together in one thread.

    Use as an async context manager: it owns the task that predicts.
    """

    def __init__(self, domain: Domain, model: WorldModel, toolchain: str) -> None:
        self._domain, self._model, self._toolchain = domain, model, toolchain

    @property
    def toolchain(self) -> str:
        """The tools that verify the last turn."""
        return self._toolchain

    @property
    def checkpoint(self) -> str:
        return self._model.checkpoint_id

    async def __aenter__(self) -> "IcwmEnvironment":
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._task = asyncio.create_task(self._predict_forever())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def answer(self, bundle: EnvironmentBundle, candidate: Candidate, history: tuple[Turn, ...]) -> Answer:
        future: asyncio.Future[Prediction] = asyncio.get_running_loop().create_future()
        await self._queue.put(_Waiting(query_for(self._domain, bundle, candidate, history), future))
        prediction = await future
        return Answer(prediction.observation, Source.SIMULATED, prediction.confidence)

    async def _predict_forever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < MAX_BATCH and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                predictions = await asyncio.to_thread(self._model.predict, [waiting.query for waiting in batch])
            except Exception as error:
                for waiting in batch:
                    if not waiting.answer.done():
                        waiting.answer.set_exception(error)
                continue
            for waiting, prediction in zip(batch, predictions, strict=True):
                if not waiting.answer.done():
                    waiting.answer.set_result(prediction)
