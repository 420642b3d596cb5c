"""The world model as an environment of the correction loop, predicting for concurrent trajectories in batches.

Where it is not trusted, or slower than the tool, the real tool answers the turn.
"""

import asyncio
import time
from dataclasses import dataclass

from assets.trajectories.loop import Answer
from resources.domains.domain import Domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.pool import ExecutionPool
from resources.generation.trajectory import Source, Turn
from resources.world_model.model import Prediction, Query, WorldModel
from resources.world_model.query import query_for

MAX_BATCH = 16


@dataclass(frozen=True)
class _Waiting:
    query: Query
    answer: asyncio.Future[Prediction]


class IcwmEnvironment:
    """Collects the queries that wait while a prediction runs, and predicts them together in one thread.

    `tool_seconds` is what one execution of this domain takes; None leaves cost out of account. Use as an async
    context manager: it owns the task that predicts.
    """

    def __init__(
        self, domain: Domain, model: WorldModel, tools: ExecutionPool, tool_seconds: float | None = None
    ) -> None:
        self._domain, self._model, self._tools, self._tool_seconds = domain, model, tools, tool_seconds
        self._model_seconds: float | None = None

    @property
    def toolchain(self) -> str:
        """The tools that verify the last turn."""
        return self._tools.toolchain().fingerprint

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

    async def answer(
        self, bundle: EnvironmentBundle, candidate: Candidate, history: tuple[Turn, ...], author: str
    ) -> Answer:
        """The prediction where it is trusted, else what the tool says, with the prediction's confidence beside it."""
        if self._tool_is_cheaper():
            return Answer(await self._tools.execute(bundle, candidate), Source.REAL)
        prediction = await self._predicted(query_for(self._domain, bundle, candidate, history, author))
        sure, new = prediction.confidence_for_trust, prediction.novelty
        if prediction.trusted:
            return Answer(prediction.observation, Source.SIMULATED, sure, new)
        return Answer(await self._tools.execute(bundle, candidate), Source.REAL, sure, new)

    def _tool_is_cheaper(self) -> bool:
        tool, model = self._tool_seconds, self._model_seconds
        return tool is not None and model is not None and tool < model

    async def _predicted(self, query: Query) -> Prediction:
        future: asyncio.Future[Prediction] = asyncio.get_running_loop().create_future()
        await self._queue.put(_Waiting(query, future))
        return await future

    async def _predict_forever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < MAX_BATCH and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            started = time.perf_counter()
            try:
                predictions = await asyncio.to_thread(self._model.predict, [waiting.query for waiting in batch])
            except Exception as error:
                for waiting in batch:
                    if not waiting.answer.done():
                        waiting.answer.set_exception(error)
                continue
            # The quickest batch: small ones, and those beside a busy neighbour, say less of what a prediction costs.
            seconds = (time.perf_counter() - started) / len(batch)
            self._model_seconds = min(seconds, self._model_seconds or seconds)
            for waiting, prediction in zip(batch, predictions, strict=True):
                if not waiting.answer.done():
                    waiting.answer.set_result(prediction)
