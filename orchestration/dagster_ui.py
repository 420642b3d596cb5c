"""`icwm ui`: Dagster's webserver and daemon in this process's place."""

import os
import signal
import sys

from orchestration.instance import prepare_home
from orchestration.loopback import require_free
from orchestration.run_lock import only_daemon
from orchestration.settings import PROJECT, read_settings

_SUPERSEDED = "ignore:Function `dev_command` is superseded"
"""`dagster dev` warns that `dg dev` takes its place: that wants a project laid out by dg, and runs the same."""


def open_ui(port: int) -> None:
    """Does not return. Raises PortTaken, HomeInUse and HomeUnusable before anything is started."""
    home = read_settings().home
    require_free(port)
    only_daemon(home)
    environment = {**os.environ, "DAGSTER_HOME": str(prepare_home(home))}
    # -P: a file named dagster.py in the folder of the user is not meant.
    dagster = [sys.executable, "-P", "-W", _SUPERSEDED, "-m", "dagster"]
    arguments = [*dagster, "dev", "-w", str(PROJECT / "workspace.yaml"), "-h", "127.0.0.1", "-p", str(port)]
    # A job started in the background inherits SIGINT as ignored, and Dagster would then not end by any signal.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.execve(sys.executable, arguments, environment)
