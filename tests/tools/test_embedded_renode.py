"""Renode for real: skipped with a reason where it is not installed (RENODE_PATH, or PATH)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from resources.domains.embedded_systems.execution.backend import FirmwareBackend
from resources.domains.embedded_systems.execution.stages.renode import (
    find_renode,
    renode_files,
    renode_step,
    renode_version,
)
from resources.execution.bundle import Candidate
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.tools.embedded_programs import OK, bundle, program, run

needs_renode = pytest.mark.skipif(
    find_renode() is None, reason="Renode is not installed: neither RENODE_PATH nor PATH has it"
)


@needs_renode
def test_renode_runs_the_same_firmware() -> None:
    seen = run(program(OK))
    assert seen.outcome is Outcome.PASS, seen.text
    assert "renode" in [stage.stage for stage in seen.stages]
    assert "renode_gaps" in seen.metrics
    assert renode_version()


@needs_renode
def test_renode_has_the_peripherals_of_its_platform_file() -> None:
    """Clocks, pins and serial port are modelled: this program touches nothing else."""
    assert run(program(OK)).metrics["renode_gaps"] == 0


def test_platform_and_script_fetch_nothing_and_name_each_other() -> None:
    files = {name: content.decode() for name, content in renode_files().items()}
    assert "http" not in "".join(files.values())
    assert "LoadPlatformDescription @stm32f405.repl" in files["run.resc"]
    assert "LoadELF @firmware.elf" in files["run.resc"]
    assert files["run.resc"].rstrip().endswith('echo "board: the run is complete"')


@pytest.fixture
def stand_in(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty program where Renode is looked for, whose text a test writes: what is done with Renode's words."""
    program_file = tmp_path_factory.mktemp("renode") / "renode"
    program_file.touch()
    program_file.chmod(0o755)
    program_file.parent.chmod(0o755)
    monkeypatch.setenv("RENODE_PATH", str(program_file.parent))
    find_renode.cache_clear()
    yield program_file
    find_renode.cache_clear()


def said(program_file: Path, *lines: str) -> Observation:
    program_file.write_text("#!/bin/sh\ncat <<'END'\n" + "\n".join(lines) + "\nEND\n")
    return FirmwareBackend(make_sandbox()).execute(bundle(), Candidate(program(OK)))


@pytest.mark.skipif(find_renode() is not None, reason="Renode itself is installed")
def test_a_script_that_fails_is_no_candidates_fault(stand_in: Path) -> None:
    with pytest.raises(PermanentEnvironmentFailure, match="Could not resolve type"):
        said(stand_in, "13:41:42.79 [INFO] Loaded monitor commands", "Could not resolve type: 'RTC.Clock'.")


@pytest.mark.skipif(find_renode() is not None, reason="Renode itself is installed")
def test_a_run_that_ends_is_a_stage_with_its_gaps(stand_in: Path) -> None:
    gap = "13:41:42.79 [WARNING] sysbus: [cpu: 0x800] ReadDoubleWord from non existing peripheral at 0x40023C00."
    seen = said(stand_in, gap, "board: the run is complete")
    assert seen.outcome is Outcome.PASS, seen.text
    assert seen.metrics["renode_gaps"] == 1
    assert "renode" in [stage.stage for stage in seen.stages]


def test_a_program_named_by_the_environment_is_found(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    program_file = tmp_path_factory.mktemp("renode") / "renode"
    program_file.write_text("#!/bin/sh\necho 'Renode, version 1.15'\n")
    program_file.chmod(0o755)
    find_renode.cache_clear()
    try:
        for named in (program_file, program_file.parent):
            monkeypatch.setenv("RENODE_PATH", str(named))
            find_renode.cache_clear()
            assert find_renode() == program_file.resolve()
            assert renode_version() == "Renode, version 1.15"
        assert str(program_file) in renode_step(program_file).argv
    finally:
        find_renode.cache_clear()
