"""The built-in GPU tasks as data, and what the loader says about folders that break the format."""

import ast
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from resources.domains.gpu_kernels.tasks.library import (
    LIBRARY_ROOT,
    KernelLimits,
    builtin_seeds,
    read_library,
    read_task,
)
from resources.domains.seed import TaskSeed
from resources.domains.toolkit.seed_folder import BrokenSeedError
from resources.execution.bundle import Limits

TASK = "title: A copy\ntier: 1\ntags: [copy]\nlanguage: triton\nentry: copy\ntarget: sm_80\n"
CUDA_TASK = TASK.replace("triton", "cuda") + 'arguments: ["x: in float32", "out: out float32"]\n'
INTERFACE = "def copy(x):\n    ...\n"
REFERENCE = "def copy(x):\n    return x.clone()\n"
HEADER = "void copy(const float* x, float* out);\n"
ORACLE = "def cases(random):\n    pass\n\n\ndef expected(x):\n    pass\n\n\ndef timing(random):\n    pass\n"
MEANS = re.compile(
    r"`tl\.(?!rand)\w+`|`__\w+`|`atomic\w+`|\bone (?:\w+ )?kernel|\blaunch|\bcop(?:y|ied|ies)\b|to memory|"
    r"\bstor(?:e|ed|ing)\b|shared memory|\bwarps?\b|\b(?:one|each|a) (?:block|program) (?!in general)|\bthreads?\b|"
    r"visited|on the host|registers|\bloop",
    re.IGNORECASE,
)
"""Words of a prompt for how a result is to come about. No check sees that: it sees results, accesses and races."""
ADVICE = re.compile(r"\b(for speed|for example|may|can|faster|fine)\b", re.IGNORECASE)
CHECKED = {
    "rounded once, at the store": "tolerances",
    "round once, at the store": "tolerances",
    "Shared memory is not initialised": "poisoned memory, races",
    "every lane that a mask names must be": "warp operations",
    "`__nv_bfloat16`": "the signature",
    "`__half`": "the signature",
    "copy the elements of `x`": "results",
    "bytes of shared memory a block": "the launch",
    "reads what other threads wrote": "races",
}
"""What such words say in a part of a prompt that is no advice, and what checks it."""
ALLOWED_IMPORTS = {"torch", "triton", "triton.language", "math"}

TRITON = [seed for seed in builtin_seeds() if seed.settings["language"] == "triton"]
EACH = pytest.mark.parametrize("seed", builtin_seeds(), ids=lambda seed: seed.seed_id)
EACH_TRITON = pytest.mark.parametrize("seed", TRITON, ids=lambda seed: seed.seed_id)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One sound task folder that a test may break."""
    return _written(
        tmp_path / "tier1_copies" / "copy",
        {"task.yaml": TASK, "prompt.md": "A copy.\n", "oracle.py": ORACLE}
        | {"interface.py": INTERFACE, "reference.py": REFERENCE},
    )


def _written(folder: Path, texts: dict[str, str]) -> Path:
    folder.mkdir(parents=True)
    for name, text in texts.items():
        (folder / name).write_text(text)
    return folder


def _function(code: str, name: str) -> ast.FunctionDef:
    return next(node for node in ast.parse(code).body if isinstance(node, ast.FunctionDef) and node.name == name)


def test_library_covers_tiers_and_targets() -> None:
    tiers = Counter(seed.tier for seed in TRITON)
    assert len(TRITON) >= 26
    assert all(tiers[tier] >= 4 for tier in range(1, 6))
    assert {seed.settings["target"] for seed in TRITON} == {"sm_80", "sm_86", "sm_90"}


def test_ids_and_entries_are_unique() -> None:
    entries = [(seed.settings["language"], seed.settings["entry"]) for seed in builtin_seeds()]
    for names in ([seed.seed_id for seed in builtin_seeds()], entries):
        assert [name for name, count in Counter(names).items() if count > 1] == []


@EACH
def test_seed_is_complete(seed: TaskSeed) -> None:
    assert all(text.strip() for text in (seed.title, seed.prompt, seed.interface, seed.reference))
    assert seed.domain == "gpu_kernels"
    assert seed.tags
    assert seed.candidate_file == {"triton": "kernel.py", "cuda": "kernel.cu"}[seed.settings["language"]]
    assert f"`{seed.settings['entry']}" in seed.prompt, "the prompt has to name the entry"
    assert list(seed.files) == ["oracle.py"]
    assert seed.origin.licence == "Apache-2.0"
    assert len(seed.origin.commit) == 64
    assert (LIBRARY_ROOT / seed.origin.path / "task.yaml").is_file()


@EACH
def test_a_prompt_demands_nothing_that_no_check_sees(seed: TaskSeed) -> None:
    parts = [" ".join(part.split()) for part in re.split(r"\n\n|\n(?=- )", seed.prompt)]
    demands = [part for part in parts if MEANS.search(part) and not ADVICE.search(part)]
    assert [part for part in demands if not any(text in part for text in CHECKED)] == []


@EACH
def test_tolerances_are_small(seed: TaskSeed) -> None:
    for dtype, (relative, absolute, *_) in json.loads(seed.settings.get("tolerances", "{}")).items():
        assert 0 <= relative <= (0.02 if dtype == "bfloat16" else 0.005)
        assert 0 <= absolute <= 0.02


@EACH_TRITON
def test_interface_gives_the_signature_and_no_behaviour(seed: TaskSeed) -> None:
    declared, solved = (_function(code, seed.settings["entry"]) for code in (seed.interface, seed.reference))
    assert ast.unparse(declared.args) == ast.unparse(solved.args)
    assert declared.returns is not None
    assert solved.returns is not None
    assert ast.unparse(declared.returns) == ast.unparse(solved.returns)
    assert ast.get_docstring(declared)
    assert [ast.unparse(statement) for statement in declared.body[1:]] == ["..."]


@EACH_TRITON
def test_reference_imports_only_what_a_candidate_may(seed: TaskSeed) -> None:
    imports = [node for node in ast.walk(ast.parse(seed.reference)) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert all(isinstance(node, ast.Import) for node in imports)
    assert {name.name for node in imports for name in node.names} <= ALLOWED_IMPORTS


@EACH_TRITON
def test_prompt_and_interface_hold_no_kernel(seed: TaskSeed) -> None:
    for text in (seed.prompt, seed.interface):
        assert "triton.jit" not in text
        assert "program_id" not in text


@EACH
def test_oracle_has_the_functions_that_the_worker_calls(seed: TaskSeed) -> None:
    parameters = {name: _function(seed.files["oracle.py"], name).args for name in ("cases", "expected", "timing")}
    assert [argument.arg for argument in parameters["cases"].args] == ["random"]
    assert [argument.arg for argument in parameters["timing"].args] == ["random"]
    if seed.settings["language"] == "triton":
        entry = _function(seed.interface, seed.settings["entry"]).args
        assert [argument.arg for argument in parameters["expected"].args] == [argument.arg for argument in entry.args]


def test_sound_folder_is_read(folder: Path) -> None:
    (seed,) = read_library(folder.parent.parent, read_task)
    assert (seed.seed_id, seed.tier, seed.candidate_file) == ("builtin/copy", 1, "kernel.py")
    assert seed.settings == {"language": "triton", "entry": "copy", "target": "sm_80"}
    assert seed.limits == Limits(**asdict(KernelLimits()))
    assert seed.origin.path == "tier1_copies/copy"


def test_cuda_folder_is_read(tmp_path: Path) -> None:
    texts = {"task.yaml": CUDA_TASK, "prompt.md": "A copy.\n", "oracle.py": ORACLE}
    texts |= {"interface.cuh": HEADER, "reference.cu": HEADER.replace(";", " {}")}
    seed = read_task(_written(tmp_path / "tier1_cuda_copies" / "copy", texts))
    assert seed.candidate_file == "kernel.cu"
    assert seed.interface == HEADER
    assert json.loads(seed.settings["arguments"]) == ["x: in float32", "out: out float32"]


def test_limits_replace_only_what_they_name(folder: Path) -> None:
    (folder / "task.yaml").write_text(TASK + "limits: {cpu_s: 20}\n")
    assert read_task(folder).limits == Limits(**asdict(KernelLimits(cpu_s=20)))


def test_tolerances_become_compact_json(folder: Path) -> None:
    (folder / "task.yaml").write_text(TASK + "tolerances: {float32: [1.0e-5, 0], float16: [0.001, 0.25]}\n")
    assert read_task(folder).settings["tolerances"] == '{"float16":[0.001,0.25],"float32":[1e-05,0.0]}'
    (folder / "task.yaml").write_text(TASK + "tolerances: {float16: [0.001, 0.25]}\ndiffering: {float16: 0.01}\n")
    assert read_task(folder).settings["tolerances"] == '{"float16":[0.001,0.25,0.01]}'


@pytest.mark.parametrize("name", ["task.yaml", "prompt.md", "interface.py", "reference.py", "oracle.py"])
def test_any_edit_changes_the_commit(folder: Path, name: str) -> None:
    before = read_task(folder).origin.commit
    with (folder / name).open("a") as file:
        file.write("\n")
    assert read_task(folder).origin.commit != before


@pytest.mark.parametrize("name", ["task.yaml", "prompt.md", "interface.py", "reference.py", "oracle.py"])
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
        (TASK.replace("title: A copy\n", ""), "title"),
        (TASK.replace("triton", "opencl"), "language"),
        (TASK.replace("sm_80", "sm_20"), "target"),
        (TASK.replace("entry: copy", "entry: Copy-It"), "entry"),
        (TASK.replace("[copy]", "[]"), "tags"),
        (TASK + "colour: red\n", "colour"),
        (TASK + "limits: {cpu_s: soon}\n", "limits.cpu_s"),
        (TASK + "tolerances: {float32: [-1, 0]}\n", "tolerances.float32.0"),
        (TASK + "tolerances: {float12: [0, 0]}\n", "tolerances.float12.[key]"),
        (TASK + "differing: {float16: 0.01}\n", "differing"),
        (TASK + "tolerances: {float16: [0, 0]}\ndiffering: {float16: 1}\n", "differing.float16"),
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
        ("interface.py", INTERFACE.replace("copy", "move"), "entry"),
        ("reference.py", REFERENCE.replace("copy", "copy_2"), "entry"),
        ("oracle.py", ORACLE.replace("expected", "wanted"), "expected"),
        ("oracle.py", re.sub(r"(?m)^def timing", "    def timing", ORACLE), "timing"),
        ("reference.cu", "void copy() {}\n", "file"),
    ],
)
def test_files_that_contradict_each_other_are_named(folder: Path, name: str, text: str, field: str) -> None:
    (folder / name).write_text(text)
    with pytest.raises(BrokenSeedError) as caught:
        read_task(folder)
    assert (Path(caught.value.problem.file).name, caught.value.problem.field) == (name, field)


def test_the_same_name_in_two_tiers_is_refused(folder: Path) -> None:
    other = folder.parent.parent / "tier2_copies" / folder.name
    other.parent.mkdir()
    other.symlink_to(folder, target_is_directory=True)
    with pytest.raises(BrokenSeedError, match="already used by tier1_copies/copy"):
        read_library(folder.parent.parent, read_task)
