"""A home that this user may not read, or not write to, is told with what to do, whatever the command."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from assets.home import Home, HomeUnusable
from orchestration.run_lock import _OWN, only_run
from orchestration.settings import read_settings

NOBODY = 65534


@contextmanager
def without_rights_of_root() -> Iterator[None]:
    """Root may do everything, whatever a folder's mode says."""
    is_root = os.geteuid() == 0
    if is_root:
        try:
            os.seteuid(NOBODY)
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise
            pytest.skip("a user namespace without a second user")
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Not below `tmp_path`: how far above it pytest closes a folder to other users depends on its workers."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        home = Path(folder) / "home"
        home.mkdir(0o755)
        monkeypatch.setenv("ICWM_HOME", str(home))
        yield home
        home.chmod(0o700)


@pytest.mark.parametrize("mode", [0o000, 0o444, 0o111])
def test_a_home_that_may_not_be_read(home: Path, mode: int) -> None:
    home.chmod(mode)
    with without_rights_of_root(), pytest.raises(HomeUnusable) as refused:
        read_settings()
    assert str(refused.value) == f"{home} cannot be read (Permission denied): let ICWM_HOME name another folder"


def test_a_home_below_what_may_not_be_entered(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ICWM_HOME", str(home / "below"))
    home.chmod(0o000)
    with without_rights_of_root(), pytest.raises(HomeUnusable, match=r"cannot be read \(Permission denied\)"):
        read_settings()


def test_what_cannot_be_told_is_not_taken_for_a_home_that_is_not_there(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of newer Pythons: `Path.exists` and `Path.is_file` say no to every error of the system."""
    monkeypatch.setattr(Path, "exists", os.path.exists)
    monkeypatch.setattr(Path, "is_file", os.path.isfile)
    (home / "loop").symlink_to("loop")
    for path in (home / "loop", home / "loop" / "below"):
        with pytest.raises(HomeUnusable, match=r"cannot be read \("):
            Home(path).require_readable()
    (home / "file").write_text("")
    with pytest.raises(HomeUnusable, match=f"{home}/file is a file and no folder"):
        Home(home / "file" / "below").require_readable()


def test_a_home_that_may_only_be_read_is_read(home: Path) -> None:
    home.chmod(0o555)
    with without_rights_of_root():
        assert read_settings().home.root == home
        with pytest.raises(HomeUnusable) as refused:
            Home(home).prepare()
    assert str(refused.value) == f"{home} cannot be written to (Permission denied): let ICWM_HOME name another folder"


def test_a_home_that_is_not_there_yet_is_no_mistake(home: Path) -> None:
    later = Home(home / "later" / "below")
    later.require_readable()
    later.require_possible()
    assert not list(home.iterdir())


def test_a_home_that_can_never_be_made_is_one_before_anything_is_run(home: Path) -> None:
    Home(home).require_possible()
    with pytest.raises(HomeUnusable, match=r"^/proc/nothing cannot be written to \(.*\): let ICWM_HOME name another"):
        Home(Path("/proc/nothing")).require_possible()
    home.chmod(0o555)
    with without_rights_of_root(), pytest.raises(HomeUnusable, match="cannot be written to"):
        Home(home / "later").require_possible()


def test_a_folder_of_other_work_is_told_once(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    (home / "thesis.tex").write_text("years of work")
    (home / "z.bib").write_text("")
    for _ in range(2):
        with only_run(Home(home)):
            pass
    assert caplog.messages == [f"{home} holds other files (thesis.tex and 1 more): what is made goes beside them"]


@pytest.mark.parametrize("own", ["", "lake", "held_out"])
def test_an_empty_folder_and_a_home_are_nobody_elses(home: Path, caplog: pytest.LogCaptureFixture, own: str) -> None:
    (home / own).mkdir(exist_ok=True)
    with only_run(Home(home)):
        pass
    assert caplog.messages == []


def test_all_that_a_home_names_says_that_it_is_one() -> None:
    named = {getattr(Home(Path("/h")), name) for name, kind in vars(Home).items() if isinstance(kind, property)}
    tops = {path.relative_to("/h").parts[0] for path in named if path is not None}
    assert tops <= _OWN
