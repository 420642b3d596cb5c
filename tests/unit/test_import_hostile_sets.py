"""What a hostile set may be called, and what an import says where it reads nothing."""

import os
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from assets.seeds.public_set import PublicSet
from orchestration import import_command
from orchestration.mistakes import status_of
from orchestration.terminal_text import printable
from resources.domains.importing import ImportSourceError
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.source_tree import existing, finished

SEED = TaskSeed(
    "set/a", "chip_design", "a", "p", "i", "a.v", "module a; // \\u0000", SeedOrigin("set", "abc", "MIT", "rows:1")
)


@pytest.mark.parametrize("name", ["a", "Prob001_zero", "level1/1_Square", "two-bucket", "add_kernel.py", "größe 2"])
def test_ordinary_names_are_kept(name: str) -> None:
    assert finished([replace(SEED, seed_id=f"set/{name}")], (), commit="abc").seeds


STRANGE = ["a\0b", "x\x1b[31mred", "../../etc/x", "n" * 5000, "", "a//b", "bell\a", "\u202eevil"]


@pytest.mark.parametrize("name", STRANGE)
def test_a_name_that_is_no_name_is_a_problem(name: str) -> None:
    result = finished([replace(SEED, seed_id=f"set/{name}")], (), commit="abc")
    assert not result.seeds
    assert [problem.field for problem in result.problems] in (["id"], ["text"])


def test_a_text_with_a_nul_is_a_problem() -> None:
    result = finished([replace(SEED, reference="module a;\0 endmodule")], (), commit="abc")
    assert [(problem.field, problem.problem) for problem in result.problems] == [("text", "holds a NUL")]


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_neither_file_nor_folder_is_no_set(tmp_path: Path, make: object) -> None:
    path = tmp_path / "set"
    make(path)  # type: ignore[operator]
    with pytest.raises(ImportSourceError, match="neither a regular file nor a folder"):
        existing(path, "rows")


def test_an_import_of_nothing_fails_and_keeps_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ICWM_HOME", str(tmp_path / "home"))
    folder = tmp_path / "set" / "dataset_spec-to-rtl"
    folder.mkdir(parents=True)
    (folder / "Prob008_\x1b]0;pwned_prompt.txt").write_text("a prompt without its reference")
    public_set = PublicSet("verilog-eval", tmp_path / "set", licence="MIT")
    status = status_of(lambda: import_command.import_set(Console(), public_set))
    said = "".join(capsys.readouterr())
    assert status == 1
    assert "nothing imported" in said
    assert "next:" not in said
    assert "\x1b]" not in said
    assert "\\x1b]0;pwned" in said


@given(st.text(max_size=80))
def test_shown_text_controls_no_terminal(text: str) -> None:
    shown = printable(text)
    assert not any(letter not in "\n\t" and unicodedata.category(letter) in ("Cc", "Cf", "Cs") for letter in shown)
