"""The runner: our program that closes the kernel to a candidate's program and starts it (`support/runner.c`).

It is compiled once for a process, in the sandbox, and laid beside the program of every job that runs one.
"""

import threading
from pathlib import Path

from resources.execution.bundle import Limits
from resources.execution.errors import PermanentEnvironmentFailure, ToolMissing
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step

RUNNER = "runner"
_SOURCE = Path(__file__).parent.parent / "support" / "runner.c"
_LIMITS = Limits(wall_s=60.0, cpu_s=20)
_TOOL_NAME = "callgrind-amd64-linux"
_TOOL_FOLDERS = (
    *("/usr/libexec/valgrind", "/usr/lib/valgrind", "/usr/lib/x86_64-linux-gnu/valgrind"),
    *("/usr/lib64/valgrind", "/usr/local/libexec/valgrind"),
)
_made: list[bytes] = []
_guard = threading.Lock()


def runner(sandbox: Sandbox) -> bytes:
    """The runner's program. Raises PermanentEnvironmentFailure where it does not compile."""
    with _guard:
        if not _made:
            _made.append(_compiled(sandbox))
        return _made[0]


def _compiled(sandbox: Sandbox) -> bytes:
    command = ("gcc", "-O2", "-w", "-static", "-o", RUNNER, "runner.c")
    files = {"runner.c": _SOURCE.read_bytes()}
    result = sandbox.run(SandboxJob((Step("compile", command),), files, collect=(RUNNER,), limits=_LIMITS))
    if RUNNER not in result.files:
        log = result.steps[0].log.decode(errors="replace").strip()[-500:]
        raise PermanentEnvironmentFailure(f"the runner of programs does not compile: {log}")
    return result.files[RUNNER]


def callgrind() -> str:
    """The tool itself: `valgrind` only executes it, and the runner leaves one exec open. Raises ToolMissing."""
    found = next((path for folder in _TOOL_FOLDERS if (path := Path(folder, _TOOL_NAME)).is_file()), None)
    if found is None:
        raise ToolMissing(f"{_TOOL_NAME} is in none of {', '.join(_TOOL_FOLDERS)}: `apt-get install valgrind`")
    return str(found)
