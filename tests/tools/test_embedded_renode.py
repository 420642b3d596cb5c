"""Renode for real: skipped with a reason where it is not installed (RENODE_PATH, or PATH)."""

import pytest

from resources.domains.embedded_systems.stages.renode import find_renode, renode_files, renode_step, renode_version
from resources.execution.outcome import Outcome
from tests.tools.embedded_programs import OK, program, run

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


def test_platform_and_script_fetch_nothing_and_name_each_other(tmp_path: object) -> None:
    files = {name: content.decode() for name, content in renode_files().items()}
    assert "http" not in "".join(files.values())
    assert "LoadPlatformDescription @stm32f405.repl" in files["run.resc"]
    assert "LoadELF @firmware.elf" in files["run.resc"]
    assert files["run.resc"].rstrip().endswith("quit")


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
