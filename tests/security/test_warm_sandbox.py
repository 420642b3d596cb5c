"""A kept sandbox between its jobs: nothing of one job reaches the next, and process 1 cannot be touched.

The escape and protocol suites run against it too; here stands what only a sandbox that is used again can get wrong.
"""

import secrets
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from resources.execution.sandbox.bubblewrap import BubblewrapSandbox
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, SandboxResult, Step
from resources.execution.sandbox.profile import WORK
from resources.execution.sandbox.selection import probe
from resources.execution.sandbox.unsafe import UnsafeDirectExecution
from resources.execution.sandbox.warm import Preload, WarmSandbox, warmed
from tests.security.conftest import SMALL, python_inside, shell, warm_cad

INTERPRETER, READ_ONLY = python_inside()


def small(*, use_cgroups: bool) -> WarmSandbox:
    preload = Preload(INTERPRETER, ("random", "decimal"), READ_ONLY, memory_bytes=16 << 20)
    return WarmSandbox(BubblewrapSandbox(use_cgroups=use_cgroups), preload)


KEPT: Mapping[str, Callable[[], Sandbox]] = {
    "cgroups": lambda: small(use_cgroups=True),
    "no-cgroups": lambda: small(use_cgroups=False),
    "cad": warm_cad,
}


@pytest.fixture(scope="module", params=list(KEPT))
def kept(request: pytest.FixtureRequest) -> Iterator[WarmSandbox]:
    sandbox = KEPT[request.param]()
    assert isinstance(sandbox, WarmSandbox)
    probe(sandbox)
    yield sandbox
    sandbox.close()


def script(sandbox: WarmSandbox, code: str, **changes: object) -> SandboxResult:
    """Runs a Python file as the only step, in a fork of the warm interpreter."""
    interpreter = sandbox._preload.interpreter
    job = SandboxJob((Step("script", (interpreter, "attack.py", "one")),), {"attack.py": code.encode()}, limits=SMALL)
    return sandbox.run(replace(job, **changes))  # type: ignore[arg-type]


def log_of(result: SandboxResult) -> str:
    return result.steps[0].log.decode(errors="replace")


def test_a_script_finds_the_imports_done(kept: WarmSandbox) -> None:
    last = kept._preload.modules[-1]
    seen = script(kept, f"import sys; print({last!r} in sys.modules, sys.argv, __name__, sys.path[0])")
    assert log_of(seen) == f"True ['attack.py', 'one'] __main__ {WORK}\n"
    assert seen.steps[0].exit_code == 0


@pytest.mark.parametrize(
    ("code", "exit_code"),
    [("raise SystemExit(3)", 3), ("1 / 0", 1), ("import sys; sys.exit('no')", 1), ("import os; os._exit(9)", 9)],
)
def test_a_script_ends_as_in_a_new_interpreter(kept: WarmSandbox, code: str, exit_code: int) -> None:
    seen = script(kept, code).steps[0]
    assert (seen.ended, seen.exit_code) == (Ended.EXITED, exit_code)


def test_one_job_does_not_see_the_state_of_another(kept: WarmSandbox) -> None:
    script(kept, "import decimal, os; decimal.mine = 1; os.environ['MINE'] = '1'; open('/tmp/left', 'w').close()")
    look = "import decimal, os; print(hasattr(decimal, 'mine'), 'MINE' in os.environ, 'left' in os.listdir('/tmp'))"
    seen = script(kept, look)
    assert log_of(seen) == "False False False\n"


SHOWN = """
import random
class Thing: pass
things = {Thing() for _ in range(50)}
print(hash('text'), id(object()), id([]), repr(Thing()), [id(thing) for thing in things], set('abcdef'), id(random))
"""


def test_what_hashes_and_addresses_show_is_the_same_in_every_interpreter() -> None:
    """The order of a set of objects is that of their addresses."""
    if subprocess.run(["setarch", "-R", "true"], capture_output=True, check=False).returncode:
        pytest.skip("the kernel refuses to place programs at fixed addresses")
    seen = set()
    for _ in range(3):
        sandbox = small(use_cgroups=False)
        seen.add(log_of(script(sandbox, SHOWN)))
        sandbox.close()
    assert len(seen) == 1
    assert "Thing object at 0x" in seen.pop()


STUBBORN = """
mkdir -p /tmp/a/b /dev/shm/c d; touch /tmp/a/b/file .hidden; ln -s /usr /tmp/link; ln -s /proc/1 d/link
mkfifo /tmp/pipe; chmod 000 /tmp/a/b /tmp/a d; chmod 000 /tmp; chmod 500 .
"""


def test_files_are_wiped_whatever_their_permissions(kept: WarmSandbox) -> None:
    shell(kept, STUBBORN)
    seen = shell(kept, f"find {WORK} /tmp /dev/shm -xdev -mindepth 1; touch here /tmp/there && echo writable")
    bound = [Path(place) for place in kept._preload.read_only]
    left = [line for line in log_of(seen).split() if not any(place.is_relative_to(line) for place in bound)]
    assert left == ["writable"]


def test_folders_mounted_among_what_is_wiped_stay(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "given").write_text("given")
    preload = Preload(INTERPRETER, (), {**READ_ONLY, "/tmp/deep/mounted": tmp_path}, memory_bytes=16 << 20)
    sandbox = WarmSandbox(BubblewrapSandbox(), preload)
    shell(sandbox, "touch /tmp/deep/left /tmp/left; chmod 000 /tmp/deep")
    assert log_of(shell(sandbox, "find /tmp -type f; cat /tmp/deep/mounted/given")) == "/tmp/deep/mounted/given\ngiven"
    sandbox.close()


def test_a_tree_too_deep_to_remove_costs_the_sandbox_and_not_the_next_job(kept: WarmSandbox) -> None:
    script(kept, "import os\nfor _ in range(3000):\n    os.mkdir('d'); os.chdir('d')")
    assert log_of(shell(kept, "ls -A")) == ""


def test_processes_do_not_survive_their_job(kept: WarmSandbox) -> None:
    shell(kept, "setsid sh -c 'sleep 60 & sleep 60' >/dev/null 2>&1 & sleep 0.1")
    assert log_of(shell(kept, "grep -l sleep /proc/[0-9]*/comm; echo looked")) == "looked\n"


@pytest.mark.parametrize("number", ["INT", "TERM", "KILL", "STOP", "USR1", "XCPU"])
def test_process_1_cannot_be_signalled(kept: WarmSandbox, number: str) -> None:
    shell(kept, f"kill -{number} 1; kill -{number} -1")
    assert log_of(shell(kept, "echo alive")) == "alive\n"


READS = {
    "memory": "open('/proc/1/mem', 'rb').read(1)",
    "map": "open('/proc/1/maps').read()",
    "environment": "open('/proc/1/environ').read()",
    "descriptors": "__import__('os').listdir('/proc/1/fd')",
    "a descriptor": "__import__('os').open('/proc/1/fd/0', 0)",
    "root": "__import__('os').listdir('/proc/1/root')",
}


@pytest.mark.parametrize("what", READS)
def test_process_1_cannot_be_read(kept: WarmSandbox, what: str) -> None:
    assert "PermissionError" in log_of(script(kept, READS[what]))


def test_after_a_kill_the_next_job_runs(kept: WarmSandbox) -> None:
    too_much = SMALL.memory_bytes + kept._preload.memory_bytes + (256 << 20)
    hungry = script(kept, f"x = bytearray({too_much}); import time; time.sleep(9)").steps[0]
    assert hungry.ended is not Ended.TIMED_OUT
    assert (hungry.ended, hungry.exit_code) != (Ended.EXITED, 0)
    endless = script(kept, "while True: pass", limits=replace(SMALL, cpu_s=1)).steps[0]
    assert endless.ended is Ended.TIMED_OUT
    assert log_of(script(kept, "print('next')")) == "next\n"


def test_the_log_of_a_killed_fork_bomb_does_not_reach_the_next_job(kept: WarmSandbox) -> None:
    script(kept, "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        print('.')")
    assert log_of(script(kept, "print('next')")) == "next\n"


def test_a_module_that_is_missing_is_named() -> None:
    from resources.execution.errors import TransientEnvironmentFailure

    sandbox = WarmSandbox(BubblewrapSandbox(), Preload(INTERPRETER, ("no_such_module",), READ_ONLY))
    with pytest.raises(TransientEnvironmentFailure, match="no_such_module"):
        script(sandbox, "print(1)")


def test_closing_the_sandbox_ends_what_it_keeps_and_a_later_job_runs() -> None:
    bubblewrap, mark = BubblewrapSandbox(), secrets.token_hex(8)
    sandbox = warmed(bubblewrap, Preload(INTERPRETER, (), READ_ONLY, {"MARK": mark}, 16 << 20))
    job = SandboxJob((Step("step", ("/bin/sh", "-c", "echo here")),), limits=SMALL)
    assert sandbox.run(job).steps[0].log == b"here\n"
    assert _processes_with(mark)
    bubblewrap.close()
    assert not _processes_with(mark)
    assert sandbox.run(job).steps[0].log == b"here\n"
    bubblewrap.close()


def _processes_with(mark: str) -> list[str]:
    """Processes of this machine, bubblewrap's own among them, whose command line holds `mark`."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += [path.parent.name] if mark.encode() in path.read_bytes() else []
        except OSError:
            continue
    return found


def test_only_bubblewrap_is_kept_warm() -> None:
    unsafe = UnsafeDirectExecution()
    assert warmed(unsafe, Preload(INTERPRETER, (), READ_ONLY)) is unsafe
