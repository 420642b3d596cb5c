"""Attacks on the host: its files, network, environment and processes, and the driver of the steps."""

import os
import socket
import sys
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step

from .conftest import SMALL, only_log, python, python_inside, shell, ways_through

_CALL = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
def call(*arguments):
    result = libc.syscall(*[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    return os.strerror(ctypes.get_errno()) if result < 0 else "worked"
"""


@pytest.fixture
def secret(tmp_path: Path) -> Iterator[Path]:
    """A host file that any user may read, in a folder that any user may enter."""
    folder = Path("/tmp") / f"icwm-secret-{uuid.uuid4().hex}"
    folder.mkdir(mode=0o755)
    file = folder / "secret"
    file.write_text("the-secret")
    yield file
    file.unlink()
    folder.rmdir()


# ---- the host's files


@pytest.mark.parametrize(
    "path", ["/etc/shadow", "/etc/passwd", "/root", "/home", "/var", "/boot", "/sys/kernel", "/run"]
)
def test_host_path_is_absent(sandbox: Sandbox, path: str) -> None:
    """Absent, or nothing but the way to a folder that the sandbox binds below it."""
    seen = only_log(shell(sandbox, f"ls -A {path} 2>/dev/null || echo absent"))
    assert set(seen.split()) == (ways_through(sandbox, path) or {"absent"})


def test_host_tmp_is_not_visible(sandbox: Sandbox, secret: Path) -> None:
    assert "the-secret" not in only_log(shell(sandbox, f"cat {secret}; ls -R /tmp"))


@pytest.mark.parametrize("path", ["/", "/usr", "/usr/bin", "/etc", "/dev", "/.driver", "/proc/sys/kernel"])
def test_nothing_outside_scratch_is_writable(sandbox: Sandbox, path: str) -> None:
    assert shell(sandbox, f"touch {path}/x-written").steps[0].exit_code != 0
    assert not Path(path, "x-written").exists()


def test_bound_folder_is_read_only(sandbox: Sandbox, secret: Path) -> None:
    result = shell(
        sandbox,
        "cat /given/secret; echo changed > /given/secret; rm -f /given/secret; chmod 777 /given/secret",
        read_only={"/given": secret.parent},
    )
    assert result.steps[0].log.startswith(b"the-secret")
    assert secret.read_text() == "the-secret"


def test_source_under_a_closed_folder_can_be_bound(sandbox: Sandbox, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    (closed / "open").mkdir(parents=True)
    (closed / "open" / "file").write_text("reached")
    (closed / "beside").write_text("not bound")
    closed.chmod(0o700)
    result = shell(sandbox, "cat /given/file; ls -a /given /given/..", read_only={"/given": closed / "open"})
    assert only_log(result).startswith("reached")
    assert "beside" not in only_log(result)


def test_virtual_environment_works_inside(sandbox: Sandbox) -> None:
    """The interpreter and its packages, wherever they are: under /root, the sandbox's user cannot reach them itself."""
    pytest.importorskip("cocotb")
    folders = {Path(sys.prefix), Path(sys.base_prefix)} - {Path("/usr")}
    step = Step("import", (f"{sys.prefix}/bin/python", "-c", "import cocotb; print(cocotb.__version__)"))
    job = SandboxJob(
        steps=(step,), read_only={str(folder): folder for folder in folders}, limits=replace(SMALL, wall_s=30.0)
    )
    result = sandbox.run(job)
    assert result.steps[0].exit_code == 0, result.steps[0].log


# ---- the network, the kernel, other processes


def test_network_is_unreachable(sandbox: Sandbox) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = f"""
import socket
for host in ("127.0.0.1", "1.1.1.1", "169.254.169.254"):
    try:
        socket.create_connection((host, {port}), 1); print("connected")
    except OSError as error: print(type(error).__name__)
"""
        assert "connected" not in only_log(python(sandbox, code))


@pytest.mark.parametrize("family", [17, 38, 40])
def test_socket_families_beyond_the_network_namespace_are_refused(sandbox: Sandbox, family: int) -> None:
    log = only_log(python(sandbox, f"import socket; socket.socket({family}, 1)"))
    assert "PermissionError" in log


@pytest.mark.parametrize(
    ("name", "number", "arguments"),
    [
        ("ptrace", 101, "16, 1, 0, 0"),
        ("mount", 165, "b'none', b'/tmp', b'tmpfs', 0, 0"),
        ("unshare user", 272, "0x10000000"),
        ("setns", 308, "0, 0"),
        ("bpf", 321, "0, 0, 0"),
        ("io_uring_setup", 425, "1, ctypes.create_string_buffer(256)"),
        ("perf_event_open", 298, "0, 0, 0, 0, 0"),
        ("keyctl", 250, "0, 0"),
        ("userfaultfd", 323, "0"),
        ("process_vm_readv", 310, "1, 0, 0, 0, 0, 0"),
        ("clone new user", 56, "0x10000011, 0, 0, 0, 0"),
    ],
)
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="system-call numbers are those of x86-64")
def test_system_call_is_refused(sandbox: Sandbox, name: str, number: int, arguments: str) -> None:
    log = only_log(python(sandbox, f"{_CALL}\nprint(call({number}, {arguments}))"))
    assert log == "Operation not permitted\n", name


def test_parent_environment_does_not_leak(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ICWM_TEST_SECRET", "environment-secret")
    log = only_log(shell(sandbox, "env; cat /proc/*/environ /proc/*/cmdline | tr '\\0' '\\n'"))
    assert "environment-secret" not in log
    assert "LANG=C.UTF-8" in log


def test_only_own_processes_are_visible(sandbox: Sandbox) -> None:
    log = only_log(shell(sandbox, "echo /proc/[0-9]*"))
    assert len(log.split()) <= 3
    assert str(os.getpid()) not in log.replace("/proc/", "").split()


def test_no_privileges(sandbox: Sandbox) -> None:
    log = only_log(shell(sandbox, "id -u; grep -E '^(CapEff|CapPrm|NoNewPrivs|Seccomp):' /proc/self/status"))
    values = dict(line.split(":\t") for line in log.splitlines()[1:])
    assert log.splitlines()[0] != "0"
    assert values == {"CapEff": "0" * 16, "CapPrm": "0" * 16, "NoNewPrivs": "1", "Seccomp": "2"}


def test_steps_hold_no_descriptor_but_their_log(sandbox: Sandbox) -> None:
    code = """
import os
for number in range(1024):
    try: print(number, os.readlink(f'/proc/self/fd/{number}'))
    except OSError: pass
"""
    log = only_log(python(sandbox, code))
    assert [line.split()[0] for line in log.splitlines()] == ["0", "1", "2"]


# ---- forging and disturbing the driver


def test_writing_to_every_descriptor_forges_no_answer(sandbox: Sandbox) -> None:
    code = "for n in 0 1 2 3 4 5 6 7 8 9; do (echo 0 >&$n; echo ready >&$n) 2>&-; done; exit 7"
    assert shell(sandbox, code).steps[0].exit_code == 7


@pytest.mark.parametrize("name", ["fd/1", "fd/0", "mem", "environ", "maps", "cwd", "exe"])
def test_driver_is_closed_to_the_steps(sandbox: Sandbox, name: str) -> None:
    code = f"""
import os
for mode in (os.O_RDONLY, os.O_WRONLY):
    try:
        os.open('/proc/1/{name}', mode); print('opened')
    except OSError as error: print(type(error).__name__)
"""
    assert only_log(python(sandbox, code)) == "PermissionError\nPermissionError\n"


CHANGES = {
    "limit": "import resource; resource.prlimit(1, resource.RLIMIT_NOFILE, (16, 16))",
    "processes": "import resource; resource.prlimit(1, resource.RLIMIT_NPROC, (0, 0))",
    "own limit by its number": "import os, resource; resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1))",
    "affinity": "import os; os.sched_setaffinity(1, {0})",
    "priority": "import os; os.setpriority(os.PRIO_PROCESS, 1, 19)",
    "priority of the group": "import os; os.setpriority(os.PRIO_USER, 0, 19)",
    "scheduler": "import os; os.sched_setscheduler(1, os.SCHED_IDLE, os.sched_param(0))",
    "choice of the out-of-memory killer": "import os; os.write(os.open('/proc/1/oom_score_adj', os.O_WRONLY), b'1000')",
    "timer slack": "import os; os.write(os.open('/proc/1/timerslack_ns', os.O_WRONLY), b'1000000000')",
    "name": "import os; os.write(os.open('/proc/1/comm', os.O_WRONLY), b'other')",
}


@pytest.mark.parametrize("what", CHANGES)
def test_driver_cannot_be_changed(sandbox: Sandbox, what: str) -> None:
    assert "PermissionError" in only_log(python(sandbox, CHANGES[what]))
    assert only_log(shell(sandbox, "echo fine")) == "fine\n"


def test_own_limits_and_affinity_may_be_lowered(sandbox: Sandbox) -> None:
    code = """
import os, resource
resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
"""
    assert python(sandbox, code).steps[0].exit_code == 0


QUEUES = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
print(libc.shmget(7, 4096, 0o1666), libc.semget(7, 1, 0o1666), libc.msgget(7, 0o1666))
"""


def test_objects_that_outlive_processes_are_refused(sandbox: Sandbox) -> None:
    assert only_log(python(sandbox, QUEUES)) == "-1 -1 -1\n"


LOG_CHANGES = {
    "non-blocking": "os.set_blocking(1, False); os.set_blocking(2, False)",
    "signal-driven": "fcntl.fcntl(1, fcntl.F_SETFL, os.O_ASYNC)",
    "packets": "fcntl.fcntl(1, fcntl.F_SETFL, os.O_DIRECT)",
    "as small as can be": "fcntl.fcntl(1, fcntl.F_SETPIPE_SZ, 4096)",
}


@pytest.mark.parametrize("how", LOG_CHANGES)
def test_what_a_step_does_to_its_log_reaches_no_later_one(sandbox: Sandbox, how: str) -> None:
    """Neither the driver, which brings files back through the same pipe, nor the next step."""
    interpreter, read_only = python_inside()
    code = f"import fcntl, os; open('big', 'wb').write(b'x' * 3_000_000); {LOG_CHANGES[how]}"
    flags = "import fcntl, os; print(fcntl.fcntl(1, fcntl.F_GETFL) & (os.O_NONBLOCK | os.O_ASYNC | os.O_DIRECT))"
    steps = tuple(Step(name, (interpreter, "-I", "-S", "-c", text)) for name, text in (("do", code), ("see", flags)))
    job = SandboxJob(steps, read_only=read_only, limits=SMALL, collect=("big",))
    result = sandbox.run(job)
    assert result.files["big"] == b"x" * 3_000_000
    assert result.steps[1].log == b"0\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="the log's pipe is the sandbox user's own where that is ours")
def test_what_stands_in_the_log_cannot_be_taken_out_again(sandbox: Sandbox) -> None:
    assert "PermissionError" in only_log(python(sandbox, "import os; os.open('/proc/self/fd/1', os.O_RDONLY)"))


def test_driver_cannot_be_killed(sandbox: Sandbox) -> None:
    result = shell(sandbox, "for s in 9 15 1 2 19 11; do kill -$s 1; done; kill -9 -1; exit 0", "echo next")
    assert result.steps[0].ended in (Ended.EXITED, Ended.SIGNALLED)
    if result.steps[0].exit_code == 0:
        assert result.steps[1].log == b"next\n"


def test_killing_everything_is_that_steps_failure_only(sandbox: Sandbox) -> None:
    steps = (
        Step("kill", ("/bin/sh", "-c", "kill -9 -1; kill -9 $$")),
        Step("after", ("/bin/echo", "after"), always=True),
    )
    result = sandbox.run(SandboxJob(steps=steps, limits=SMALL))
    assert (result.steps[0].ended, result.steps[0].exit_code) == (Ended.SIGNALLED, 137)
    assert result.steps[1].log == b"after\n"
