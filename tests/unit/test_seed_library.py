"""The built-in chip-design tasks as data, and what the loader says about folders that break the format."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from resources.domains.chip_design.tasks.library import (
    LIBRARY_ROOT,
    VERDICT_LINE,
    builtin_seeds,
    read_library,
    read_task,
)
from resources.domains.seed import TaskSeed
from resources.domains.toolkit.seed_folder import BrokenSeedError
from resources.execution.bundle import Limits

TASK = "title: A wire\ntier: 1\ntags: [wire]\ntop: wire_through\nbench: verilog\n"
MODULE = "module wire_through(input a, output y);\n  assign y = a;\nendmodule\n"
BENCH = f'module testbench;\n  initial $display("{VERDICT_LINE}", 1, 0);\nendmodule\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One sound task folder that a test may break."""
    folder = tmp_path / "tier1_wires" / "wire_through"
    folder.mkdir(parents=True)
    texts = {
        "task.yaml": TASK,
        "prompt.md": "A wire.\n",
        "interface.v": MODULE,
        "reference.v": MODULE,
        "bench.v": BENCH,
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    return folder


def _declaration(code: str, top: str) -> str:
    """The text from the module's declaration on, without comments and net kinds, punctuation set apart."""
    bare = re.sub(r"//[^\n]*|\b(?:wire|reg|logic)\b", "", code)
    return re.sub(r"([(),;])", r" \1 ", bare[bare.index(f"module {top}") :]).replace(")  ;", ");")


def test_library_covers_tiers_and_benches() -> None:
    seeds = builtin_seeds()
    assert len(seeds) >= 24
    assert {seed.tier for seed in seeds} == {1, 2, 3, 4, 5}
    assert {seed.settings["bench"] for seed in seeds} == {"verilog", "cocotb"}


def test_ids_and_modules_are_unique() -> None:
    for names in ([seed.seed_id for seed in builtin_seeds()], [seed.settings["top"] for seed in builtin_seeds()]):
        assert [name for name, count in Counter(names).items() if count > 1] == []


@pytest.mark.parametrize("seed", builtin_seeds(), ids=lambda seed: seed.seed_id)
def test_seed_is_complete(seed: TaskSeed) -> None:
    texts = (seed.title, seed.prompt, seed.interface, seed.reference, *seed.files.values())
    assert all(text.strip() for text in texts)
    assert seed.domain == "chip_design"
    assert seed.tags
    assert seed.candidate_file == f"{seed.settings['top']}.v"
    assert f"`{seed.settings['top']}`" in seed.prompt, "the prompt has to name the module"
    assert seed.origin.licence == "Apache-2.0"
    assert len(seed.origin.commit) == 64
    assert (LIBRARY_ROOT / seed.origin.path / "task.yaml").is_file()


@pytest.mark.parametrize("seed", builtin_seeds(), ids=lambda seed: seed.seed_id)
def test_interface_gives_the_ports_and_no_behaviour(seed: TaskSeed) -> None:
    header = _declaration(seed.reference, seed.settings["top"]).partition(");")[0]
    assert _declaration(seed.interface, seed.settings["top"]).split() == f"{header}); endmodule".split()


@pytest.mark.parametrize("seed", builtin_seeds(), ids=lambda seed: seed.seed_id)
def test_settings_name_files_that_exist(seed: TaskSeed) -> None:
    if seed.settings["bench"] == "verilog":
        assert set(seed.settings["bench_files"].split()) == set(seed.files)
        assert seed.settings["bench_top"] == "testbench"
        assert seed.files["bench.v"].count("@VERDICT@") == 1
    else:
        assert list(seed.files) == [f"{seed.settings['cocotb_module']}.py"]
        compile(seed.files[f"{seed.settings['cocotb_module']}.py"], seed.seed_id, "exec")


def test_sound_folder_is_read(folder: Path) -> None:
    (seed,) = read_library(folder.parent.parent, read_task)
    assert (seed.seed_id, seed.tier, seed.limits) == ("builtin/wire_through", 1, Limits())
    assert seed.origin.path == "tier1_wires/wire_through"


def test_limits_replace_only_what_they_name(folder: Path) -> None:
    (folder / "task.yaml").write_text(TASK + "limits: {wall_s: 30}\n")
    assert read_task(folder).limits == replace(Limits(), wall_s=30.0)


@pytest.mark.parametrize("name", ["task.yaml", "prompt.md", "interface.v", "reference.v", "bench.v"])
def test_any_edit_changes_the_commit(folder: Path, name: str) -> None:
    before = read_task(folder).origin.commit
    with (folder / name).open("a") as file:
        file.write("\n")
    assert read_task(folder).origin.commit != before


@pytest.mark.parametrize("name", ["task.yaml", "prompt.md", "interface.v", "reference.v", "bench.v"])
@pytest.mark.parametrize(
    "spoil", [Path.unlink, lambda file: file.write_text(" \n"), lambda file: file.write_bytes(b"\xff")]
)
def test_missing_empty_and_binary_files_are_named(folder: Path, name: str, spoil: Callable[[Path], object]) -> None:
    spoil(folder / name)
    with pytest.raises(BrokenSeedError) as caught:
        read_task(folder)
    assert Path(caught.value.problem.file) == folder / name
    assert caught.value.problem.field == "file"


@pytest.mark.parametrize(
    ("task", "field"),
    [
        (TASK.replace("tier: 1", "tier: 7"), "tier"),
        (TASK.replace("tier: 1", "tier: 2"), "tier"),
        (TASK.replace("title: A wire\n", ""), "title"),
        (TASK.replace("bench: verilog", "bench: vhdl"), "bench"),
        (TASK.replace("[wire]", "[]"), "tags"),
        (TASK.replace("top: wire_through", "top: Wire-Through"), "top"),
        (TASK + "colour: red\n", "colour"),
        (TASK + "limits: {wall: 3}\n", "limits.wall"),
        (TASK + "limits: {cpu_s: soon}\n", "limits.cpu_s"),
        ("title: [unclosed\n", "yaml"),
        ("only words\n", "yaml"),
    ],
)
def test_wrong_fields_of_task_yaml_are_named(folder: Path, task: str, field: str) -> None:
    (folder / "task.yaml").write_text(task)
    with pytest.raises(BrokenSeedError) as caught:
        read_task(folder)
    assert caught.value.problem.field == field
    assert str(folder / "task.yaml") in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "field"),
    [
        ("interface.v", MODULE.replace("wire_through", "wire"), "top"),
        ("reference.v", MODULE.replace("wire_through", "wire_through_2"), "top"),
        ("bench.v", BENCH.replace("testbench", "bench"), "bench_top"),
        ("bench.v", BENCH.replace("checks", "tests"), "verdict"),
        ("bench.py", "import cocotb\n", "file"),
    ],
)
def test_files_that_contradict_each_other_are_named(folder: Path, name: str, text: str, field: str) -> None:
    (folder / name).write_text(text)
    with pytest.raises(BrokenSeedError) as caught:
        read_task(folder)
    assert (Path(caught.value.problem.file).name, caught.value.problem.field) == (name, field)


def test_the_same_name_in_two_tiers_is_refused(folder: Path) -> None:
    other = folder.parent.parent / "tier2_wires" / folder.name
    other.parent.mkdir()
    other.symlink_to(folder, target_is_directory=True)
    with pytest.raises(BrokenSeedError, match="already used by tier1_wires/wire_through"):
        read_library(folder.parent.parent, read_task)
