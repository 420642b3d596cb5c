"""What one run may use up, and that nothing of it reaches the next: bombs, processes left behind, threads."""

import contextlib
import itertools
import os
import subprocess
import sys
import threading
import time
import uuid
from dataclasses import replace
from pathlib import Path

import pytest

from resources.execution.errors import TransientEnvironmentFailure, WallLimitReached
from resources.execution.sandbox import steps
from resources.execution.sandbox.job import Ended, Sandbox
from resources.execution.sandbox.profile import WORK
from resources.execution.sandbox.steps import SHORT_OF_MEMORY, searches_for_memory
from tests.overcommit import POLICIES, overcommitting

from .conftest import SMALL, only_log, python, shell


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
    result = shell(sandbox, "b() { b | b & b; }; b", limits=replace(SMALL, cpu_s=1))
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


MAPPINGS = {
    "private": "mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)",
    "without a reservation": "mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | mmap.MAP_NORESERVE)",
    "shared": "mmap.mmap(-1, size, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)",
    "zeroed": "bytearray(size)",
    "in many pieces": "[mmap.mmap(-1, 1 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) for _ in range(size >> 30)]",
}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("how", MAPPINGS)
def test_what_cannot_be_had_is_refused_under_every_overcommit_policy(
    any_sandbox: Sandbox, how: str, policy: str
) -> None:
    """The kernel's own answer is another under each policy: the limit is the sandbox's."""
    code = f"import mmap\nsize = 4 << 40\nheld = {MAPPINGS[how]}\nprint('had it')"
    with overcommitting(policy):
        step = python(any_sandbox, code).steps[0]
    assert b"had it" not in step.log
    assert (step.ended, step.exit_code) == (Ended.EXITED, 1)


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
    with contextlib.suppress(WallLimitReached):
        shell(sandbox, script.format(marker=marker), limits=replace(SMALL, wall_s=0.5))
    assert _is_gone(f"9{marker}")


def test_left_behind_process_cannot_write_into_the_next_log(sandbox: Sandbox) -> None:
    result = shell(sandbox, "(while :; do echo noise; done) & echo one", "sleep 0.2; echo two")
    assert result.steps[1].log == b"two\n"


def test_stopped_processes_are_killed_too(sandbox: Sandbox) -> None:
    result = shell(sandbox, "sh -c 'kill -STOP $$' & sleep 0.1; exit 0", "echo next")
    assert result.steps[1].log == b"next\n"


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


# ---- a machine without memory


def test_a_limit_met_while_the_machine_has_no_memory_is_no_label(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel searches for pages in the time of whoever asked for one."""
    searches = itertools.count(step=2 * SHORT_OF_MEMORY)
    monkeypatch.setattr(steps, "searches_for_memory", lambda: next(searches))
    with pytest.raises(TransientEnvironmentFailure, match="ran out of memory"):
        shell(sandbox, "while :; do :; done", limits=replace(SMALL, cpu_s=1))
    assert only_log(shell(sandbox, "echo fine")) == "fine\n"


def test_a_machine_at_ease_searches_for_no_memory() -> None:
    before = searches_for_memory()
    assert before >= 0
    assert searches_for_memory() >= before
