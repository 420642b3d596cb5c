"""The sandbox's parts that need no sandbox: quoting, names, logs and how an exit code is read."""

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.execution.bundle import Limits
from resources.execution.sandbox.driver import fetch_command, plain_relative, prelude, step_command
from resources.execution.sandbox.job import Ended
from resources.execution.sandbox.log import Log, ended, flood_cap


@given(st.lists(st.binary(max_size=50), max_size=20), st.integers(1, 100))
def test_log_keeps_the_beginning_and_counts_all(parts: list[bytes], cap: int) -> None:
    log = Log(cap)
    for part in parts:
        log.add(part)
    whole = b"".join(parts)
    assert (log.kept, log.total, log.truncated) == (whole[:cap], len(whole), len(whole) > cap)
    assert log.flooded == (len(whole) > flood_cap(cap))


@given(st.lists(st.text(st.characters(blacklist_characters="\0", blacklist_categories=["Cs"])), min_size=1, max_size=5))
def test_step_command_is_one_command_with_these_arguments(arguments: list[str]) -> None:
    shell = b"step() { for a; do printf '%s\\0' \"$a\"; done; }\n" + step_command(tuple(arguments))
    output = subprocess.run(["/bin/sh"], input=shell, capture_output=True, check=True).stdout
    assert output.decode().split("\0")[:-1] == arguments


@given(st.text(max_size=30))
def test_plain_relative_names_stay_below(name: str) -> None:
    if plain_relative(name):
        assert not name.startswith("/")
        assert ".." not in name.split("/")
        assert "\0" not in name


@pytest.mark.parametrize("name", ["", ".", "/", "..", "../a", "a/..", "a/../b", "/a", "a\0"])
def test_names_that_leave_or_name_no_file_are_not_plain(name: str) -> None:
    assert not plain_relative(name)


def test_fetch_looks_at_every_part_of_the_path() -> None:
    assert fetch_command("a/b c/d", 5) == b"fetch 5 ./a './a/b c' './a/b c/d'\n"


def test_nul_and_odd_variables_are_refused() -> None:
    with pytest.raises(ValueError, match="NUL"):
        step_command(("a\0b",))
    with pytest.raises(ValueError, match="environment variable"):
        prelude(Limits(), {"A;reboot": "x"}, None)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (0, Ended.EXITED),
        (1, Ended.EXITED),
        (128, Ended.EXITED),
        (137, Ended.SIGNALLED),
        (139, Ended.SIGNALLED),
        (152, Ended.TIMED_OUT),
        (153, Ended.LIMIT_EXCEEDED),
        (255, Ended.EXITED),
    ],
)
def test_exit_codes(code: int, expected: Ended) -> None:
    assert ended(code) is expected
