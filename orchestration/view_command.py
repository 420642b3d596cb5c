"""`icwm view`: serves the viewer until Ctrl-C, and says where."""

import signal
import webbrowser

from rich.console import Console

from assets.inspection.inspection import find_trajectory, turn_named
from assets.viewer_address import trajectory_path
from orchestration.log_output import NOTES
from orchestration.loopback import require_free
from orchestration.settings import read_settings
from resources.storage.lake import Lake

HOST = "127.0.0.1"


def view(console: Console, name: str, port: int, *, opened: bool) -> int:
    """The command's exit status. `name` is a trajectory or a turn to begin with, "" the list. Raises PortTaken,
    TrajectoryNotFound and TableNotWritten."""
    settings = read_settings()
    begins_at = _path(Lake(settings.lake), name) if name else ""
    require_free(port)
    NOTES.info("opening the viewer …")
    import uvicorn

    from orchestration.viewer.application import Viewer

    application = Viewer(Lake(settings.lake), str(settings.home.root)).application()
    address = f"http://{HOST}:{port}"
    begin = f"{address}{begins_at}"
    console.print(f"{begin}  (Ctrl-C ends it)", highlight=False, soft_wrap=True)
    if opened:
        webbrowser.open(begin)
    # A job started in the background inherits SIGINT as ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    uvicorn.run(application, host=HOST, port=port, log_level="warning", access_log=False, server_header=False)
    return 0


def _path(lake: Lake, name: str) -> str:
    """Raises TrajectoryNotFound and TableNotWritten."""
    _, _, identity = find_trajectory(lake, name)
    return trajectory_path(identity, turn_named(name))
