"""What every implementation of the Sandbox protocol keeps, isolating or not: logs, codes, order, collection."""

import contextlib
import os
import secrets
import signal
import subprocess
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from resources.execution.errors import PermanentEnvironmentFailure, WallLimitReached
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step

from .conftest import SMALL, only_log, python, shell


def test_exit_code_is_reported(any_sandbox: Sandbox) -> None:
    step = shell(any_sandbox, "echo out; echo err >&2; exit 42").steps[0]
    assert (step.ended, step.exit_code, step.log, step.log_bytes) == (Ended.EXITED, 42, b"out\nerr\n", 8)


@pytest.mark.parametrize(("name", "code"), [("SEGV", 139), ("ABRT", 134), ("KILL", 137), ("TERM", 143)])
def test_signal_is_reported_and_adds_nothing_to_the_log(any_sandbox: Sandbox, name: str, code: int) -> None:
    step = shell(any_sandbox, f"kill -{name} $$").steps[0]
    assert (step.ended, step.exit_code, step.log) == (Ended.SIGNALLED, code, b"")


def test_who_is_killed_by_the_host_runs_again(sandbox: Sandbox) -> None:
    seconds = f"3.{secrets.randbelow(10**9):09}"
    killed: list[int] = []

    def kill() -> None:
        while not killed:
            killed.extend(_processes_with(["sleep", seconds]))
            time.sleep(0.05)
        os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    step = shell(sandbox, f"exec sleep {seconds}").steps[0]
    killer.join(10)
    assert killed
    assert (step.ended, step.exit_code) == (Ended.EXITED, 0)


def _processes_with(command: list[str]) -> list[int]:
    line = "".join(f"{argument}\0" for argument in command).encode()
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdecimal() and (entry / "cmdline").read_bytes() == line:
                found.append(int(entry.name))
    return found


def test_first_failure_ends_the_job_but_for_always(any_sandbox: Sandbox) -> None:
    steps = (
        Step("one", ("/bin/sh", "-c", "echo x > made")),
        Step("two", ("/bin/false",)),
        Step("three", ("/bin/echo", "three")),
        Step("four", ("/bin/cat", "made"), always=True),
    )
    result = any_sandbox.run(SandboxJob(steps=steps, limits=SMALL))
    assert [step.ended for step in result.steps] == [Ended.EXITED, Ended.EXITED, Ended.NOT_RUN, Ended.EXITED]
    assert result.steps[3].log == b"x\n"


def test_always_runs_after_a_time_out(any_sandbox: Sandbox) -> None:
    long = Step("long", ("/bin/sh", "-c", "while :; do :; done"))
    steps = (long, Step("after", ("/bin/echo", "after"), always=True))
    result = any_sandbox.run(SandboxJob(steps=steps, limits=replace(SMALL, cpu_s=1)))
    assert [step.ended for step in result.steps] == [Ended.TIMED_OUT, Ended.EXITED]


# ---- time


WORKS = {
    "one process": "while :; do :; done",
    "a child": "(while :; do :; done); echo never",
    "many processes": "for i in 1 2 3 4; do (while :; do :; done) & done; wait",
    "one after the other": "while :; do (i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done); done",
    "the signal ignored": "trap '' XCPU; while :; do :; done",
    "in a session of its own": "setsid sh -c 'while :; do :; done' & wait",
}


@pytest.mark.parametrize("how", WORKS)
def test_cpu_time_of_all_processes_together_is_the_limit(any_sandbox: Sandbox, how: str) -> None:
    step = shell(any_sandbox, WORKS[how], limits=replace(SMALL, cpu_s=1)).steps[0]
    assert (step.ended, step.exit_code) == (Ended.TIMED_OUT, 152)
    assert step.cpu_s > 0.9


def test_short_work_of_many_processes_is_counted_when_it_has_ended(any_sandbox: Sandbox) -> None:
    count = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done"
    one = shell(any_sandbox, count, limits=replace(SMALL, cpu_s=40)).steps[0]
    four = shell(any_sandbox, f"for n in 1 2 3 4; do ({count}); done", limits=replace(SMALL, cpu_s=160)).steps[0]
    assert one.ended is four.ended is Ended.EXITED
    assert four.cpu_s > 2 * one.cpu_s > 0


WAITS = {
    "sleeps": "sleep 60",
    "is stopped": "kill -STOP $$",
    "waits for a child that sleeps": "(sleep 60; true); true",
    "wakes up now and then": "while :; do sleep 0.9; done",
    "waits for what nobody writes": "mkfifo f; cat f",
}


@pytest.mark.parametrize("how", WAITS)
def test_waiting_is_the_environments_failure_and_no_label(any_sandbox: Sandbox, how: str) -> None:
    with pytest.raises(WallLimitReached, match=r"used 0\.\d of its 3 s of CPU time .* load is"):
        shell(any_sandbox, WAITS[how], limits=replace(SMALL, wall_s=0.5))
    assert only_log(shell(any_sandbox, "echo fine")) == "fine\n"


def test_who_gets_no_processor_does_not_wait(any_sandbox: Sandbox) -> None:
    """Beside many that work, a step asks for a processor all the time and has it now and then."""
    busy = [subprocess.Popen(["/bin/sh", "-c", "while :; do :; done"]) for _ in range(20)]
    try:
        count = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo counted"
        step = shell(any_sandbox, count, limits=replace(SMALL, wall_s=0.3, cpu_s=20)).steps[0]
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert (step.ended, step.log) == (Ended.EXITED, b"counted\n")


def test_missing_program_is_a_failed_step(any_sandbox: Sandbox) -> None:
    step = any_sandbox.run(SandboxJob(steps=(Step("none", ("no-such-program",)),), limits=SMALL)).steps[0]
    assert (step.ended, step.exit_code) == (Ended.EXITED, 127)


def test_arguments_arrive_unchanged(any_sandbox: Sandbox) -> None:
    given = ("a b", "$HOME", "'", '"', "\\", "`id`", "", "\n", "ü", "-n", "*", "; exit 3")
    step = Step("show", ("/usr/bin/printf", "%s|", *given))
    result = any_sandbox.run(SandboxJob(steps=(step,), limits=SMALL))
    assert result.steps[0].log.decode() == "|".join(given) + "|"


def test_environment_and_files_arrive(any_sandbox: Sandbox) -> None:
    result = shell(
        any_sandbox,
        'printf %s "$VALUE"; cat "in/a b" empty',
        environment={"VALUE": "it's $x"},
        files={"in/a b": b"\x00\xff", "empty": b""},
    )
    assert result.steps[0].log == b"it's $x\x00\xff"


def test_many_and_large_files_arrive(any_sandbox: Sandbox) -> None:
    files = {f"folder{number % 7}/file{number}": str(number).encode() for number in range(600)}
    result = shell(any_sandbox, "find . -type f | wc -l; wc -c < large", files={**files, "large": b"x" * 3_000_000})
    assert only_log(result).split() == ["601", "3000000"]


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/../../x", "", "."])
def test_input_file_outside_scratch_is_refused(any_sandbox: Sandbox, name: str) -> None:
    with pytest.raises(ValueError, match="leaves"):
        shell(any_sandbox, "true", files={name: b""})


def test_missing_read_only_source_is_the_environments_failure(any_sandbox: Sandbox) -> None:
    with pytest.raises(PermanentEnvironmentFailure):
        shell(any_sandbox, "true", read_only={"/given": Path("/no/such/folder")})


# ---- logs


@pytest.mark.parametrize("size", [(64 << 10) - 1, 64 << 10, (64 << 10) + 1, 200_000])
def test_log_is_capped_and_counted(any_sandbox: Sandbox, size: int) -> None:
    step = shell(any_sandbox, f"head -c {size} /dev/zero | tr '\\0' x").steps[0]
    assert step.log == b"x" * min(size, SMALL.log_bytes)
    assert (step.log_bytes, step.log_truncated) == (size, size > SMALL.log_bytes)
    assert (step.ended, step.exit_code) == (Ended.EXITED, 0)


def test_log_beyond_the_flood_cap_is_a_limit(any_sandbox: Sandbox) -> None:
    step = shell(any_sandbox, "head -c 10000000 /dev/zero", limits=replace(SMALL, log_bytes=4096)).steps[0]
    assert step.ended is Ended.LIMIT_EXCEEDED
    assert len(step.log) == 4096


def test_ten_megabytes_of_log_do_not_block(any_sandbox: Sandbox) -> None:
    step = shell(any_sandbox, "head -c 10000000 /dev/zero", limits=replace(SMALL, log_bytes=1 << 18)).steps[0]
    assert (step.ended, step.exit_code, step.log_bytes) == (Ended.EXITED, 0, 10_000_000)


def test_endless_log_is_a_limit_long_before_the_time_limit(any_sandbox: Sandbox) -> None:
    step = shell(any_sandbox, "exec yes").steps[0]
    assert step.ended is Ended.LIMIT_EXCEEDED
    assert step.cpu_s < SMALL.cpu_s
    assert len(step.log) == SMALL.log_bytes


@pytest.mark.parametrize("text", [b"\xff\xfe\x80", b"a\x00b", b"\x1b[31mred\x1b[0m\x07", b"\r\x08", b"0\nready\n137\n"])
def test_log_bytes_arrive_unchanged(any_sandbox: Sandbox, text: bytes) -> None:
    assert shell(any_sandbox, "cat given", files={"given": text}).steps[0].log == text


def test_closing_the_log_does_not_hide_the_exit(any_sandbox: Sandbox) -> None:
    step = shell(any_sandbox, "exec 1>&- 2>&- 0<&-; sleep 0.1; exit 5").steps[0]
    assert (step.ended, step.exit_code) == (Ended.EXITED, 5)


def test_output_before_a_time_out_is_kept(any_sandbox: Sandbox) -> None:
    step = shell(any_sandbox, "echo before; while :; do :; done", limits=replace(SMALL, cpu_s=1)).steps[0]
    assert (step.ended, step.log) == (Ended.TIMED_OUT, b"before\n")


def test_child_that_holds_the_log_open_does_not_delay_the_end(any_sandbox: Sandbox) -> None:
    step = shell(any_sandbox, "sleep 400 & echo done", limits=replace(SMALL, wall_s=60.0)).steps[0]
    assert (step.ended, step.log) == (Ended.EXITED, b"done\n")


# ---- collection


@pytest.mark.parametrize(
    ("script", "name", "reason"),
    [
        ("ln -s /etc/passwd made", "made", "link"),
        ("ln -s given made", "made", "link"),
        ("ln -s /etc folder", "folder/passwd", "link"),
        ("ln -s . folder", "folder/given", "link"),
        ("ln -s nowhere made", "made", "link"),
        ("mkfifo made", "made", "regular"),
        ("mkdir made", "made", "regular"),
        ("true", "made", "missing"),
        ("true", "../given", "relative"),
        ("true", "/etc/passwd", "relative"),
        ("true", "a/../../etc/passwd", "relative"),
        ("head -c 100001 /dev/zero > made", "made", "longer"),
        ("truncate -s 5000000 made", "made", "longer"),
    ],
)
def test_output_that_is_no_plain_file_is_refused(any_sandbox: Sandbox, script: str, name: str, reason: str) -> None:
    result = shell(any_sandbox, script, files={"given": b"x"}, collect=(name, "given"), collect_bytes=100_000)
    assert result.files == {"given": b"x"}
    assert reason in result.refused[name]


def test_socket_output_is_refused(any_sandbox: Sandbox) -> None:
    result = python(any_sandbox, "import socket; socket.socket(socket.AF_UNIX).bind('made')", collect=("made",))
    assert "made" in result.refused


def test_output_of_exactly_the_cap_is_collected(any_sandbox: Sandbox) -> None:
    result = shell(any_sandbox, "head -c 100000 /dev/zero > made", collect=("made",), collect_bytes=100_000)
    assert result.files == {"made": b"\0" * 100_000}


def test_hard_link_to_the_systems_file_cannot_be_collected(any_sandbox: Sandbox) -> None:
    result = shell(any_sandbox, "ln /usr/bin/true made || true", collect=("made",))
    assert "made" not in result.files or any_sandbox.description.startswith("NONE")


@pytest.mark.parametrize("name", ["-n", "a b", "$HOME", "*", "folder/-rf", "ü", "new\nline", "'"])
def test_odd_names_are_only_names(any_sandbox: Sandbox, name: str) -> None:
    result = any_sandbox.run(SandboxJob(steps=(Step("none", ("/bin/true",)),), files={name: b"1"}, collect=(name,)))
    assert result.files == {name: b"1"}


def test_outputs_are_collected_after_a_failure(any_sandbox: Sandbox) -> None:
    assert shell(any_sandbox, "echo x > made; exit 1", collect=("made",)).files == {"made": b"x\n"}
