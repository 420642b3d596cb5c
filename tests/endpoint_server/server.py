"""EndpointServer: the application on a port of its own, in a thread, for as long as a `with` block lasts."""

import threading
import time
from types import TracebackType
from typing import Self

import uvicorn

from tests.endpoint_server.application import Stub, application

STARTS_WITHIN_S = 20.0


class EndpointServer:
    """`stub` says what it does and holds what it saw; `base_url` is what a client is given."""

    def __init__(self, stub: Stub | None = None, port: int = 0) -> None:
        self.stub = stub or Stub()
        config = uvicorn.Config(
            application(self.stub),
            host="127.0.0.1",
            port=port,
            log_config=None,
            log_level="critical",
            access_log=False,
            lifespan="off",
            timeout_graceful_shutdown=0,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, name="endpoint server", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        deadline = time.monotonic() + STARTS_WITHIN_S
        while not self._server.started:
            if time.monotonic() > deadline or not self._thread.is_alive():
                raise RuntimeError("the test's endpoint server did not start")
            time.sleep(0.005)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.should_exit = True
        self._thread.join()

    @property
    def base_url(self) -> str:
        """With the port that the system gave."""
        port = self._server.servers[0].sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}/v1"

    def serve(self) -> None:
        """Until the process is told to end."""
        self._thread.join()
