"""`icwm status`, `show`, `query`, `--version` and completion, over a lake with trajectories of every kind."""

import io
import json
import unicodedata
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from rich.console import Console
from typer.testing import CliRunner

from assets.inspection.holdings import holdings
from assets.inspection.inspection import TrajectoryNotFound, inspect_trajectory
from assets.seeds.imports import store_import
from assets.seeds.schema import TASK_SEEDS, seed_to_row
from orchestration.command_line import app
from orchestration.completion import domains, exams, importers, profiles
from orchestration.home_activity import Activity, RunState
from orchestration.mistakes import status_of
from orchestration.query_command import print_table
from orchestration.query_form import QueryForm
from orchestration.run_command import typed_again
from orchestration.settings import read_settings
from orchestration.status_command import next_steps, status
from resources.domains.importing import ImportResult
from resources.domains.registry import get_domain
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.execution.outcome import Outcome
from resources.storage.lake import Lake
from tests.trajectory_lake import HOSTILE, identity, write_trajectories


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("home")
    write_trajectories(Lake(root / "lake"))
    return root


@pytest.fixture
def said(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> "Saying":
    monkeypatch.setenv("ICWM_HOME", str(home))
    return Saying(capsys)


class Saying:
    """What a command prints, with its status asked for."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> str:
        self._capsys.readouterr()
        code = status_of(lambda: app(list(arguments), prog_name="icwm", standalone_mode=False))
        out = str(self._capsys.readouterr().out)
        assert code == 0, out
        return out


def test_the_version_is_that_of_the_package(said: Saying) -> None:
    assert said("--version").startswith("icwm 0.")


def test_a_trajectory_is_shown_with_its_diff_and_the_lines_that_the_log_names(said: Saying) -> None:
    shown = said("show", identity(1))
    assert "-  assign b = ~a;" in shown
    assert "+  assign b = a;" in shown
    assert "wire_1.v:2: syntax error" in shown
    assert "at line 2: assign b = ~a;" in shown
    assert " , bundle" not in shown, "a generator without a model leaves no gap"


def test_a_turns_id_shows_that_turn_alone(said: Saying) -> None:
    shown = said("show", f"{identity(1)}:1")
    assert "The tilde inverts." in shown
    assert "First thought." not in shown


def test_simulated_and_real_stand_beside_each_other(said: Saying) -> None:
    shown = said("show", identity(3))
    assert "FUNCTIONAL_MISMATCH  foretold PASS with 90.0%, wrongly" in shown
    assert "foretold" in [line.strip() for line in shown.splitlines()]
    assert "what was seen" in shown


def test_hostile_texts_are_shown_and_not_obeyed(said: Saying) -> None:
    shown = said("show", identity(5))
    assert "\\x1b[2J" in shown
    assert not [letter for letter in shown if unicodedata.category(letter) in ("Cc", "Cf") and letter not in "\n\t"]


def test_a_trajectory_for_programs_has_every_text(said: Saying) -> None:
    record = json.loads(said("show", identity(5), "--json"))
    assert record["turns"][0]["reasoning"] == HOSTILE
    assert record["turns"][0]["real"]["log"] == HOSTILE


def test_what_an_audit_saw_later_is_the_real_observation(home: Path) -> None:
    (turn,) = inspect_trajectory(Lake(home / "lake"), identity(6)).turns
    assert turn.real is not None
    assert (turn.real.outcome, turn.real.text) == (Outcome.FUNCTIONAL_MISMATCH, "what the audit saw\n")
    assert turn.disagrees


def test_the_beginning_of_several_ids_names_them(home: Path) -> None:
    with pytest.raises(TrajectoryNotFound, match="beginning of 6 ids"):
        inspect_trajectory(Lake(home / "lake"), "000000")


def test_status_counts_what_is_there_and_says_what_to_do(said: Saying) -> None:
    rows = [line.split() for line in said("status").splitlines()]
    assert ["chip_design", "–", "–", "–", "3", "66.7%", "3", "–", "–", "–", "–"] in rows
    told = json.loads(said("status", "--json"))
    assert told["domains"][1]["real"] == 3
    assert "nothing was executed in gpu_kernels yet: icwm run --domain gpu_kernels" in told["next"]
    assert said("status", "--csv").splitlines()[0].startswith("domain,imported,seeds,")


def test_what_was_imported_is_there_before_a_run_has_collected_it(tmp_path: Path) -> None:
    origin = SeedOrigin("mine", "abc", "MIT", "a.v")
    seeds = tuple(TaskSeed(f"mine/{name}", "chip_design", name, "p", "i", "a.v", "r", origin) for name in "ab")
    store_import(Lake(tmp_path / "lake"), get_domain("chip_design"), "mine", ImportResult(seeds, ()))
    held = holdings(Lake(tmp_path / "lake"), ["chip_design", "gpu_kernels"])
    assert [(row.imported, row.seeds) for row in held] == [(2, None), (None, None)]
    said = "2 imported seeds of chip_design wait for a run: icwm run --domain chip_design"
    assert said in list(next_steps(held, Activity("", (), ())))


def test_what_was_imported_after_a_run_waits_for_the_next(tmp_path: Path) -> None:
    origin = SeedOrigin("mine", "abc", "MIT", "a.v")
    lake, domain = Lake(tmp_path / "lake"), get_domain("chip_design")
    first, changed, other = (
        TaskSeed(f"mine/{name}", "chip_design", name, "p", "i", "a.v", "r", replace(origin, commit=commit))
        for name, commit in (("a", "abc"), ("a", "def"), ("b", "abc"))
    )
    lake.write(TASK_SEEDS, "chip_design", TASK_SEEDS.from_rows([seed_to_row(first) | {"purpose": "train"}]))
    for seeds, count in (((first,), 0), ((other,), 1), ((changed,), 2)):
        store_import(lake, domain, "mine", ImportResult(seeds, ()))
        held = holdings(lake, ["chip_design"])
        said = f"{count} imported seeds of chip_design wait for a run: icwm run --domain chip_design"
        assert held[0].waiting == count
        assert (said in list(next_steps(held, Activity("", (), ())))) is bool(count)


@pytest.mark.parametrize("width", [40, 60, 140])
def test_status_is_read_at_any_width(home: Path, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("ICWM_HOME", str(home))
    out = io.StringIO()
    assert status(Console(file=out, width=width), QueryForm.TABLE) == 0
    lines = [line for line in out.getvalue().splitlines() if not line.startswith(("home", "next"))]
    assert max(map(len, lines)) <= width
    assert "…" not in out.getvalue()
    assert "66.7%" in out.getvalue()
    if width < 140:
        assert any("solved 66.7%" in line for line in lines)


def test_what_runs_and_what_failed_comes_first() -> None:
    wait, go_on = "wait for what runs, or watch it: icwm ui", "go on where it was, what is finished is kept: icwm run"
    gone = RunState("r", "started", "chip_design", (), "", process_gone=True)
    failed = RunState("r", "failure", "chip_design", (), "")
    assert next(next_steps([], Activity("7", (), (failed,)))) == wait
    assert next(next_steps([], Activity("", (gone,), ()))) == go_on
    assert next(next_steps([], Activity("", (), (failed,)))) == go_on
    again = "icwm run --domain chip_design --profile tutorial"
    typed = replace(failed, command=again)
    assert again == typed_again(replace(read_settings(), profile="tutorial", generators=""), ["chip_design"])
    assert next(next_steps([], Activity("", (), (typed,)))) == go_on.replace("icwm run", again)


@pytest.mark.parametrize("doing", [Activity("7", (), ()), Activity("", (), (RunState("r", "failure", "x", (), ""),))])
def test_nobody_is_told_to_wait_and_to_start_at_once(home: Path, doing: Activity) -> None:
    for lake in (Lake(home / "lake"), Lake(home / "nothing")):
        steps = list(next_steps(holdings(lake, ["chip_design", "gpu_kernels"]), doing))
        assert sum("icwm run" in step or "wait" in step for step in steps) == 1


def test_columns_stand_side_by_side_while_each_has_its_room(said: Saying) -> None:
    few = said("query", "select trajectory_id, passed, turn_count from real_trajectories order by 1")
    assert [identity(1), "true", "2"] in [line.split() for line in few.splitlines()]
    many = said("query", "select * from real_trajectories where seed_id = 'mine/other'")
    assert ["trajectory_id", identity(2)] in [line.split() for line in many.splitlines()]
    assert "1 row" in many


@pytest.mark.parametrize("width", [50, 60, 120])
def test_no_line_of_a_wide_table_is_wider_than_the_terminal(home: Path, width: int) -> None:
    out = io.StringIO()
    frame = Lake(home / "lake").read("real_trajectories", "chip_design").with_columns(text=pl.lit("long text " * 40))
    print_table(Console(file=out, width=width), frame)
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    assert f"{frame.height} rows" in lines[-1]
    assert all(any(line.startswith(f"  {name} ") for line in lines) for name in frame.columns)


def test_rows_for_programs_have_all_of_every_cell(said: Saying) -> None:
    rows = said("query", "select seed_id from real_trajectories where turn_count = 2 order by 1", "--json")
    assert HOSTILE in [json.loads(line)["seed_id"] for line in rows.splitlines()]


def test_a_shell_completes_names() -> None:
    assert domains("c") == ["cad_modeling", "chip_design", "code_optimization"]
    assert profiles("st") == ["standard"]
    assert "verilog-eval" in importers("ver")
    assert {"families", "families-chip_design"} <= set(exams("fam"))


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("run --profile st", "standard"), ("import verilog-e", "verilog-eval"), ("families draw cad", "cad_modeling")],
)
def test_a_shell_asks_the_program_itself(typed: str, offered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the script does that `icwm --install-completion` puts into bash."""
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split())))
    asked = {"_ICWM_COMPLETE": "complete_bash", "COMP_WORDS": f"icwm {typed}"}
    answer = CliRunner().invoke(app, [], prog_name="icwm", env=asked)
    assert answer.stdout.split() == [offered]
