"""The command line's answers to mistakes: one line that says what to do, and a status that scripts can read."""

import errno
import io
import os
import subprocess
import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table
from rich.text import Text
from typer.testing import CliRunner

from assets.generation.config_file import GeneratorsRefused, read_generators
from assets.home import Home
from assets.profile import ProfileNotFound, load_profile
from assets.seeds.imports import store_import
from assets.seeds.schema import TASK_SEEDS, seed_to_row
from orchestration import command_line
from orchestration.command_line import app
from orchestration.mistakes import status_of
from orchestration.run_lock import only_run
from orchestration.settings import PROJECT
from orchestration.terminal_text import TerminalConsole
from resources.domains.importing import ImportResult
from resources.domains.registry import get_domain
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.storage.errors import TableNotWritten
from resources.storage.lake import Lake
from resources.storage.warehouse import Warehouse

runner = CliRunner()
SEED = TaskSeed("mine/a", "chip_design", "a", "p", "i", "a.v", "r", SeedOrigin("mine", "abc", "MIT", "a.v"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ICWM_HOME", str(tmp_path))
    return tmp_path


def status(*typed: str) -> int:
    return status_of(lambda: app(list(typed), prog_name="icwm", standalone_mode=False))


def test_an_unknown_domain_is_refused_before_anything_runs(home: Path) -> None:
    assert status("run", "--domain", "cooking") == 2
    assert not (home / "lake").exists()


def test_a_second_run_on_one_home_is_one_line(home: Path) -> None:
    command = [sys.executable, "-m", "orchestration.command_line", "run", "--domain", "chip_design"]
    with only_run(Home(home)):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    *loading, told = done.stderr.splitlines()
    assert told.startswith(f"not done: process {os.getpid()} runs on {home} already")
    assert all(line.startswith("icwm run: ") and line.endswith(" …") for line in loading)


def test_a_query_before_the_first_run_says_what_to_do() -> None:
    answer = runner.invoke(app, ["query", "select 1"])
    assert isinstance(answer.exception, TableNotWritten)
    assert "icwm run" in str(answer.exception)


@pytest.mark.parametrize(("name", "code", "said"), [("abc", 2, "too short"), ("0123456789", 1, "`icwm run`")])
def test_a_row_that_is_not_there_is_one_line(
    capsys: pytest.CaptureFixture[str], name: str, code: int, said: str
) -> None:
    assert status("trace", name) == code
    assert said in capsys.readouterr().err


def test_an_export_of_nothing_says_what_to_do(tmp_path: Path) -> None:
    answer = runner.invoke(app, ["export", "huggingface", str(tmp_path / "out")])
    assert answer.exit_code == 1
    assert "`icwm run` makes some" in answer.output.replace("\n", " ")


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
    assert runner.invoke(app, ["allow", "GPL-3.0-only"]).exit_code == 0
    assert (home / "allowed.txt").read_text() == "GPL-3.0-only\n"
    assert runner.invoke(app, ["allow", "GPL-3.0-only", "--withdraw"]).exit_code == 0
    assert (home / "allowed.txt").read_text() == ""


@pytest.mark.parametrize(("name", "said"), [("GPL-3.0-onlyy", "GPL-3.0-only"), ("\x1b[31mx", "\\x1b"), ("", "neither")])
def test_what_is_no_licence_and_no_source_is_not_allowed(home: Path, name: str, said: str) -> None:
    answer = runner.invoke(app, ["allow", name])
    assert answer.exit_code == 2
    assert said in answer.output
    assert "\x1b" not in answer.output
    assert not (home / "allowed.txt").exists()


@pytest.mark.parametrize(("path", "more"), [("", []), ("  ", []), ("a.csv", ["--licence", "academic use only"])])
def test_an_import_that_is_called_wrongly_reads_nothing(home: Path, path: str, more: list[str]) -> None:
    assert status("import", "c-pairs", path, *more) == 2
    assert not (home / "lake").exists()


def verilog_set(folder: Path, names: Iterable[str]) -> Path:
    bench = (
        "module tb; reg a; wire b; TopModule dut(a, b);\n"
        'initial $display("Mismatches: %1d in %1d samples", 0, 1); endmodule\n'
    )
    data = folder / "dataset_spec-to-rtl"
    data.mkdir(parents=True)
    for name in names:
        (data / f"{name}_prompt.txt").write_text("Make a wire.")
        (data / f"{name}_ref.sv").write_text("module RefModule(input a, output b); assign b = a; endmodule\n")
        (data / f"{name}_test.sv").write_text(bench)
    return folder


def test_a_second_set_of_the_same_format_is_added_and_consent_is_for_one_revision(home: Path, tmp_path: Path) -> None:
    first, second = verilog_set(tmp_path / "one", ["Prob001_a"]), verilog_set(tmp_path / "two", ["Prob002_b"])
    (second / "LICENSE").write_text("For academic use only.")
    said = runner.invoke(app, ["import", "verilog-eval", str(first)]).output
    assert "no file of the set says a licence" in said
    assert runner.invoke(app, ["allow", "verilog-eval"]).exit_code == 0
    said = runner.invoke(app, ["import", "verilog-eval", str(second)]).output
    assert "0 can be used" in said
    assert "LICENSE: its words are not those of a licence that is known" in said
    assert "1 of earlier imports of verilog-eval stay" in said
    assert "1 take" not in said
    said = runner.invoke(app, ["import", "verilog-eval", str(first), "--replace"]).output
    assert "1 can be used" in said
    assert "1 of earlier imports of verilog-eval dropped" in said


def test_the_file_at_fault_is_named(home: Path, tmp_path: Path) -> None:
    folder = verilog_set(tmp_path / "set", ["Prob001_a", "Prob002_b"])
    (folder / "dataset_spec-to-rtl" / "Prob002_b_ref.sv").write_text("module Other; endmodule\n")
    said = runner.invoke(app, ["import", "verilog-eval", str(folder)]).output
    assert "Prob002_b_ref.sv: verilog" in said
    assert "Prob002_b_test.sv" not in said


def test_workers_that_are_no_number_are_told_in_a_line(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ICWM_WORKERS", "-3")
    command = [sys.executable, "-m", "orchestration.command_line", "run"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert "ICWM_WORKERS is '-3'" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


@given(st.text(st.characters(codec="utf-8"), max_size=40))
def test_no_control_character_reaches_a_terminal_by_text_or_table(text: str) -> None:
    out = io.StringIO()
    terminal = TerminalConsole(file=out, width=400, force_terminal=False)
    table = Table("name")
    table.add_row(Text(text))
    terminal.print(text, markup=False)
    terminal.print(table)
    assert not [letter for letter in out.getvalue() if unicodedata.category(letter) == "Cc" and letter not in "\n\t"]


def test_what_a_run_left_is_asked_though_it_published_nothing(home: Path) -> None:
    store_import(Lake(home / "lake"), get_domain("chip_design"), "mine", ImportResult((SEED,), ()))
    said = runner.invoke(app, ["query", "select seed_id, licence from imported_seeds", "--format", "csv"]).output
    assert "mine/a,MIT" in said


def test_what_the_lake_gets_later_is_asked_too(home: Path) -> None:
    lake, domain = Lake(home / "lake"), get_domain("chip_design")
    store_import(lake, domain, "mine", ImportResult((SEED,), ()))
    count = ["query", "select count(*) as n from imported_seeds", "--csv"]
    assert "1\n" in runner.invoke(app, count).stdout
    other = TaskSeed("mine/b", "chip_design", "b", "p", "i", "b.v", "r", SeedOrigin("mine", "abc", "MIT", "b.v"))
    store_import(lake, domain, "mine", ImportResult((other,), ()))
    lake.write(TASK_SEEDS, "chip_design", TASK_SEEDS.from_rows([seed_to_row(SEED) | {"purpose": "train"}]))
    answer = runner.invoke(app, [*count, "-v"])
    assert "2\n" in answer.stdout
    assert "imported_seeds, task_seeds" in answer.stderr
    assert "mine/a" in runner.invoke(app, ["query", "select seed_id from task_seeds"]).stdout
    assert runner.invoke(app, [*count, "-v"]).stderr == ""


def test_a_home_that_cannot_be_written_to_is_asked_as_it_was_published(home: Path) -> None:
    lake, domain = Lake(home / "lake"), get_domain("chip_design")
    store_import(lake, domain, "mine", ImportResult((SEED,), ()))
    Warehouse(home / "warehouse.duckdb").publish(lake)
    lake.write(TASK_SEEDS, "chip_design", TASK_SEEDS.empty())
    (home / ".warehouse.duckdb.lock").unlink()
    (home / ".warehouse.duckdb.lock").mkdir()
    answer = runner.invoke(app, ["query", "select seed_id from imported_seeds"])
    assert "mine/a" in answer.stdout
    assert "published last" in answer.stderr


def test_many_columns_stand_below_each_other(home: Path) -> None:
    store_import(Lake(home / "lake"), get_domain("chip_design"), "mine", ImportResult((SEED,), ()))
    said = runner.invoke(app, ["query", "select * from imported_seeds"]).output
    assert "row 1" in said
    assert [line for line in said.splitlines() if line.split() == ["seed_id", "mine/a"]]


def test_a_profile_that_could_certify_nothing_is_refused_with_its_field(home: Path, tmp_path: Path) -> None:
    quick = (PROJECT / "orchestration" / "profiles" / "quick.yaml").read_text()
    (tmp_path / "few.yaml").write_text(quick.replace("mutants_per_bundle: 8", "mutants_per_bundle: 1"))
    (tmp_path / "less.yaml").write_text(quick.replace("certified_share_minimum", "# "))
    with pytest.raises(ProfileNotFound, match=r"mutants_per_bundle: .*8"):
        load_profile(tmp_path, "few")
    with pytest.raises(ProfileNotFound, match="certified_share_minimum: not given"):
        load_profile(tmp_path, "less")
    (tmp_path / "least.yaml").write_text(quick.replace("audit_turns", "# ").replace("audit_trajectories", "# "))
    with pytest.raises(ProfileNotFound, match="is not a profile: audit_turns, audit_trajectories: not given"):
        load_profile(tmp_path, "least")
    (tmp_path / "mistyped.yaml").write_text(quick + "audit_minimum_accurracy: 0.5\n")
    with pytest.raises(ProfileNotFound, match="no field audit_minimum_accurracy; did you mean"):
        load_profile(tmp_path, "mistyped")


@pytest.mark.parametrize("special", ["/dev/zero", "fifo", "large"])
def test_a_file_of_generators_is_an_ordinary_small_one(tmp_path: Path, special: str) -> None:
    path = Path(special) if special.startswith("/") else tmp_path / special
    if special == "fifo":
        os.mkfifo(path)
    elif special == "large":
        path.write_bytes(b"#" * (2 << 20))
    with pytest.raises(GeneratorsRefused, match="no regular file"):
        read_generators(path)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_a_full_disk_is_a_line_that_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], number: int
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), "home/part")

    ended: list[int] = []
    monkeypatch.setattr(command_line, "app", full)
    monkeypatch.setattr(command_line.os, "_exit", ended.append)
    monkeypatch.setattr(command_line.atexit, "_run_exitfuncs", lambda: None)
    command_line.main()
    said = capsys.readouterr().err
    assert ended == [1]
    assert os.strerror(number) in said
    assert "run again" in said
