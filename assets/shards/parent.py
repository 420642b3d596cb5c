"""The parent of shards: asks for all of them, asks again for those that are lost, and lets none outlive it.

A shard is done when its part is staged, whatever its process or Pipes say: a message can be late, a pod can vanish
between its last row and its end. A shard whose process met an error would meet it again: the step fails with its words.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import dagster as dg
from dagster._core.pipes.context import PipesSession

from assets.progress import ProgressReporter
from assets.shards.hosts import Asked, Host
from assets.shards.process import DONE, FAILURE
from assets.shards.shard import Places, Shard
from resources.storage.staging import StagedPart, Staging

TIMES = 3
"""A shard is lost as often before the step gives up."""


@dataclass
class _Try:
    """One asking for a shard: its Pipes session, and its process wherever that is."""

    shard: Shard
    number: int
    session: PipesSession
    closing: ExitStack
    asked: Asked | None = None

    def end(self) -> None:
        """Ends the process, then the session, which has read all messages by then."""
        try:
            if self.asked:
                self.asked.stop()
        finally:
            self.closing.close()

    @property
    def failure(self) -> str:
        return next((str(message[FAILURE]) for message in self._messages() if FAILURE in message), "")

    @property
    def done(self) -> int:
        return max((int(message[DONE]) for message in self._messages() if DONE in message), default=0)

    def _messages(self) -> Iterator[dict[str, Any]]:
        return (message for message in self.session.get_custom_messages() if isinstance(message, dict))


@dataclass
class Parent:
    """`folder` is where Pipes' files lie while a shard runs; where shards run on other machines, these see it too."""

    context: dg.AssetExecutionContext
    host: Host
    folder: Path
    staging: Staging
    places: Places
    progress: ProgressReporter
    _running: dict[str, _Try] = field(default_factory=dict)
    _reported: int = 0

    def parts(self, shards: Sequence[Shard]) -> list[StagedPart]:
        """The part of each, those of an earlier run that did not come to its commit among them.

        Raises dg.Failure where a shard fails or is lost too often. However this ends, no shard is left running.
        """
        staged = {shard.name: self.staging.get(shard.name) for shard in shards}
        finished = {name: part for name, part in staged.items() if part}
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            for shard in shards:
                if shard.name not in finished:
                    self._ask(shard, 1)
            while self._running:
                self._report(shards, finished)
                for name, part in self._ended():
                    finished[name] = part
                time.sleep(self.host.look_every_s)
            self._report(shards, finished)
        finally:
            self._end_all()
        return [finished[shard.name] for shard in shards]

    def _ask(self, shard: Shard, number: int) -> None:
        stem = self.folder / f"{shard.name}-{number}"
        closing = ExitStack()
        session = closing.enter_context(
            dg.open_pipes_session(
                context=self.context,
                context_injector=dg.PipesFileContextInjector(f"{stem}.context"),
                message_reader=dg.PipesFileMessageReader(f"{stem}.messages"),
                extras={"shard": asdict(shard), "places": asdict(self.places)},
            )
        )
        attempt = self._running[shard.name] = _Try(shard, number, session, closing)
        log = stem.with_suffix(".log")
        closing.callback(log.unlink, missing_ok=True)
        attempt.asked = self.host.ask(shard, log, session.get_bootstrap_env_vars())

    def _ended(self) -> Iterator[tuple[str, StagedPart]]:
        """The parts of shards that have ended; those that are lost are asked again."""
        for name, attempt in list(self._running.items()):
            how = attempt.asked.ended() if attempt.asked else None
            if how is not None:
                attempt.end()
                del self._running[name]
                if part := self.staging.get(name):
                    yield name, part
                else:
                    self._lost(attempt, how)

    def _lost(self, attempt: _Try, how: str) -> None:
        if attempt.failure:
            raise dg.Failure(f"a shard of {attempt.shard.table} {attempt.shard.partition} failed. {attempt.failure}")
        said = f"shard {attempt.shard.name} ({len(attempt.shard.keys)} of its keys) was lost: {how}"
        if attempt.number >= TIMES:
            raise dg.Failure(f"{said}. That was the last of {TIMES} times; finished shards are kept for the next run")
        self.context.log.warning(f"{said}. It is asked again")
        self._ask(attempt.shard, attempt.number + 1)

    def _report(self, shards: Sequence[Shard], finished: dict[str, StagedPart]) -> None:
        done = sum(len(shard.keys) for shard in shards if shard.name in finished)
        done += sum(attempt.done for attempt in self._running.values())
        if done != self._reported:
            self.progress.advance(done - self._reported)
            self._reported = done

    def _end_all(self) -> None:
        """Each is ended, even where ending another met an error."""
        with ExitStack() as ending:
            for attempt in self._running.values():
                ending.callback(attempt.end)
        self._running.clear()
