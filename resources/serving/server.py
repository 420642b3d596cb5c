"""VllmServer: a vLLM on this machine, or transformers in its place, from start to end; `serve` is it or one that runs
elsewhere.

What is asked of the server is none of its business; its processes are `process`, its command line `launching`.

In its log, the same line at another time is nothing new: vLLM repeats every minute that it waits for its engine.
"""

import asyncio
import logging
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import TracebackType

from resources.serving.demo_model import locate
from resources.serving.environment import environment_for
from resources.serving.errors import ServingFailed
from resources.serving.health import ServedModel, connect, wait_until_healthy
from resources.serving.launching import HOST, command, variables
from resources.serving.process import ServerProcess
from resources.serving.settings import ServerSettings

_log = logging.getLogger(__name__)
SAY_EVERY_S = 10.0
LONGER = 3
"""How many times the patience is advised to who ran out of it."""


class VllmServer:
    """Used as a context manager, `with` or `async with`; gives a ServedModel once the server is healthy.

    `serving` is the home's folder for it: environment, models, logs. The server listens on the loopback interface
    only, and ends with the block, with an exception, and with this process, however that ends. If it dies before, that
    is logged with the end of its log, `check` raises, and an exception that leaves the block carries a note of it.
    """

    def __init__(self, settings: ServerSettings, serving: Path, say: Callable[[str], None] = _log.info) -> None:
        self._settings = settings
        self._serving = serving
        self._say = say
        self._process: ServerProcess | None = None
        self._given_up = threading.Event()
        self._name = "vLLM"

    @property
    def process(self) -> ServerProcess:
        """Raises ServingFailed before `start`."""
        if self._process is None:
            raise ServingFailed("the server has not been started")
        return self._process

    def start(self) -> ServedModel:
        """Blocks until the server is healthy. Raises ServingFailed; then nothing of it is left running."""
        environment = environment_for(self._settings.engine, self._serving)
        self._name = environment.server
        model = locate(self._settings.model, self._serving, environment, self._say)
        port = self._settings.port or _free_port()
        _refuse_taken(port)
        log = self._serving / "logs" / f"{datetime.now():%Y%m%d-%H%M%S}-{self._settings.name}-{port}.log"
        arguments = command(environment, self._settings, model, port)
        self._say(f"starting {environment.title} with {self._settings.name}; log {log}")
        self._process = ServerProcess(
            arguments, variables(environment, self._settings, model), log, self._settings.grace_s
        )
        try:
            served = self._ready(f"http://{HOST}:{port}/v1")
        except BaseException:
            self.stop()
            raise
        threading.Thread(target=self._watch, name="vllm-watch", daemon=True).start()
        return served

    def stop(self) -> None:
        """Ends the server and waits for it; does nothing where none runs."""
        self._given_up.set()
        if self._process:
            self._process.stop()

    def check(self) -> None:
        """Raises ServingFailed, with the end of its log, where the server has died."""
        if self._given_up.is_set() and not self.process.died:
            raise ServingFailed("the server was stopped")
        if self.process.died:
            raise ServingFailed(self._death())

    def __enter__(self) -> ServedModel:
        return self.start()

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> None:
        died = self.process.died
        self.stop()
        if died and error:
            error.add_note(self._death())

    async def __aenter__(self) -> ServedModel:
        try:
            return await asyncio.to_thread(self.start)
        except asyncio.CancelledError:
            # The thread cannot be cancelled; without its server it ends by itself.
            await asyncio.to_thread(self.stop)
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.__exit__, kind, error, trace)

    def _ready(self, base_url: str) -> ServedModel:
        news, said = LogNews(self.process.tail), 0.0

        def waiting(seconds: float) -> None:
            nonlocal said
            if seconds - said >= SAY_EVERY_S:
                said = seconds
                self._say(f"waiting for {self._name}, {seconds:.0f} s{f': {news.last}' if news.last else ''}")

        try:
            wait_until_healthy(base_url, self._settings.startup_s, news.is_new, self.check, waiting)
            return connect(base_url, self._settings.name)
        except TimeoutError as late:
            raise ServingFailed(
                f"{self._name} was {late}: a busy machine needs more (`icwm serve {self._settings.model} "
                f"--startup-s {LONGER * self._settings.startup_s:.0f}`). {self._log_end()}"
            ) from None

    def _watch(self) -> None:
        self.process.wait()
        if self.process.died:
            _log.error("%s", self._death())

    def _death(self) -> str:
        status = self.process.exit_status
        hint = (
            "; killed, for lack of memory perhaps: a smaller kv_cache_gib or max_model_len needs less"
            if status == 137
            else ""
        )
        return f"{self._name} ended by itself with status {status}{hint}. {self._log_end()}"

    def _log_end(self) -> str:
        return f"The end of {self.process.log}:\n{self.process.tail()}"


@contextmanager
def serve(
    settings: ServerSettings, serving: Path, url: str = "", say: Callable[[str], None] = _log.info
) -> Iterator[ServedModel]:
    """A local server, or the one at `url`, which is then neither started nor stopped. Raises ServingFailed."""
    if url:
        yield connect(url, settings.name)
    else:
        with VllmServer(settings, serving, say) as served:
            yield served


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _refuse_taken(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise ServingFailed(
                f"port {port} cannot be used ({error.strerror}): choose another, or 0 for any"
            ) from None


_TIMES = re.compile(r"\d+(?::\d{2})+(?:[.,]\d+)?|\b\d{1,4}-\d{2}(?:-\d{2})?\b")
_LAST_CHARACTERS = 80


class LogNews:
    """`tail` gives the end of the log, as text."""

    def __init__(self, tail: Callable[[], str]) -> None:
        self._tail = tail
        self._known: set[str] = set()
        self.last = ""
        """The newest line that was new, cut to what fits beside other words; "" before the first."""

    def is_new(self) -> bool:
        """Whether a line came since the last call that was never there before, clock times aside."""
        lines = {key: line.strip() for line in self._tail().splitlines() if (key := _TIMES.sub("", line).strip())}
        new = [line for key, line in lines.items() if key not in self._known]
        self._known |= lines.keys()
        self.last = new[-1][:_LAST_CHARACTERS] if new else self.last
        return bool(new)
