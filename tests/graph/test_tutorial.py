"""Every command of `docs/tutorial.md`, as it stands there, and what the page says that they print.

Two things differ from a reader's: everything is installed, and a stand-in answers where `make serve` would.
`tests/tools/test_vllm_loop.py` lets what `make serve` serves try the page's module, by the page's file of generators.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.endpoint_server.application import Stub
from tests.endpoint_server.server import EndpointServer
from tests.home import PROJECT
from tests.tutorial_page import steps

PREREQUISITES = ("requirements.lock", "requirements-torch.txt", "pyproject.toml", "infra", "Makefile")
SERVED = "http://127.0.0.1:8000/v1"
SMALL_MODEL = "module duty_timer(input clk, output count);\n  assign count = clk\nendmodule\n"


def missing_line(quoted: tuple[str, ...], printed: str) -> str:
    """The first quoted line that does not stand in what was printed, behind those before it; "" where all do."""
    lines = iter([" ".join(line.split()) for line in printed.splitlines()])
    for line in quoted:
        pattern = re.compile(".*".join(re.escape(" ".join(part.split())) for part in line.split("…")))
        if not any(pattern.search(each) for each in lines):
            return line
    return ""


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


@pytest.mark.timeout(1800)
def test_every_command_does_what_the_page_says(checkout: Path) -> None:
    variables = {"ICWM_HOME": str(checkout / "var"), "HF_HOME": str(checkout / "hub"), "HF_HUB_OFFLINE": "1"}
    environment = {**os.environ, **variables, "PYTHONPATH": str(PROJECT)}
    stub = Stub(program=lambda body, tag: SMALL_MODEL)
    with EndpointServer(stub) as server:
        for step in steps():
            commands = step.commands.replace(SERVED, server.base_url)
            done = subprocess.run(
                ["bash", "-euc", commands],
                cwd=checkout,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            told = f"{step.commands}\n{done.stdout[-6000:]}"
            assert done.returncode == 0, told
            assert not missing_line(step.quoted, done.stdout), f"{missing_line(step.quoted, done.stdout)!r} of {told}"
    assert stub.requests


def test_a_line_that_is_not_printed_is_missed() -> None:
    assert missing_line(("a  1", "b … 3"), "x\n a 1\nb 2 3\n") == ""
    assert missing_line(("b", "a"), "a\nb\n") == "a"
    assert missing_line(("a 2",), "a 1\n") == "a 2"
