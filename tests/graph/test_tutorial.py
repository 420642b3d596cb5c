"""Every command of `docs/tutorial.md`, as it stands there, in a home of its own with the smallest profile."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.home import PROFILES, PROJECT

PAGE = PROJECT / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PREREQUISITES = ("requirements.lock", "requirements-torch.txt", "pyproject.toml", "infra", "Makefile")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What `make` and `.venv/bin` are in a checkout, with everything installed."""
    for name in PREREQUISITES:
        (tmp_path / name).symlink_to(PROJECT / name)
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name, arguments in {"icwm": "-m orchestration.command_line", "python": ""}.items():
        (programs / name).write_text(f'#!/bin/sh\nexec {sys.executable} {arguments} "$@"\n')
        (programs / name).chmod(0o755)
    (programs.parent / "installed").touch()
    return tmp_path


@pytest.mark.timeout(900)
def test_every_command_does_what_the_page_says(checkout: Path) -> None:
    home = {"ICWM_HOME": str(checkout / "var"), "ICWM_PROFILE": "test", "ICWM_PROFILES": str(PROFILES)}
    environment = {**os.environ, **home, "PYTHONPATH": str(PROJECT)}
    said = []
    for block in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        done = subprocess.run(
            ["bash", "-euc", block], cwd=checkout, env=environment, capture_output=True, text=True, check=False
        )
        # An empty program's label may be predicted wrongly by a model that was trained for seconds.
        right = (0, 3) if "--verify" in block else (0,)
        assert done.returncode in right, f"{block}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        said.append(done.stdout)
    _, _, imported, _, certified, outcomes, predicted, audited, corpus = said
    assert "2 seeds of c-pairs imported into code_optimization; 2 can be used" in imported
    assert [line.split()[1:4] for line in certified.splitlines()].count(["true", "59", "59"]) == 2
    assert "PASS" in outcomes
    assert "LINK_ERROR" in predicted
    assert ".html" in audited
    assert "c-pairs/longest_run" in corpus
    assert "assistant loss" in corpus
    assert "MIT" in corpus
