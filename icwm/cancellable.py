"""A coroutine that one thread runs to its end, and another may cancel."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

R = TypeVar("R")


class Cancellable(Generic[R]):
    def __init__(self, begin: Callable[[], Coroutine[Any, Any, R]]) -> None:
        self._begin = begin
        self._task: asyncio.Task[R] | None = None
        self._is_cancelled = False

    def run(self) -> R:
        """Raises CancelledError where it was cancelled, also before it began."""
        return asyncio.run(self._watched())

    async def _watched(self) -> R:
        self._task = asyncio.current_task()
        if self._is_cancelled:
            raise asyncio.CancelledError
        return await self._begin()

    def cancel(self) -> None:
        self._is_cancelled = True
        if self._task is not None:
            with contextlib.suppress(RuntimeError):  # The loop is closed: it ended just now.
                self._task.get_loop().call_soon_threadsafe(self._task.cancel)
