"""Attacks on the host and on other runs: what each isolating sandbox must withstand."""

import os
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step
from resources.execution.sandbox.profile import WORK

from .conftest import SMALL, only_log, python, shell, ways_through

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


def _processes_with(marker: str) -> list[str]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if marker.encode() in entry.read_bytes() and entry.parent.name != str(os.getpid()):
                found.append(entry.parent.name)
        except OSError:
            continue
    return found


def _is_gone(marker: str) -> bool:
    deadline = time.monotonic() + 6
    while _processes_with(marker) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not _processes_with(marker)


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


# ---- bombs


def test_fork_bomb_ends_and_the_next_run_works(sandbox: Sandbox) -> None:
    code = """
import os, time
made = 0
try:
    while made < 200:
        if os.fork() == 0:
            time.sleep(60); os._exit(0)
        made += 1
except OSError: pass
print(made)
"""
    log = only_log(python(sandbox, code))
    assert 1 <= int(log) <= SMALL.processes
    assert only_log(shell(sandbox, "echo fine")) == "fine\n"


def test_recursive_fork_bomb_is_killed_at_the_time_limit(sandbox: Sandbox) -> None:
    start = time.monotonic()
    result = shell(sandbox, "b() { b | b & b; }; b", limits=replace(SMALL, wall_s=1.0))
    assert time.monotonic() - start < 30
    assert result.steps[0].exit_code != 0
    assert only_log(shell(sandbox, "echo fine")) == "fine\n"


def test_memory_bomb(sandbox: Sandbox) -> None:
    """Near the limit the kernel reclaims memory on the program's own processor time, so that limit is left wide."""
    code = "b = []\nwhile len(b) < 1024: b.append(bytearray(b'x') * (1 << 20))\nprint('had it')"
    step = python(sandbox, code, limits=replace(SMALL, wall_s=60.0, cpu_s=40)).steps[0]
    assert b"had it" not in step.log
    if "no cgroups" not in sandbox.description:
        assert step.ended is Ended.OUT_OF_MEMORY
    assert step.ended is not Ended.TIMED_OUT


def test_endless_loop_is_stopped_by_wall_time(sandbox: Sandbox) -> None:
    step = shell(sandbox, "sleep 60", limits=replace(SMALL, wall_s=0.3)).steps[0]
    assert step.ended is Ended.TIMED_OUT
    assert 0.3 <= step.seconds < 3


def test_busy_loop_is_stopped_by_processor_time(sandbox: Sandbox) -> None:
    step = shell(sandbox, "while :; do :; done", limits=replace(SMALL, wall_s=20.0, cpu_s=1)).steps[0]
    assert (step.ended, step.exit_code) == (Ended.TIMED_OUT, 152)


@pytest.mark.parametrize("folder", [WORK, "/tmp", "/dev/shm"])
def test_disk_bomb_is_bounded(sandbox: Sandbox, folder: str) -> None:
    fill = f"for i in 1 2 3 4 5 6 7 8; do head -c 4000000 /dev/zero > {folder}/f$i || break; done"
    # -x: what is bound below the folder is somebody else's and cannot be written to.
    script = f"{fill}; du -skx {folder} | cut -f1"
    written = int(only_log(shell(sandbox, script)).split()[-1])
    assert 4000 < written <= (16 << 10)


def test_one_large_file_exceeds_its_limit(sandbox: Sandbox) -> None:
    step = shell(
        sandbox, "exec head -c 100000000 /dev/zero > /dev/shm/f", limits=replace(SMALL, scratch_bytes=1 << 20)
    ).steps[0]
    assert (step.ended, step.exit_code) == (Ended.LIMIT_EXCEEDED, 153)


def test_inode_bomb_leaves_nothing(sandbox: Sandbox) -> None:
    code = "import os\ntry:\n  for i in range(20000): os.close(os.open(f'f{i}', os.O_CREAT))\nexcept OSError: pass"
    python(sandbox, code)
    assert only_log(shell(sandbox, f"find {WORK} /tmp /dev/shm -xdev -type f | wc -l")) == "0\n"


# ---- what outlives


@pytest.mark.parametrize(
    "script",
    [
        "sleep 9{marker} & exit 0",
        "setsid sleep 9{marker} & exit 0",
        "(setsid sh -c '(sleep 9{marker} &) &' &) & sleep 0.1",
        "nohup setsid sh -c 'trap \"\" TERM HUP INT; sleep 9{marker}' >/dev/null 2>&1 & sleep 0.1",
        "setsid sleep 9{marker} & sleep 60",
    ],
)
def test_no_process_outlives_the_job(sandbox: Sandbox, script: str) -> None:
    marker = f".{uuid.uuid4().int % 10**12}"
    start = time.monotonic()
    shell(sandbox, script.format(marker=marker), limits=replace(SMALL, wall_s=0.5))
    assert time.monotonic() - start < 8
    assert _is_gone(f"9{marker}")


def test_left_behind_process_cannot_write_into_the_next_log(sandbox: Sandbox) -> None:
    result = shell(sandbox, "(while :; do echo noise; done) & echo one", "sleep 0.2; echo two")
    assert result.steps[1].log == b"two\n"


def test_stopped_processes_are_killed_too(sandbox: Sandbox) -> None:
    result = shell(sandbox, "sh -c 'kill -STOP $$' & sleep 0.1; exit 0", "echo next")
    assert result.steps[1].log == b"next\n"


def test_stopping_oneself_is_a_time_out(sandbox: Sandbox) -> None:
    assert shell(sandbox, "kill -STOP $$", limits=replace(SMALL, wall_s=0.3)).steps[0].ended is Ended.TIMED_OUT


def test_nothing_leaks_between_runs(sandbox: Sandbox) -> None:
    shell(sandbox, f"for f in {WORK} /tmp /dev/shm; do echo left > $f/left; done; mkdir -p .cache; echo x > .cache/x")
    assert only_log(shell(sandbox, f"find {WORK} /tmp /dev/shm -xdev -type f; echo end")) == "end\n"


def test_runs_from_threads_do_not_mix(sandbox: Sandbox) -> None:
    wrong: list[object] = []

    def work(number: int) -> None:
        for turn in range(4):
            text = f"{number}-{turn}".encode()
            result = shell(sandbox, "cat given; cp given made; sleep 0.02", files={"given": text}, collect=("made",))
            if result.steps[0].log != text or result.files != {"made": text}:
                wrong.append(result)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_sandboxes_end_with_the_process_that_owns_them() -> None:
    """A worker killed in the middle of a job leaves nothing running."""
    marker = f".{uuid.uuid4().int % 10**12}"
    code = f"""
from resources.execution.sandbox.bubblewrap import BubblewrapSandbox
from resources.execution.sandbox.job import SandboxJob, Step
BubblewrapSandbox().run(SandboxJob(steps=(Step("long", ("/bin/sleep", "9{marker}")),)))
"""
    process = subprocess.Popen([sys.executable, "-c", code])
    deadline = time.monotonic() + 60
    while len(_processes_with(f"sleep\x009{marker}")) < 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert _processes_with(f"sleep\x009{marker}")
    process.kill()
    process.wait()
    assert _is_gone(f"sleep\x009{marker}")
