"""SuperCoder's rows as released (nested, in Parquet) and as dumps have them, compiled and run for real."""

import csv
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.domain import DOMAIN
from resources.domains.importing import ImportResult
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.sample_sets import SQUARES, SQUARES_INPUTS, SQUARES_OUTPUTS

READER = next(importer for importer in DOMAIN.importers if importer.name == "supercoder")


def told(index: int, **more: Any) -> dict[str, Any]:
    """A row as the data set has it."""
    question = f"Make it fast.\nC Code:\n\n```c\n{SQUARES}```\n\nAssembly Code:\n\n```assembly\nnop\n```\n"
    info = {
        "split": "val",
        "index": index,
        "c_code": SQUARES,
        "question": question,
        "answer": "```assembly\nnop\n```",
        "inputs": SQUARES_INPUTS,
        "outputs": SQUARES_OUTPUTS,
        "unoptimized_assembly": "nop\n",
        "unoptimized_compiled": b"\x7fELF\xff\x00",
    }
    return {
        "data_source": "val",
        "prompt": [{"role": "user", "content": question}],
        "ability": "code",
        "reward_model": {"style": "rule", "ground_truth": "nop\n"},
        "extra_info": info | more,
    }


def read(path: Path) -> ImportResult:
    return READER.read(path, commit="c", licence="Apache-2.0")


def test_published_rows_are_read_from_parquet_and_judged(tmp_path: Path) -> None:
    pq.write_table(pa.Table.from_pylist([told(0), told(1, outputs=["5\n", "78\n", "81\n"])]), tmp_path / "val.parquet")
    (tmp_path / "dataset_infos.json").write_text("{}")
    result = read(tmp_path)
    right, wrong = result.seeds
    assert (right.seed_id, right.unusable, right.origin.licence) == ("supercoder/val-0", "", "Apache-2.0")
    assert "something else than pair 1" in wrong.unusable
    assert "\nThe assembly that gcc -O3 makes of it:\n\n```asm\n" in right.prompt
    assert right.reference in right.prompt
    bundle, backend = bundle_from_seed(right), DOMAIN.backend(make_sandbox())
    assert backend.execute(bundle, bundle.reference_candidate).outcome is Outcome.PASS
    assert not backend.execute(bundle, DOMAIN.empty_candidate(bundle)).outcome.passed
    assert not backend.execute(bundle, Candidate(bundle.reference.replace("imull", "addl"))).outcome.passed


def _lines(path: Path) -> Path:
    flat = {name: value for name, value in told(3)["extra_info"].items() if name != "unoptimized_compiled"}
    path.with_suffix(".jsonl").write_text(json.dumps(flat) + "\n")
    return path.with_suffix(".jsonl")


def _prompt_alone(path: Path) -> Path:
    tests = [
        {"input": given, "output": printed} for given, printed in zip(SQUARES_INPUTS, SQUARES_OUTPUTS, strict=True)
    ]
    row = {"split": "val", "problem_idx": 3, "prompt": told(3)["prompt"], "test_cases": json.dumps(tests)}
    path.with_suffix(".json").write_text(json.dumps([row]))
    return path.with_suffix(".json")


def _cells(path: Path) -> Path:
    info = {"split": "val", "index": 3, "c_code": SQUARES, "inputs": SQUARES_INPUTS, "outputs": SQUARES_OUTPUTS}
    with path.with_suffix(".csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, ["data_source", "extra_info"])
        writer.writeheader()
        writer.writerow({"data_source": "val", "extra_info": json.dumps(info)})
    return path.with_suffix(".csv")


@pytest.mark.parametrize("dump", [_lines, _prompt_alone, _cells])
def test_dumps_of_a_row_are_the_same_task(dump: Any, tmp_path: Path) -> None:
    result = read(dump(tmp_path / "rows"))
    assert result.problems == ()
    (seed,) = result.seeds
    assert (seed.seed_id, seed.unusable) == ("supercoder/val-3", "")
    assert seed.files["kernel.c"] == SQUARES


def test_what_cannot_be_read_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    pq.write_table(pa.Table.from_pylist([told(0)]), tmp_path / "good.parquet")
    whole = (tmp_path / "good.parquet").read_bytes()
    (tmp_path / "torn.parquet").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "link.parquet").symlink_to("/etc/hostname")
    rows = [told(1, c_code="int f;", unoptimized_compiled=None), told(2, inputs=["1\n"], unoptimized_compiled=None)]
    (tmp_path / "rows.jsonl").write_text("\n".join([*map(json.dumps, rows), "[1]"]))
    result = read(tmp_path)
    assert [seed.seed_id for seed in result.seeds] == ["supercoder/val-0"]
    assert [(item.file, item.field) for item in result.problems] == [
        ("link.parquet", "file"), ("rows.jsonl:1", "c_code"), ("rows.jsonl:2", "tests"), ("rows.jsonl:3", "row"),
        ("torn.parquet", "file"),
    ]  # fmt: skip
