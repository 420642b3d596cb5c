"""A campaign's own process, started by `campaign`: an order comes in on standard input, a result or an error goes out
on standard output, both pickled. When the other end of standard input is closed, it ends as Ctrl-C ends a command.

The runs are ordinary Dagster runs on the home's instance, so the UI has them.
"""

import contextlib
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Sequence
from itertools import chain
from typing import IO, Any

import dagster as dg

from orchestration.definitions import build_defs
from orchestration.instance import close_abandoned_runs, open_instance
from orchestration.run_graph import LAUNCHER_TAG, PROFILE_TAG, RunResult, materialise
from orchestration.run_lock import only_run
from orchestration.settings import Settings
from orchestration.termination import Termination

_INTERRUPTED = 130


def main() -> None:
    asker, answer = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # What is printed on the way is no part of the answer.
    said: Any
    try:
        settings, domains = pickle.load(asker)
        said = _run(settings, domains, asker)
    except Exception as error:
        error.add_note("".join(traceback.format_exception(error)))
        said = error
    if said is not None:
        pickle.dump(said, answer)
    with contextlib.suppress(BrokenPipeError):  # Nobody waits any more.
        answer.close()
    sys.stderr.flush()
    os._exit(_INTERRUPTED if said is None else 0)  # As `command_line.main` does, and for its reason.


def _run(settings: Settings, domains: Sequence[str], asker: IO[bytes]) -> RunResult | None:
    """None where the run was interrupted. Raises HomeInUse."""
    results: list[RunResult] = []
    interruptions = (KeyboardInterrupt, dg.DagsterExecutionInterruptedError)
    with only_run(settings.home), Termination() as termination:
        with contextlib.suppress(*interruptions), open_instance(settings.home) as instance:
            threading.Thread(target=_follow, args=(asker,), name="asker", daemon=True).start()
            close_abandoned_runs(instance)
            tags = {LAUNCHER_TAG: str(os.getpid()), PROFILE_TAG: settings.profile}
            for _, result in materialise(build_defs(settings=settings), instance, domains, tags):
                results.append(result)
                if termination.requested is not None:
                    break
        return None if termination.requested is not None else _joined(results)


def _follow(asker: IO[bytes]) -> None:
    asker.read()
    os.kill(os.getpid(), signal.SIGINT)


def _joined(results: Sequence[RunResult]) -> RunResult:
    return RunResult(
        tuple(chain.from_iterable(result.stages for result in results)),
        tuple(chain.from_iterable(result.failed_checks for result in results)),
        tuple(chain.from_iterable(result.errors for result in results)),
        tuple(chain.from_iterable(result.warnings for result in results)),
    )


if __name__ == "__main__":
    main()
