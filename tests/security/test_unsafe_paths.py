"""Running without a sandbox: what would be bound elsewhere is found, and what cannot be is refused in words."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.sandbox.devices import Devices
from resources.execution.sandbox.job import Ended, SandboxJob, Step
from resources.execution.sandbox.profile import WORK
from resources.execution.sandbox.unsafe import UnsafeDirectExecution

from .conftest import SMALL


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "host" / "given_package"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("SAID = 'found'\n")
    (folder / "show.py").write_text("import given_package, os\nprint(given_package.SAID, os.environ['PLACE'])\n")
    return folder


def job(package: Path, *argv: str, inside: str = "/no-such-place/given_package") -> SandboxJob:
    environment = {"PYTHONPATH": "/no-such-place", "PLACE": f"{WORK}/here:{WORK}shop"}
    return SandboxJob((Step("show", argv),), {}, environment, {inside: package}, limits=SMALL)


def test_bound_folder_and_work_folder_are_found(package: Path) -> None:
    command = (sys.executable, "-s", "/no-such-place/given_package/show.py")
    (step,) = UnsafeDirectExecution().run(job(package, *command)).steps
    assert (step.exit_code, step.log) == (0, f"found {WORK}/here:{WORK}shop\n".encode())


def test_work_folder_of_the_host_is_not_written_to(package: Path) -> None:
    given = replace(job(package, "/bin/sh", "-c", f"echo x >{WORK}/made"), collect=("made",))
    assert UnsafeDirectExecution().run(given).files == {"made": b"x\n"}


def test_place_that_the_machine_has_is_refused_in_words(package: Path) -> None:
    with pytest.raises(PermanentEnvironmentFailure, match=r"cannot stand at /usr/bin.*use a working sandbox"):
        UnsafeDirectExecution().run(job(package, "/bin/true", inside="/usr/bin"))


def test_place_inside_another_bound_folder_is_refused_and_nothing_is_written_there(package: Path) -> None:
    given = job(package, "/bin/true", inside="/no-such-place")
    nested = replace(given, read_only={**given.read_only, "/no-such-place/inner": package})
    with pytest.raises(PermanentEnvironmentFailure, match="inside another bound folder"):
        UnsafeDirectExecution().run(nested)
    assert sorted(path.name for path in package.iterdir()) == ["__init__.py", "show.py"]


def test_a_job_with_devices_has_no_limit_on_address_space(package: Path) -> None:
    given = job(package, "/bin/sh", "-c", "ulimit -v; echo $LIBRARIES")
    devices = Devices((Path("/dev/null"),), (), {"LIBRARIES": "/no-such-place/libraries"})
    (step,) = UnsafeDirectExecution().run(replace(given, devices=devices)).steps
    assert step.ended is Ended.EXITED
    assert step.log == b"unlimited\n/no-such-place/libraries\n"
