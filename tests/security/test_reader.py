"""A reader may die of a text, and nothing else does: deaths, exceptions, answers, and what a reader can reach."""

import importlib
import os
import signal
import sys
import threading
import types
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import ToolMissing, TransientEnvironmentFailure
from resources.execution.observation import Observation, StageReport
from resources.execution.outcome import Outcome
from resources.execution.reader import reader
from resources.execution.reader.contract import ReaderDied, ReadingError
from tests import reader_victims as victims


def test_functions_run_in_another_process_which_is_kept() -> None:
    first = victims.process()
    assert first != os.getpid()
    assert victims.process() == first


@pytest.mark.parametrize(
    ("function", "argument", "words"),
    [
        (victims.aborts, "a bomb", "ended by signal 6"),
        (victims.recurses_in_native_code, 1, "ended by signal 11"),
        (victims.backtracks, "a" * 60, "used more than 1 s of CPU time"),
        (victims.loops, "", "used more than 1 s of CPU time"),
        (victims.bloats, "", "ran out of memory"),
        (victims.answers_otherwise, "text", "gave an answer that cannot be read"),
        (victims.leaves, "text", "ended with code 3"),
        (victims.hangs_up, "text", "closed its channel"),
    ],
)
def test_a_death_is_an_outcome_and_the_same_each_time(function, argument, words) -> None:  # type: ignore[no-untyped-def]
    for _ in range(2):
        with pytest.raises(ReaderDied, match=f"the reader {words}"):
            function(argument)
    assert victims.echoed("alive") == "alive"


def test_a_death_can_have_an_answer() -> None:
    assert victims.aborts_into_a_list("x") == ["the reader ended by signal 6"]


def test_exceptions_are_told_from_deaths() -> None:
    with pytest.raises(ValueError, match="of value"):
        victims.raises("value")
    with pytest.raises(victims.DeclaredError, match="of declared"):
        victims.raises("declared")
    with pytest.raises(ReadingError, match="UndeclaredError: of undeclared"):
        victims.raises("undeclared")


@pytest.mark.parametrize("text", ["", "plain", "\ud800 half a pair", "\0", "ünïcode \U0001f600", "x" * (3 << 20)])
def test_texts_come_back_as_they_went(text: str) -> None:
    assert victims.echoed(text) == text


def test_values_of_the_declared_type_come_back() -> None:
    seen = Observation(
        Outcome.REJECTED, "reject", b"\xff\0log", True, {"n": 1.5}, (StageReport("reject", False, 0.25),), "abc", 0.5
    )
    assert victims.observed(seen) == seen
    assert victims.numbers("a bb") == {"a": 1.0, "bb": 2.0}


def test_bundles_are_sent_once_and_found_again_after_many_others() -> None:
    bundles = [EnvironmentBundle("toy", f"t/{i}", "p" * i, "", "a.txt", "") for i in range(300)]
    for _ in range(2):
        assert [victims.size_of(bundle) for bundle in bundles] == list(range(300))


@pytest.mark.parametrize(
    "what", ["write", "read", "memory", "environment", "run", "fork", "network", "local socket", "signal", "delete"]
)
def test_a_reader_that_is_taken_over_reaches_nothing(what: str) -> None:
    assert victims.tries(what) == "PermissionError"


def test_a_reader_inherits_no_secret_and_no_descriptor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    reader.close()
    monkeypatch.setenv("API_KEY", "secret")
    held = os.open(tmp_path, os.O_RDONLY)
    os.set_inheritable(held, True)
    try:
        assert "API_KEY" not in victims.environment()
        # Its standard streams and the channel.
        assert victims.descriptors() == 4
    finally:
        os.close(held)


def test_only_folders_that_a_question_names_are_read(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("here")
    assert victims.read_in(str(tmp_path)) == "here"
    other = tmp_path.parent / f"{tmp_path.name}-other"
    other.mkdir()
    (other / "text").write_text("there")
    (tmp_path / "text").unlink()
    (tmp_path / "text").symlink_to(other / "text")
    with pytest.raises(ReadingError, match="PermissionError"):
        victims.read_in(str(tmp_path))


def test_a_package_of_others_is_found_though_its_neighbours_change(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A reader may not list the folder that the package lies in: what it knew of it is out of date by then."""
    package = tmp_path / "own_reading_functions"
    package.mkdir()
    imports = "from resources.execution.reader.apart import apart\n"
    (package / "halves.py").write_text(f"{imports}@apart\ndef half(text: str) -> str:\n    return text[::2]\n")
    monkeypatch.syspath_prepend(tmp_path)
    reader.close()
    victims.process()
    (tmp_path / "a neighbour").touch()
    halves = importlib.import_module("own_reading_functions.halves")
    assert halves.half("abcd") == "ac"


def test_what_is_installed_elsewhere_than_the_interpreter_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A user's own site-packages, a folder that a .pth file names; a package in any other folder is out of reach."""
    for folder in ("site-packages", "elsewhere"):
        package = tmp_path / folder / f"own_library_in_{folder[:4]}"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text('"""here"""')
        monkeypatch.syspath_prepend(tmp_path / folder)
    reader.close()
    assert victims.imported("own_library_in_site") == "here"
    with pytest.raises((ReadingError, ToolMissing)):
        victims.imported("own_library_in_else")


def test_threads_share_readers_and_deaths_are_their_own() -> None:
    def ask(number: int) -> str:
        try:
            return victims.aborts("bomb" if number % 5 == 0 else str(number))
        except ReaderDied:
            return "died"

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(ask, range(40)))
    assert found == ["died" if number % 5 == 0 else str(number) for number in range(40)]


def test_a_killed_zygote_is_replaced() -> None:
    victims.echoed("started")
    zygote = reader._readers._zygote
    assert zygote is not None
    os.kill(zygote._process.pid, signal.SIGKILL)
    zygote._process.wait()
    with pytest.raises(ReaderDied, match="signal 6"):
        victims.aborts("bomb")
    assert victims.echoed("again") == "again"


def test_a_machine_that_allows_no_thread_is_no_outcome() -> None:
    with pytest.raises(TransientEnvironmentFailure, match="could start no thread"):
        victims.starts_threads(512 << 20)
    assert victims.echoed("alive") == "alive"


def test_a_reader_killed_from_outside_is_no_outcome() -> None:
    process = victims.process()
    asking = threading.Timer(0.5, os.kill, (process, signal.SIGKILL))
    asking.start()
    with pytest.raises(TransientEnvironmentFailure, match="killed from outside"):
        victims.sleeps(20.0)
    assert victims.process() != process


def test_a_fork_of_the_process_has_readers_of_its_own() -> None:
    own = victims.process()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, str(victims.process()).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert int(os.read(read, 32)) != own
    assert victims.process() == own


def test_modules_that_load_lazily_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """transformers' modules import what is missing when somebody asks them for an attribute that they lack."""

    class Lazy(types.ModuleType):
        def __getattr__(self, name: str) -> object:
            raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setitem(sys.modules, "loads_lazily", Lazy("loads_lazily"))
    assert sys.prefix in reader._folders()
    assert isinstance(reader._extended(), dict)
