"""`icwm certify`: how a surviving mutant is shown, and tasks of one's own that do not claim a published set."""

from pathlib import Path

import pytest

from assets.seeds.purposes import Purpose, purpose_of_seed
from orchestration.certify_command import changed_lines
from resources.domains.chip_design.tasks.importers import IMPORTERS

MODULE = "module inverter (input a, output y);\n    assign y = ~a;\nendmodule\n"
BENCH = """module testbench;
    reg a = 0;
    wire y;
    inverter dut (.a(a), .y(y));
    initial #1 if (y === 1'b1) $display("Your Design Passed"); else $display("Failed");
endmodule
"""


@pytest.mark.parametrize(
    ("mutant", "shown"),
    [
        ("a\nB\nc\n", ["- b", "+ B"]),
        ("a\nc\n", ["- b"]),
        ("a\nb\nb\nc\n", ["+ b"]),
        ("c\nb\na\n", ["- a", "- b", "- c", "+ c", "+ b", "+ a"]),
        ("a\nb\nc\n", []),
    ],
)
def test_a_mutant_is_shown_by_the_lines_that_it_changes(mutant: str, shown: list[str]) -> None:
    assert list(changed_lines("a\nb\nc\n", mutant)) == shown


def test_own_tasks_in_a_published_layout_name_no_published_set(tmp_path: Path) -> None:
    folder = tmp_path / "inverter"
    folder.mkdir()
    (folder / "design_description.txt").write_text("Design inverter: y is the inverse of a.\n")
    (folder / "verified_inverter.v").write_text(MODULE)
    (folder / "testbench.v").write_text(BENCH)
    read = {
        importer.name: importer.read(tmp_path, licence="MIT").seeds[0]
        for importer in IMPORTERS
        if importer.name in ("rtllm", "own-verilog")
    }
    own, published = read["own-verilog"], read["rtllm"]
    assert (own.seed_id, own.origin.source, own.origin.url) == ("own-verilog/inverter", "own-verilog", "")
    assert published.origin.url
    assert (own.prompt, own.reference, own.settings) == (published.prompt, published.reference, published.settings)
    assert [purpose_of_seed(seed, {}) for seed in (own, published)] == [Purpose.TRAIN, Purpose.EVALUATE]
