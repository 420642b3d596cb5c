"""`icwm ui`: Dagster's webserver and daemon below this process, which ends them and the runs that they started."""

import os
import signal
import sys

from orchestration.first_word import say_now
from orchestration.instance import prepare_home
from orchestration.log_output import NOTES
from orchestration.loopback import require_free
from orchestration.process_group import ProcessGroup
from orchestration.run_lock import only_daemon
from orchestration.settings import PROJECT, read_settings

_SUPERSEDED = "ignore:Function `dev_command` is superseded"
"""`dagster dev` warns that `dg dev` takes its place: that wants a project laid out by dg, and runs the same."""


def open_ui(port: int) -> int:
    """The command's exit status, once all has ended: 0 where Ctrl-C or SIGTERM ended it. Raises PortTaken, HomeInUse
    and HomeUnusable before anything is started."""
    home = read_settings().home
    require_free(port)
    only_daemon(home)
    environment = {**os.environ, "DAGSTER_HOME": str(prepare_home(home))}
    # -P: a file named dagster.py in the folder of the user is not meant.
    dagster = [sys.executable, "-P", "-W", _SUPERSEDED, "-m", "dagster"]
    arguments = [*dagster, "dev", "-w", str(PROJECT / "workspace.yaml"), "-h", "127.0.0.1", "-p", str(port)]
    say_now()
    return ProcessGroup(_say_ending).run(arguments, environment)


def _say_ending(number: signal.Signals) -> None:
    NOTES.info(
        "%s: Dagster ends, and runs under way are interrupted; what they finished is kept, and running them again goes "
        "on there (once more kills them at once)",
        number.name,
    )
