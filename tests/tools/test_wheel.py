"""The wheel, built and installed as pip does it, and used outside the repository: in a path with spaces and accents."""

import json
import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.home import PROJECT
from tests.other_distribution import write_installed, write_project

SHARED = sysconfig.get_paths()["purelib"]
API = """
import asyncio, json, sys
import icwm
from icwm.resources.domains.registry import load_domains

async def in_a_loop(engine, task, code):
    return engine.execute(task, code)

with icwm.Engine() as engine:
    task = engine.bundle("builtin/gray_counter")
    toy = engine.bundle(engine.tasks("toy_arithmetic")[0])
    print(json.dumps({
        "home": str(engine.home),
        "domains": engine.domains(),
        "versions": {name: domain.fault_injector().version for name, domain in load_domains().items()},
        "executed": asyncio.run(in_a_loop(engine, task, task.reference)).outcome,
        "empty": engine.execute(task, "").outcome,
        "predicted": engine.predict(task, task.reference).observation.outcome,
        "certified": engine.certify(toy, mutants=4).certified,
        "top": sorted(name for name in ("assets", "orchestration", "resources") if name in sys.modules),
    }))
"""


@dataclass(frozen=True)
class Installed:
    """A virtual environment with the wheel and a domain of another distribution; what they need is this one's."""

    folder: Path

    @property
    def packages(self) -> Path:
        (found,) = (self.folder / "venv" / "lib").glob("python3*/site-packages")
        return found

    def run(self, *arguments: str, script: str = "icwm") -> str:
        """Standard output, from an empty folder. Fails where the command does."""
        empty = self.folder / "empty"
        empty.mkdir(exist_ok=True)
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        environment = {**kept, "HOME": str(self.folder), "COLUMNS": "200"}
        command = [str(self.folder / "venv" / "bin" / script), *arguments]
        done = subprocess.run(command, cwd=empty, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def _pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *arguments], cwd=PROJECT, check=True)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    there = Installed(tmp_path_factory.mktemp("chez Zoé à côté"))
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", there.folder / "venv"], check=True)
    (there.packages / "shared.pth").write_text(SHARED)
    write_project(there.folder / "toy")
    wheels = str(there.folder / "wheels")
    _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, ".", str(there.folder / "toy"))
    python = str(there.folder / "venv" / "bin" / "python")
    files = [str(path) for path in Path(wheels).iterdir()]
    _pip("--python", python, "install", "--no-deps", "--no-index", "--no-compile", *files)
    return there


def test_nothing_but_icwm_is_at_the_top(installed: Installed) -> None:
    names = {path.name for path in installed.packages.iterdir() if not path.name.endswith(".dist-info")}
    assert names == {"icwm", "shared.pth", "toy_arithmetic"}
    (metadata,) = installed.packages.glob("icwm-*.dist-info")
    assert (metadata / "top_level.txt").read_text().split() == ["icwm"]
    assert (installed.packages / "icwm" / "py.typed").is_file()


def test_commands_work_from_an_empty_folder(installed: Installed) -> None:
    assert installed.run("--version").startswith("icwm ")
    status = installed.run("status")
    assert str(installed.folder / ".local" / "share" / "icwm") in status.replace("\n", "")
    assert "toy_arithmetic" in status
    answer = PROJECT / "resources/domains/chip_design/tasks/answers/hand-1/gray_counter.v"
    assert "reward 1" in installed.run("judge", "builtin/gray_counter", str(answer))


def test_dagster_loads_the_code_location_that_is_shipped(installed: Installed) -> None:
    installed.run("-P", "-m", "dagster", "definitions", "validate", "-w", _workspace(installed), script="python")


def _workspace(installed: Installed) -> str:
    return str(installed.packages / "icwm" / "workspace.yaml")


def test_the_calls_answer_as_in_the_repository(installed: Installed) -> None:
    from resources.domains.registry import load_domains

    said = json.loads(installed.run("-c", API, script="python").splitlines()[-1])
    assert (said["executed"], said["empty"]) == ("PASS", "COMPILATION_ERROR")
    assert (said["predicted"], said["certified"], said["top"]) == ("PASS", True, [])
    assert said["domains"] == sorted([*load_domains(), "toy_arithmetic"])
    assert (
        said["versions"].items()
        >= {name: domain.fault_injector().version for name, domain in load_domains().items()}.items()
    )


def test_a_domain_of_another_distribution_is_found_in_the_repository_too(tmp_path: Path) -> None:
    write_installed(tmp_path)
    script = """
import icwm
with icwm.Engine("home") as engine:
    task = engine.bundle(engine.tasks("toy_arithmetic")[0])
    print(engine.execute(task, task.reference).outcome)
"""
    environment = {**os.environ, "PYTHONPATH": f"{PROJECT}:{tmp_path}"}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "PASS\n"), done.stderr
