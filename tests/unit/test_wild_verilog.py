"""`wild-verilog`: what becomes a task of a folder of sources, with which words and licence, and what does not."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from assets.seeds.licences import licence_problem
from assets.seeds.purposes import Purpose, purpose_of
from resources.domains.chip_design.domain import DOMAIN
from resources.domains.importing import ImportResult, ImportSourceError
from resources.domains.seed import TaskSeed
from tests.wild_verilog import CLOCK, DEFS, REASONS, TIMER, wild_verilog

READER = next(importer for importer in DOMAIN.importers if importer.name == "wild-verilog")
TASKS = ("clock/two_digits", "decimal_counter", "lock", "numbers/clamped_sum", "shift_in")


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> ImportResult:
    return READER.read(wild_verilog(tmp_path_factory.mktemp("wild")))


def seed(result: ImportResult, name: str) -> TaskSeed:
    return next(seed for seed in result.seeds if seed.seed_id.endswith(f"/{name}"))


def single(folder: Path, text: str, **others: str) -> ImportResult:
    for name, content in {"a.v": text, **others}.items():
        (folder / name).write_text(content)
    return READER.read(folder)


def test_modules_are_tasks_or_have_a_reason(result: ImportResult) -> None:
    assert [seed.seed_id for seed in result.seeds] == [f"wild-verilog/core/rtl/{name}" for name in TASKS]
    told = {problem.field: problem.problem for problem in result.problems if problem.file == "sim/odds.v"}
    assert told.keys() == REASONS.keys()
    assert all(told[module].startswith(reason) for module, reason in REASONS.items())


def test_files_that_cannot_be_read_and_modules_that_say_nothing(result: ImportResult) -> None:
    told = {(problem.file, problem.field): problem.problem for problem in result.problems}
    assert told["sim/secret.v", "verilog"] == "encrypted"
    assert told["sim/latin.v", "verilog"].startswith("not UTF-8")
    assert "longer than" in told["sim/hostile.v", "verilog"]
    assert told["rtl/adder.v", "module adder"] == "nothing says what it does"
    assert told["rtl/adder.v", "module unexplained"] == "nothing says what it does: no comment speaks of first, probe"


def test_clock_and_reset_are_found_by_use(result: ImportResult) -> None:
    prompt = seed(result, "decimal_counter").prompt
    assert "State changes at rising edges of `tick`." in prompt
    assert "`zero_b` is asynchronous, active low" in prompt
    assert "After a reset, `count` is 4'd0, `wrapped` is 1'b0." in prompt
    falling = seed(result, "shift_in").prompt
    assert "State changes at falling edges of `strobe`." in falling
    assert "`clear` is a synchronous reset, active high" in falling
    assert "After a reset, `q` is 8'h00." in falling
    through_instances = seed(result, "clock/two_digits").prompt
    assert "edges of `tick`" in through_instances
    assert "`zero_b` is asynchronous, active low" in through_instances
    assert "It has no clock" in seed(result, "numbers/clamped_sum").prompt


def test_a_prompt_has_the_comments_and_neither_forms_nor_code(result: ImportResult) -> None:
    prompt = seed(result, "decimal_counter").prompt
    assert "wrapped is high for the one cycle that follows a wrap." in prompt
    assert "other bases are possible, too." in prompt
    assert "Company" not in prompt
    assert "SPDX" not in prompt
    assert "always" not in prompt
    assert "`W` = 7. Then these ports are wider than one bit: `a` 7" in seed(result, "numbers/clamped_sum").prompt


def test_a_task_is_cut_out_with_what_it_needs(result: ImportResult) -> None:
    counter, digits = seed(result, "decimal_counter"), seed(result, "clock/two_digits")
    assert "`define HIGHEST 4'd9" in counter.reference
    assert "UNUSED" not in counter.reference
    assert "`include" not in counter.reference
    assert "package bounds" in seed(result, "numbers/clamped_sum").reference
    assert "module decimal_counter" not in digits.reference
    assert digits.settings["given"] == "given_decimal_counter.v"
    assert "4'd9" in digits.files["given_decimal_counter.v"]
    assert "A decimal counter." in digits.prompt


def test_the_licence_is_that_of_each_file_and_of_all_that_a_task_is_cut_from(result: ImportResult) -> None:
    licences = [seed.origin.licence for seed in result.seeds]
    assert licences == ["Apache-2.0 AND MIT", "MIT", "MIT", "Apache-2.0", ""]
    problems = [licence_problem(seed, frozenset()) for seed in result.seeds]
    assert problems[:-1] == [""] * 4
    assert "no licence is known" in problems[-1]
    assert purpose_of("wild-verilog", {}) is Purpose.TRAIN


def test_a_said_licence_and_a_folders_are_for_files_that_say_nothing(tmp_path: Path) -> None:
    root = wild_verilog(tmp_path)
    said = [seed.origin.licence for seed in READER.read(root, licence="ISC").seeds]
    assert said == ["Apache-2.0 AND MIT", "MIT", "MIT", "Apache-2.0", "ISC"]
    (root / "LICENSE").write_text("All that lies here is free for those who ask nicely.\n")
    assert [seed.origin.licence for seed in READER.read(root).seeds] == [*said[:-1], ""]
    (root / "rtl" / "LICENSE").write_text((Path(__file__).parents[2] / "LICENSE").read_text())
    assert [seed.origin.licence for seed in READER.read(root).seeds] == [*said[:-1], "Apache-2.0"]


def test_the_same_folder_gives_the_same_tasks(result: ImportResult, tmp_path: Path) -> None:
    again = READER.read(wild_verilog(tmp_path))
    assert [replace(seed, origin=None) for seed in again.seeds] == [replace(seed, origin=None) for seed in result.seeds]  # type: ignore[arg-type]
    assert {seed.origin.commit for seed in again.seeds} == {seed.origin.commit for seed in result.seeds}


def test_a_macro_of_two_minds_and_an_include_that_was_needed(tmp_path: Path) -> None:
    other = "`define HIGHEST 4'd5\n"
    told = single(tmp_path, TIMER.replace('`include "defs.vh"', ""), **{"one.vh": DEFS, "two.vh": other}).problems
    assert "uses the macro `HIGHEST, which files of the folder define in different ways" in str(told[0])
    (tmp_path / "two.vh").unlink()
    assert single(tmp_path, TIMER.replace("defs.vh", "gone.vh")).seeds
    (tmp_path / "one.vh").unlink()
    assert "uses the macro `HIGHEST, which is nowhere" in str(single(tmp_path, TIMER).problems[0])


def test_a_part_that_nothing_describes_and_a_module_of_two_files(tmp_path: Path) -> None:
    bare = TIMER[TIMER.index("module") : TIMER.index("    // The highest")] + TIMER[TIMER.index("    always") :]
    told = single(tmp_path, CLOCK, **{"b.v": bare, "defs.vh": DEFS}).problems
    assert "its part decimal_counter has no description either" in str(told[0])
    folder = tmp_path / "twice"
    folder.mkdir()
    told = single(folder, CLOCK, **{"b.v": TIMER, "c.v": bare, "defs.vh": DEFS}).problems
    assert "module decimal_counter stands in several files: b.v, c.v" in str(told[0])


def test_a_folder_without_verilog_is_no_source(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing here\n")
    with pytest.raises(ImportSourceError, match="nothing to read"):
        READER.read(tmp_path)


@pytest.mark.parametrize("text", ["/* x" * 60_000, "// " + "-" * 200_000 + "x\n", "// = " + "x= " * 60_000 + ";\n"])
def test_long_texts_take_no_time(tmp_path: Path, text: str) -> None:
    began = time.process_time()
    assert len(single(tmp_path, text + "\nmodule m(input a, output b); assign b = a; endmodule\n").problems) == 1
    assert time.process_time() - began < 5
