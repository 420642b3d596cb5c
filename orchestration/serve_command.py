"""`icwm serve`: a model server in the foreground, until Ctrl-C, and what to write down to generate with it."""

import signal
import time
from pathlib import Path
from types import FrameType

from rich.console import Console
from rich.markup import escape

from orchestration.log_output import NOTES
from resources.serving.health import ServedModel
from resources.serving.process import ServerProcess
from resources.serving.server import VllmServer
from resources.serving.settings import ServerSettings
from resources.serving.snippet import generators_yaml

LOOK_EVERY_S = 1.0


def serve_model(console: Console, settings: ServerSettings, serving: Path) -> int:
    """The command's exit status: 0 when it was ended by Ctrl-C or SIGTERM. Raises ServingFailed."""
    # A shell's background job inherits SIGINT as ignored; a server that no signal ends would be left behind.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _like_ctrl_c)
    server = VllmServer(settings, serving, NOTES.info)
    try:
        with server as served:
            _announce(console, served, server.process)
            while True:
                server.check()
                time.sleep(LOOK_EVERY_S)
    except KeyboardInterrupt:
        NOTES.info("stopped")
        return 0


def _like_ctrl_c(_: int, __: FrameType | None) -> None:
    raise KeyboardInterrupt


def _announce(console: Console, served: ServedModel, process: ServerProcess) -> None:
    console.print(
        f"\n[green]✓[/] [b]{escape(served.model)}[/] at [b]{served.base_url}[/]; Ctrl-C ends it", highlight=False
    )
    console.print(f"log: {escape(str(process.log))}", soft_wrap=True, highlight=False)
    console.print(
        "to generate with it, write this to generators.yaml and run `icwm run --generators generators.yaml`:\n"
    )
    print(generators_yaml(served), flush=True)
