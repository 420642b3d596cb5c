"""The command line's answers to mistakes: one line that says what to do, and a status that scripts can read."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assets.home import Home
from orchestration.command_line import app
from orchestration.instance import only_run
from resources.storage.errors import TableNotWritten

runner = CliRunner()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ICWM_HOME", str(tmp_path))
    return tmp_path


def test_an_unknown_importer_names_those_there_are() -> None:
    answer = runner.invoke(app, ["import", "nosuch", "."])
    assert answer.exit_code == 1
    assert "verilog-eval" in answer.output


def test_a_missing_path_says_what_was_looked_for(tmp_path: Path) -> None:
    answer = runner.invoke(app, ["import", "verilog-eval", str(tmp_path / "nowhere")])
    assert answer.exit_code == 1
    assert "nowhere" in answer.output.replace("\n", "")


def test_an_unknown_domain_is_refused_before_anything_runs(home: Path) -> None:
    answer = runner.invoke(app, ["run", "--domain", "cooking"])
    assert answer.exit_code == 2
    assert "chip_design" in answer.output
    assert not (home / "lake").exists()


def test_a_second_run_on_one_home_is_one_line(home: Path) -> None:
    command = [sys.executable, "-m", "orchestration.command_line", "run", "--domain", "chip_design"]
    with only_run(Home(home)):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == ""
    assert done.stdout.startswith(f"HomeInUse: process {os.getpid()} runs on {home} already")
    assert len(done.stdout.splitlines()) == 1


def test_a_query_before_the_first_run_says_what_to_do() -> None:
    answer = runner.invoke(app, ["query", "select 1"])
    assert isinstance(answer.exception, TableNotWritten)
    assert "make run" in str(answer.exception)


@pytest.mark.parametrize(("name", "said"), [("abc", "too short"), ("0123456789", "icwm query")])
def test_a_row_that_is_not_there_is_one_line(name: str, said: str) -> None:
    answer = runner.invoke(app, ["trace", name])
    assert answer.exit_code == 1
    assert said in answer.output


def test_an_export_of_nothing_says_what_to_do(tmp_path: Path) -> None:
    answer = runner.invoke(app, ["export", "huggingface", str(tmp_path / "out")])
    assert answer.exit_code == 1
    assert "materialise reasoning_corpus" in answer.output.replace("\n", " ")


def test_an_import_goes_on_past_a_broken_item(tmp_path: Path) -> None:
    """One file missing, one not UTF-8: named with file and field, and the sound problem is imported."""
    dataset = tmp_path / "dataset_spec-to-rtl"
    dataset.mkdir()
    bench = (
        "module tb; wire b; integer errors = 0, samples = 1; TopModule top(.a(1'b0), .b(b));\n"
        'initial begin $display("Mismatches: %1d in %1d samples", errors, samples); $finish; end endmodule\n'
    )
    for name in ("Prob001_a", "Prob002_b", "Prob003_c"):
        (dataset / f"{name}_prompt.txt").write_text("Make a wire.")
        (dataset / f"{name}_ref.sv").write_text("module RefModule(input a, output b); assign b = a; endmodule\n")
        (dataset / f"{name}_test.sv").write_text(bench)
    (dataset / "Prob001_a_ref.sv").unlink()
    (dataset / "Prob002_b_prompt.txt").write_bytes(b"\xff\xfe wire")
    answer = runner.invoke(app, ["import", "verilog-eval", str(tmp_path)])
    assert answer.exit_code == 0
    assert "Prob001_a" in answer.output
    assert "Prob002_b" in answer.output
    assert "1 seeds of verilog-eval imported" in answer.output


def test_a_seed_without_a_licence_waits_until_allowed(home: Path) -> None:
    runner.invoke(app, ["allow", "some-set"])
    assert (home / "allowed.txt").read_text() == "some-set\n"
