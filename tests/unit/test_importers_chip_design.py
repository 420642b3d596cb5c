"""Importers of chip-design sets on tiny fixtures: what is read, and that one bad item never stops the rest."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from resources.domains.chip_design.tasks.importers import IMPORTERS
from resources.domains.chip_design.tasks.importers.bench_messages import is_fail, is_pass, reporting_bench
from resources.domains.chip_design.tasks.importers.cvdp import PatchError, patched
from resources.domains.chip_design.tasks.importers.verilog_source import VerilogError, VerilogText
from resources.domains.importing import ImportResult, ImportSourceError
from resources.domains.toolkit.set_importer import BuiltSet

BY_NAME = {importer.name: importer for importer in IMPORTERS}
REFERENCE = "module RefModule(input a, output y);\n  assign y = ~a;\nendmodule : RefModule\n"
BENCH = """`timescale 1ps/1ps
module tb();
  struct packed { int errors; int clocks; } stats1;
  reg a = 0; wire y_ref, y_dut;
  initial begin $dumpfile("w.vcd"); $dumpvars(1, a); end
  RefModule good1(.a, .y(y_ref));
  TopModule top1(.a, .y(y_dut));
  final begin
    $display("Hint: Output 'y' has %0d mismatches.", stats1.errors);
    $display("Mismatches: %1d in %1d samples", stats1.errors, stats1.clocks);
  end
  initial begin #100 $display("TIMEOUT"); $finish(); end
endmodule
"""
DESIGN_BENCH = """module testbench;
  reg a; wire y; integer error = 0;
  inverter dut(.a(a), .y(y));
  initial begin
    a = 0; #1 if (y !== 1) begin error = error + 1; $display("Failed at 0"); end
    if (error == 0) $display("===========Your Design Passed===========");
    else $display("===========Test completed with %d /1 failures===========", error);
    $stop;
  end
endmodule
"""
DESIGN = "module verified_inverter(a, y);\n  input a; output y;\n  not_gate g(a, y);\nendmodule\n"
HELPER = "module not_gate(input a, output y);\n  assign y = ~a;\nendmodule\n"


def read(name: str, path: Path, **options: str) -> ImportResult:
    return BY_NAME[name].read(path, **options)


def problem_files(folder: Path, name: str = "Prob001_inv", /, **parts: str | bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    texts = {"prompt.txt": "Invert a.", "ref.sv": REFERENCE, "test.sv": BENCH} | parts
    for suffix, text in texts.items():
        (folder / f"{name}_{suffix}").write_bytes(text if isinstance(text, bytes) else text.encode())


def design_files(folder: Path, **parts: str | bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "design_description.txt": "An inverter: y is not a.",
        "testbench.v": DESIGN_BENCH,
        "verified_inverter.v": DESIGN + HELPER,
    }
    for name, text in (texts | parts).items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())


def row(**changes: Any) -> dict[str, Any]:
    environment = "SIM = icarus\nVERILOG_SOURCES = /code/rtl/inv.sv\nTOPLEVEL = inv\nMODULE = test_inv\n"
    base = {
        "id": "cvdp_inv_0001",
        "categories": ["cid003", "hard"],
        "input": {"prompt": "Invert.", "context": {"docs/spec.md": "y is not a"}},
        "output": {
            "response": "",
            "context": {"rtl/inv.sv": "module inv(input a, output y);\nassign y=~a;\nendmodule\n"},
        },
        "harness": {"files": {"src/.env": environment, "src/test_inv.py": "import cocotb\n", "src/test_runner.py": ""}},
    }
    return base | changes


def with_harness(**files: str) -> dict[str, Any]:
    made = row()
    made["harness"]["files"] |= {name.replace("__", "/").replace("_py", ".py"): text for name, text in files.items()}
    return made


def jsonl(path: Path, *rows: object) -> Path:
    path.write_text("\n".join(item if isinstance(item, str) else json.dumps(item) for item in rows))
    return path


def test_verilog_eval_reports_its_own_counters_and_drops_dumps(tmp_path: Path) -> None:
    problem_files(tmp_path / "dataset_spec-to-rtl")
    result = read("verilog-eval", tmp_path, commit="abc", licence="MIT")
    seed = result.seeds[0]
    assert result.problems == ()
    assert (seed.seed_id, seed.origin.commit, seed.origin.licence) == ("verilog-eval/Prob001_inv", "abc", "MIT")
    assert seed.reference == REFERENCE.replace("RefModule", "TopModule")
    assert seed.interface == "module TopModule(input a, output y);\nendmodule\n"
    assert '$display("@VERDICT@ checks=%0d errors=%0d", stats1.clocks, stats1.errors);' in seed.files["test.sv"]
    assert "$dump" not in seed.files["test.sv"]
    assert "Hint: Output" in seed.files["test.sv"]
    assert seed.files["ref.sv"] == REFERENCE
    assert seed.settings["bench_top"] == "tb"
    assert read("verilog-eval", tmp_path / "dataset_spec-to-rtl").seeds[0].seed_id == seed.seed_id


@pytest.mark.parametrize(
    ("parts", "field"),
    [
        ({"prompt.txt": b"\xff\xfe"}, "prompt"),
        ({"prompt.txt": "  \n"}, "prompt"),
        ({"ref.sv": "module Other; endmodule"}, "verilog"),
        ({"test.sv": "module tb; endmodule"}, "verilog"),
        ({"test.sv": "module tb; TopModule t(); endmodule"}, "verilog"),
        ({"ref.sv": b"//" + b"x" * (2 << 20)}, "reference"),
    ],
)
def test_a_broken_problem_is_reported_and_the_rest_goes_on(tmp_path: Path, parts: dict[str, Any], field: str) -> None:
    problem_files(tmp_path, **parts)
    problem_files(tmp_path, "Prob002_ok")
    result = read("verilog-eval", tmp_path)
    assert [seed.seed_id for seed in result.seeds] == ["verilog-eval/Prob002_ok"]
    assert [problem.field for problem in result.problems] == [field]


def test_missing_files_and_links_out_of_the_set_are_problems(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("outside")
    problem_files(tmp_path / "set")
    (tmp_path / "set" / "Prob001_inv_prompt.txt").unlink()
    os.symlink(tmp_path / "secret", tmp_path / "set" / "Prob001_inv_prompt.txt")
    problem_files(tmp_path / "set", "Prob002_b")
    (tmp_path / "set" / "Prob002_b_ref.sv").unlink()
    result = read("verilog-eval", tmp_path / "set")
    assert result.seeds == ()
    assert "leads out" in result.problems[0].problem
    assert result.problems[1].field == "reference"


def test_bom_and_crlf_are_read(tmp_path: Path) -> None:
    problem_files(tmp_path, "Prob001_inv", **{"test.sv": b"\xef\xbb\xbf" + BENCH.replace("\n", "\r\n").encode()})
    assert "\r" not in read("verilog-eval", tmp_path).seeds[0].files["test.sv"]


def test_content_hash_follows_the_content(tmp_path: Path) -> None:
    problem_files(tmp_path)
    first = read("verilog-eval", tmp_path).seeds[0].origin.commit
    problem_files(tmp_path, **{"prompt.txt": "Another."})
    second = read("verilog-eval", tmp_path).seeds[0].origin.commit
    assert first.startswith("sha256:")
    assert first != second


@pytest.mark.parametrize("name", sorted(name for name, one in BY_NAME.items() if not isinstance(one, BuiltSet)))
def test_what_is_not_the_set_says_what_was_looked_for(tmp_path: Path, name: str) -> None:
    (tmp_path / "note.txt").write_text("nothing")
    for path in (tmp_path, tmp_path / "absent", tmp_path / "note.txt"):
        with pytest.raises(ImportSourceError, match="looked for"):
            read(name, path)


def test_a_broken_row_says_why_it_is_none(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"id": "cvdp_copilot_x", "prompt": \n')
    with pytest.raises(ImportSourceError, match=r"no CVDP row \(rows.jsonl:1: row: not JSON in UTF-8: .*looked for"):
        read("cvdp", tmp_path / "rows.jsonl")


def test_rtllm_counts_reached_prints_and_carries_data(tmp_path: Path) -> None:
    design_files(tmp_path / "Logic gates" / "inverter", **{"data.dat": "0 1\n"})
    seed = read("rtllm", tmp_path).seeds[0]
    bench = seed.files["testbench.v"]
    assert (seed.seed_id, seed.settings["top"], seed.settings["bench_top"]) == (
        "rtllm/inverter",
        "inverter",
        "testbench",
    )
    assert "module inverter(a, y)" in seed.reference
    assert "module not_gate" in seed.reference
    assert seed.interface == "module inverter(a, y);\n  input a;\n  output y;\nendmodule\n"
    assert seed.files["data.dat"] == "0 1\n"
    assert bench.count("@VERDICT@") == 1
    assert bench.count("verdict_checks = verdict_checks + 1;") == 3
    assert bench.count("verdict_errors = verdict_errors + 1;") == 2
    assert "$stop" not in bench
    assert seed.unusable == ""


def test_rtllm_helpers_in_files_of_their_own_join_the_reference(tmp_path: Path) -> None:
    design_files(tmp_path / "inverter", **{"verified_inverter.v": DESIGN, "not_gate.v": HELPER})
    assert "module not_gate" in read("rtllm", tmp_path).seeds[0].reference


def test_rtllm_prompt_that_names_a_port_otherwise_is_unusable(tmp_path: Path) -> None:
    design_files(tmp_path / "inverter", **{"design_description.txt": "An inverter: y_n is not a."})
    assert "names no port y" in read("rtllm", tmp_path).seeds[0].unusable


def test_rtllm_bench_without_pass_message_is_unusable(tmp_path: Path) -> None:
    design_files(tmp_path / "inverter", **{"testbench.v": DESIGN_BENCH.replace("Passed", "Over")})
    assert "passed" in read("rtllm", tmp_path).seeds[0].unusable


def test_rtllm_two_designs_with_one_name_and_a_missing_bench(tmp_path: Path) -> None:
    design_files(tmp_path / "a")
    design_files(tmp_path / "b")
    design_files(tmp_path / "c")
    (tmp_path / "c" / "testbench.v").unlink()
    result = read("rtllm", tmp_path)
    assert len(result.seeds) == 1
    assert [problem.field for problem in result.problems] == ["id", "bench"]


@pytest.mark.parametrize("name", ["rtllm", "own-verilog"])
def test_a_folder_with_only_a_description_says_what_is_missing(tmp_path: Path, name: str) -> None:
    design_files(tmp_path / "a")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "design_description.txt").write_text("A gate.")
    result = read(name, tmp_path)
    assert len(result.seeds) == 1
    (problem,) = result.problems
    assert problem.field == "bench"
    assert problem.file.startswith("b/")


def test_a_folder_without_a_design_is_not_called_another_set_than_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.v").write_text(DESIGN)
    with pytest.raises(ImportSourceError, match=r"no design lies there; looked for"):
        read("own-verilog", tmp_path)


@pytest.mark.parametrize("words", ["===Your Design Passed===", "All tests passed", "PASS", "0 errors", "Test 3: OK"])
def test_pass_messages(words: str) -> None:
    assert is_pass(words)
    assert not is_fail(words)


@pytest.mark.parametrize("words", ["===Error===", "Test failed: a=%b", "Mismatch", "did not pass", "with %d failures"])
def test_fail_messages(words: str) -> None:
    assert is_fail(words)
    assert not is_pass(words)


@pytest.mark.parametrize("words", ["pass_request = %b", "Passed: %d, failed: %d", "compass", "Hint"])
def test_other_messages(words: str) -> None:
    assert not is_fail(words)
    assert not is_pass(words)


def test_an_unconditional_heading_is_no_failure() -> None:
    bench = VerilogText('module t; initial begin $display("Failed cases:"); $display("Passed"); end endmodule')
    assert "verdict_errors = verdict_errors + 1" not in reporting_bench(bench)


def test_cvdp_row(tmp_path: Path) -> None:
    result = read("cvdp", jsonl(tmp_path / "a.jsonl", row()))
    seed = result.seeds[0]
    assert (seed.seed_id, seed.unusable, seed.tier, seed.origin.licence) == ("cvdp/cvdp_inv_0001", "", 4, "CC-BY-4.0")
    assert seed.settings == {"top": "inv", "bench": "cocotb", "cocotb_module": "test_inv"}
    assert "y is not a" in seed.prompt
    assert set(seed.files) == {"test_inv.py"}


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (row(output={"context": {}}), "no solution"),
        (row(harness={"files": {}}), "no .env"),
        (with_harness(Dockerfile="FROM __VERIF_EDA_IMAGE__"), "commercial"),
        (with_harness(src__test_inv_py="print(1)"), "not cocotb"),
        (with_harness(src__test_runner_py="runner.build(parameters={'N': 3})"), "varies parameters"),
        (with_harness(src__test_runner_py="@pytest.mark.parametrize('n', [1, 2])\ndef f(n): pass"), "parametrised"),
        (with_harness(src__test_runner_py="import subprocess"), "other programs"),
    ],
)
def test_unusable_rows_stay_visible_with_their_reason(tmp_path: Path, changed: dict[str, Any], reason: str) -> None:
    result = read("cvdp", jsonl(tmp_path / "a.jsonl", changed))
    assert reason in result.seeds[0].unusable


@pytest.mark.parametrize(
    ("bad", "field"),
    [
        ("{not json", "row"),
        ("[1]", "row"),
        ('{"id": "\\ud800"}', "row"),
        (row(id=3), "id"),
        (row(input={"prompt": ""}), "prompt"),
        (row(harness=None), "harness"),
        (row(input={"prompt": "p", "context": {"../x": "t"}}), "context"),
        (row(), "id"),
    ],
)
def test_broken_rows_are_reported(tmp_path: Path, bad: object, field: str) -> None:
    result = read("cvdp", jsonl(tmp_path / "a.jsonl", row(), bad))
    assert len(result.seeds) == 1
    assert result.problems[0].field == field
    assert result.problems[0].file == "a.jsonl:2"


def test_patches_with_and_without_an_original() -> None:
    assert patched("x", "", "@@ -0,0 +1,2 @@\n+a\n+b\n") == "a\nb\n"
    assert patched("x", "a\nb\n", "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n") == "a\nc\n"
    with pytest.raises(PatchError):
        patched("x", "a\n", "@@ -1,1 +1,1 @@\n-z\n+c\n")


def test_deep_and_giant_verilog_is_refused() -> None:
    for text in ("module m; assign a = " + "(" * 5000 + "1", "\0"):
        with pytest.raises(VerilogError):
            VerilogText(text)


FUZZ = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@FUZZ
@given(
    part=st.sampled_from(["prompt.txt", "ref.sv", "test.sv"]), cut=st.integers(0, 900), content=st.binary(max_size=60)
)
@example(part="test.sv", cut=158, content=b"\xc2\x80")
def test_no_bytes_make_verilog_eval_raise(tmp_path: Path, part: str, cut: int, content: bytes) -> None:
    base = {"prompt.txt": "p", "ref.sv": REFERENCE, "test.sv": BENCH}[part].encode()
    problem_files(tmp_path, "Prob001_inv", **{part: base[:cut] + content + base[cut:]})
    result = read("verilog-eval", tmp_path, commit="c", licence="MIT")
    assert len(result.seeds) + len(result.problems) == 1


@FUZZ
@given(cut=st.integers(0, 400), content=st.binary(max_size=60))
def test_no_bytes_make_rtllm_raise(tmp_path: Path, cut: int, content: bytes) -> None:
    base = DESIGN_BENCH.encode()
    design_files(tmp_path / "d", **{"testbench.v": base[:cut] + content + base[cut:], "verified_inverter.v": content})
    read("rtllm", tmp_path, commit="c", licence="MIT")


@FUZZ
@given(cut=st.integers(0, 900), content=st.binary(max_size=60))
def test_no_bytes_make_cvdp_raise(tmp_path: Path, cut: int, content: bytes) -> None:
    base = json.dumps(row() | {"id": "second"}).encode()
    (tmp_path / "a.jsonl").write_bytes(json.dumps(row()).encode() + b"\n" + base[:cut] + content + base[cut:])
    assert read("cvdp", tmp_path, commit="c").seeds
