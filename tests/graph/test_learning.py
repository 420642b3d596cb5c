"""The experiment "it learns" with a toy domain: two rounds, measured on the same turns, drawn, and not run twice."""

import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
import yaml

from orchestration.learning.rounds import Round, finished_rounds
from tests.home import PROFILES, PROJECT

pytestmark = pytest.mark.timeout(1800)

SCRIPT = """
import sys
import resources.domains
resources.domains.__path__.append(sys.argv[1])

from rich.console import Console
from orchestration.learning.command import learn
from orchestration.log_output import OUTPUT, LogSettings

OUTPUT.configure(LogSettings())
for domain, unknown in zip(sys.argv[2::2], sys.argv[3::2]):
    print("returned", learn(Console(width=300), 2, [domain], [unknown]))
"""
AT_THE_PROMPT = f"""{SCRIPT.partition("OUTPUT.configure")[0]}
from orchestration.mistakes import status_of

sys.exit(status_of(lambda: learn(Console(width=300), 2, sys.argv[2:3], sys.argv[3:4])))
"""
"""The same with a mistake's status and words."""
UNKNOWN = "lost_parenthesis"
KINDS = ["wrong_operator", "wrong_constant", UNKNOWN]

CAUGHT = """
import sys
import resources.domains
resources.domains.__path__.append(sys.argv[1])

from pathlib import Path
from orchestration.learning.caught import caught
from orchestration.learning.rounds import finished_rounds
from resources.storage.lake import Lake

home = Path(sys.argv[2])
champions = [one.champion for one in finished_rounds(home)]
for kinds in (sys.argv[3:], ["typo"]):
    for case in caught(Lake(home / "lake"), home / "checkpoints", champions, ["toy_arithmetic"], kinds):
        print(case.turn_id, case.real, *(label for label, _ in case.said))
    print("of", *kinds)
"""


def ask(home: Path, *arguments: str, script: str = SCRIPT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, str(PROJECT / "tests" / "graph" / "toy_domains"), *arguments],
        capture_output=True,
        text=True,
        timeout=850,
        cwd=PROJECT,
        check=False,
        env={**os.environ, "ICWM_HOME": str(home), "ICWM_PROFILES": str(PROFILES), "ICWM_PROFILE": "endpoint"},
    )


def experiment(home: Path) -> str:
    done = ask(home, "toy_arithmetic", UNKNOWN)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "returned 0" in done.stdout, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def said(home: Path) -> str:
    return experiment(home)


@pytest.fixture
def rounds(home: Path, said: str) -> list[Round]:
    assert "round 2 of 2" in said
    return finished_rounds(home / "learning")


def test_a_round_has_more_to_learn_from_than_the_one_before(rounds: list[Round]) -> None:
    first, second = rounds
    assert 0 < first.turns < second.turns
    assert first.champion
    assert set(first.audits) == {"toy_arithmetic"}
    assert first.audits["toy_arithmetic"].turns > 0


def test_both_champions_are_measured_on_the_same_turns(home: Path, rounds: list[Round]) -> None:
    table = pl.read_parquet(home / "learning" / "reports" / "learning.parquet")
    assert set(table["round"]) == {1, 2}
    assert set(table["champion"]) == {one.champion for one in rounds}
    measured = table.filter(metric="accuracy").group_by("split").agg(pl.col("support").unique())
    assert len(measured) > 0
    assert all(len(support) == 1 for support in measured["support"])


def test_the_unknown_kind_is_kept_from_the_first_round_only(home: Path, rounds: list[Round]) -> None:
    held_out = [
        yaml.safe_load((home / "learning" / "profiles" / f"round-{one.number}.yaml").read_text())[
            "held_out_fault_kinds"
        ]
        for one in rounds
    ]
    assert held_out == [[UNKNOWN], []]
    table = pl.read_parquet(home / "learning" / "reports" / "learning.parquet")
    assert set(table.filter(split=f"fault {UNKNOWN}")["round"]) == {1, 2}


def test_what_audits_caught_is_answered_by_every_champion(home: Path, rounds: list[Round]) -> None:
    """Of every kind there is, since a few dozen turns need not hold a mistake about one."""
    done = ask(home, str(home / "learning"), *KINDS, script=CAUGHT)
    assert done.returncode == 0, done.stderr
    wrong = pl.read_parquet([*(home / "learning" / "lake" / "correction_log").glob("*/*.parquet")])
    known = set(zip(wrong["turn_id"], wrong["outcome"], strict=True))
    found, _, unheard_of = done.stdout.partition(f"of {' '.join(KINDS)}\n")
    cases = [line.split() for line in found.splitlines()]
    assert all(len(case) == 2 + len(rounds) for case in cases)
    assert {(turn.partition(":")[2], real) for turn, real, *_ in cases} <= known
    assert unheard_of == "of typo\n"


def test_a_name_that_nobody_has_is_refused(tmp_path: Path) -> None:
    for names, reason in (
        (("toys", UNKNOWN), "no domain toys; there are:"),
        (("toy_arithmetic", "typo"), "no kind of fault typo"),
    ):
        done = ask(tmp_path, *names, script=AT_THE_PROMPT)
        assert (done.returncode, [*tmp_path.iterdir()]) == (2, [])
        assert f"called wrongly: {reason}" in done.stderr


def test_the_picture_shows_the_rounds(home: Path, said: str) -> None:
    picture = (home / "learning" / "reports" / "learning-toy_arithmetic.svg").read_text()
    assert "outcome accuracy" in picture
    assert "learning-toy_arithmetic.svg" in said


def test_a_finished_experiment_is_read_and_not_run_again(home: Path, rounds: list[Round]) -> None:
    again = experiment(home)
    assert "round 1 of 2" not in again
    assert finished_rounds(home / "learning") == rounds
