"""Process 1 of a warm sandbox: a script of its own, started inside by `warm`, never imported.

It imports modules, then forks once for each step; it never runs anything of a job itself. It is not dumpable, so
the kernel denies every other process its memory and descriptors, and as process 1 no signal from inside reaches it.
Commands are lines of JSON on its stdin, answers lines on its stdout, logs go to what was its stderr; steps get none
of these but the log. Standard library only, beside what it is told to import.
"""

import contextlib
import ctypes
import fcntl
import gc
import importlib
import json
import os
import resource
import runpy
import shutil
import signal
import sys
import traceback
from typing import Any

_PR_SET_DUMPABLE = 4
_ADDR_NO_RANDOMIZE = 0x0040000
_UNCHANGED = 0xFFFFFFFF
_OPEN_FILES = 256
_WORK = "/icwm-job"
"""As `profile.WORK`: nothing of the project can be imported in here."""
_WRITABLE = (_WORK, "/tmp", "/dev/shm")
_WHOLE, _MISSING, _LINK, _IRREGULAR, _UNREADABLE = range(5)
_COMMANDS, _ANSWERS = 0, 1


class Steps:
    """The job that is running: its limits, its environment, and how a step of it is started."""

    def __init__(self, log: int, interpreter: str, request: dict[str, Any]) -> None:
        self._log, self._interpreter = log, interpreter
        self._limits: dict[str, int] = request["limits"]
        self._environment: dict[str, str] = request["environment"]

    def run(self, argv: list[str]) -> int:
        """Forks, waits, and returns the exit code as a shell gives it, when no process is left."""
        child = os.fork()
        if child == 0:
            self._become(argv)
        code = _reap(child)
        settle()
        return code

    def _become(self, argv: list[str]) -> None:
        """In the fork: takes the limits, then turns into the step. Does not return."""
        code = 1
        try:
            self._prepare()
            if argv[0] == self._interpreter and len(argv) > 1 and not argv[1].startswith("-"):
                code = _run_script(argv[1:])
            else:
                os.execvpe(argv[0], argv, os.environ)
        except FileNotFoundError as error:
            print(f"{argv[0]}: {error.strerror}", file=sys.stderr)
            code = 127
        except OSError as error:
            print(f"{argv[0]}: {error.strerror}", file=sys.stderr)
            code = 126
        finally:
            with contextlib.suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code)

    def _prepare(self) -> None:
        nothing = os.open("/dev/null", os.O_RDONLY)
        # Opened anew, so that what the step sets on it (non-blocking) is its own.
        log = os.open(f"/proc/self/fd/{self._log}", os.O_WRONLY)
        for source, target in ((nothing, 0), (log, 1), (log, 2)):
            os.dup2(source, target)
        os.closerange(3, _OPEN_FILES)
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_DFL)
        with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:
            score.write("1000")
        os.environ.update(self._environment)
        self._limit()

    def _limit(self) -> None:
        limits = self._limits
        cpu = limits["cpu_s"]
        # As in `driver.ulimits`: who started this sandbox counts the step's processes together, and stops it before.
        wanted = {
            resource.RLIMIT_CORE: (0, 0),
            resource.RLIMIT_NOFILE: (_OPEN_FILES, _OPEN_FILES),
            resource.RLIMIT_FSIZE: (limits["scratch_bytes"], limits["scratch_bytes"]),
            resource.RLIMIT_CPU: (cpu + 1, cpu + 2),
            resource.RLIMIT_NPROC: (limits["processes"] + 1, limits["processes"] + 1),
        }
        if limits["mapped_bytes"] is not None:
            data, total = _own_memory()
            more = limits["mapped_bytes"]
            wanted[resource.RLIMIT_DATA] = (data + more, data + more)
            wanted[resource.RLIMIT_AS] = (total + 2 * more + (1 << 30),) * 2
        for kind, value in wanted.items():
            resource.setrlimit(kind, value)


def _run_script(argv: list[str]) -> int:
    """As `python script arguments` would, without exit handlers."""
    sys.argv, sys.path = argv, [os.path.dirname(os.path.abspath(argv[0])), *sys.path]
    try:
        runpy.run_path(argv[0], run_name="__main__")
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return (end.code or 0) & 0xFF
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def _own_memory() -> tuple[int, int]:
    """Bytes of data and of address space that this process has."""
    with open("/proc/self/status") as status:
        fields = dict(line.split(":", 1) for line in status)
    return int(fields["VmData"].split()[0]) << 10, int(fields["VmSize"].split()[0]) << 10


def _reap(child: int) -> int:
    """Waits for this child; others that this process has adopted end meanwhile."""
    while True:
        process, status = os.wait()
        if process == child:
            return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def settle() -> None:
    """Returns when no process but this one is left, zombies included."""
    while True:
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)
        try:
            os.wait()
        except ChildProcessError:
            return


def wipe(mounts: list[str]) -> None:
    """Removes everything that jobs can write, and leaves what is mounted among it. What cannot be removed ends this
    process, and with it the sandbox."""
    os.chdir(_WORK)
    for folder in _WRITABLE:
        if os.stat(folder).st_uid == os.getuid():
            os.chmod(folder, 0o755)
        _empty(folder, mounts)


def _empty(folder: str, mounts: list[str]) -> None:
    for entry in list(os.scandir(folder)):
        if entry.path in mounts:
            continue
        if not entry.is_dir(follow_symlinks=False):
            os.unlink(entry.path)
        elif any(mount.startswith(f"{entry.path}/") for mount in mounts):
            os.chmod(entry.path, 0o755)
            _empty(entry.path, mounts)
        else:
            _open_up(entry.path)
            shutil.rmtree(entry.path)


def _open_up(folder: str) -> None:
    """A folder without permissions can still be removed by its owner."""
    os.chmod(folder, 0o700)
    for path, names, _ in os.walk(folder):
        for name in names:
            full = os.path.join(path, name)
            if not os.path.islink(full):
                os.chmod(full, 0o700)


def lay_out(sizes: dict[str, int]) -> None:
    for name, size in sizes.items():
        os.makedirs(os.path.dirname(os.path.abspath(name)), exist_ok=True)
        with open(name, "wb") as file:
            file.write(sys.stdin.buffer.read(size))


def fetch(name: str, limit: int, log: int) -> int:
    """Copies at most `limit` bytes of a file to the log. No link is followed; nothing else runs meanwhile."""
    parts = name.split("/")
    for count in range(1, len(parts) + 1):
        if os.path.islink("/".join(parts[:count])):
            return _LINK
    if not os.path.exists(name):
        return _MISSING
    if not os.path.isfile(name):
        return _IRREGULAR
    try:
        with open(name, "rb") as file:
            view = memoryview(file.read(limit))
    except OSError:
        return _UNREADABLE
    while view:
        view = view[os.write(log, view) :]
    return _WHOLE


def serve(log: int, interpreter: str, mounts: list[str]) -> None:
    """One command after the other, until there are no more."""
    steps: Steps | None = None
    for line in iter(sys.stdin.buffer.readline, b""):
        request = json.loads(line)
        answer: object = "ready"
        if request["do"] == "begin":
            steps = Steps(log, interpreter, request)
            lay_out(request["files"])
        elif request["do"] == "step":
            assert steps is not None
            answer = steps.run(request["argv"])
        elif request["do"] == "fetch":
            answer = fetch(request["name"], request["limit"], log)
        else:
            wipe(mounts)
        os.write(_ANSWERS, f"{answer}\n".encode())


def make_repeatable() -> None:
    """Starts this interpreter once more, with a fixed hash seed and without random addresses: in every fork of every
    such process, `hash`, `id`, the order of a set and what `object.__repr__` shows are then the same. Where the kernel
    refuses (some containers do), addresses stay random. The seed counts only when the interpreter starts."""
    if not sys.flags.hash_randomization:
        return
    libc = ctypes.CDLL(None)
    libc.personality(ctypes.c_ulong(libc.personality(ctypes.c_ulong(_UNCHANGED)) | _ADDR_NO_RANDOMIZE))
    os.execve(sys.orig_argv[0], sys.orig_argv, os.environ | {"PYTHONHASHSEED": "0"})


def main() -> None:
    make_repeatable()
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.umask(0o022)
    log = fcntl.fcntl(2, fcntl.F_DUPFD_CLOEXEC, 3)
    request = json.loads(sys.argv[1])
    os.environ.update(request["environment"])
    sys.path.extend(path for path in os.environ.get("PYTHONPATH", "").split(":") if path and path not in sys.path)
    for name in request["modules"]:
        importlib.import_module(name)
    wipe(request["mounts"])
    # Objects that will never be freed are not to be touched, and so copied, in every fork.
    gc.collect()
    gc.freeze()
    os.write(_ANSWERS, b"ready\n")
    serve(log, request["name"], request["mounts"])


main()
