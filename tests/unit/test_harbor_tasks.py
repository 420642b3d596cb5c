"""A Harbor task's folder: its files, what its settings say, and that an agent sees nothing that is hidden."""

import json
import os
import subprocess
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assets.bundles.build import bundle_from_seed
from assets.bundles.certification import Certificate
from assets.bundles.mutants import Mutant
from assets.bundles.schema import bundle_row
from assets.corpus.splits import CorpusSplit
from assets.harbor.image import Images, NoSource, image_folder
from assets.harbor.judge import MOST_BYTES, NoAnswer, read_answer_file
from assets.harbor.task import HarborTask, task_name
from orchestration.settings import PROJECT
from resources.domains.domain import Domain
from resources.domains.registry import load_domains
from resources.domains.seed import TaskSeed
from resources.execution.backend import Toolchain
from resources.execution.bundle import Candidate, bundle_from_json
from resources.generation.prompting.attempt import task_messages
from tests.unit.prompt_leaks import hidden_lines, leaked

DOMAINS = load_domains()
IMAGES = Images("icwm-tools:1", "icwm-judge:1")
CERTIFIED = Certificate(
    True, "", False, 0.75, 4, 3, (Mutant("off_by_one", "logic", 3, Candidate("")),), 2, 2, "all good"
)
TOOLS = Toolchain({"yosys": 'Yosys 0.23 ("it")', "a key": "1"})


def task_of(domain: Domain, seed: TaskSeed) -> HarborTask:
    bundle = bundle_from_seed(seed)
    row = bundle_row(seed, bundle, CERTIFIED, TOOLS, "1:3")
    return HarborTask(task_name(domain.name, seed.seed_id), CorpusSplit.TRAIN, domain, seed, bundle, row)


def some_tasks() -> list[Any]:
    """Four of each domain, spread over its library."""
    seeds = {name: domain.builtin_seeds() for name, domain in DOMAINS.items()}
    few = {name: [own[place * len(own) // 4] for place in range(4)] for name, own in seeds.items()}
    return [pytest.param(DOMAINS[name], seed, id=f"{name}-{seed.seed_id}") for name, own in few.items() for seed in own]


TASKS = pytest.mark.parametrize(("domain", "seed"), some_tasks())


@TASKS
def test_an_agent_sees_the_prompt_and_nothing_that_is_hidden(domain: Domain, seed: TaskSeed) -> None:
    task = task_of(domain, seed)
    files, instructions = task.files(IMAGES), domain.instructions(task.bundle)
    messages = task_messages(domain, task.bundle, instructions)
    assert json.loads(files["messages.json"]) == [{"role": m.role, "content": m.content} for m in messages]
    assert files["instruction.md"].startswith("\n\n".join(message.content for message in messages))
    assert f"`/app/{seed.candidate_file}`" in files["instruction.md"].removeprefix(messages[1].content)
    seen = [name for name in files if not name.startswith(("tests/", "solution/"))]
    shown = {f"environment/given/{name}" for name in instructions.files}
    assert set(seen) == {"task.toml", "instruction.md", "messages.json", "environment/Dockerfile", *shown}
    hidden = hidden_lines(domain, task.bundle, instructions)
    assert leaked("\n".join(files[name] for name in seen), hidden) == []
    assert IMAGES.judge not in files["environment/Dockerfile"]


@TASKS
def test_the_verifier_has_the_bundle_and_the_oracle_the_reference(domain: Domain, seed: TaskSeed) -> None:
    task = task_of(domain, seed)
    files = task.files(IMAGES)
    assert bundle_from_json(files["tests/bundle.json"]).hash == task.bundle.hash
    assert files[f"solution/{seed.candidate_file}"] == seed.reference
    assert files["tests/Dockerfile"].startswith(f"FROM {IMAGES.judge}\n")
    settings = tomllib.loads(files["task.toml"])
    metadata, verifier = settings["metadata"], settings["verifier"]
    assert settings["artifacts"] == [f"/app/{seed.candidate_file}"]
    assert verifier["environment_mode"] == "separate"
    assert {settings["environment"]["network_mode"], verifier["environment"]["network_mode"]} == {"no-network"}
    assert (metadata["licence"], metadata["source"]) == (seed.origin.licence, seed.origin.source)
    assert (metadata["domain"], metadata["seed_id"], metadata["bundle_hash"]) == (
        domain.name,
        seed.seed_id,
        task.bundle.hash,
    )
    assert metadata["toolchain_versions"] == TOOLS.versions
    assert task_of(domain, seed).files(IMAGES) == files


def test_scripts_survive_a_file_name_with_what_a_shell_reads(tmp_path: Path) -> None:
    domain = DOMAINS["chip_design"]
    seed = replace(domain.builtin_seeds()[0], candidate_file="it's $(touch made) ;x.v")
    files = task_of(domain, seed).files(IMAGES)
    for name in ("solution/solve.sh", f"solution/{seed.candidate_file}"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(files[name])
    (tmp_path / "app").mkdir()
    environment = {**os.environ, "ICWM_HARBOR_ROOT": str(tmp_path)}
    subprocess.run(["bash", "solution/solve.sh"], cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "app" / seed.candidate_file).read_text() == seed.reference
    assert not (tmp_path / "made").exists()


def test_names_are_those_of_folders_and_packages() -> None:
    assert task_name("chip_design", "rtllm/Arithmetic/adder 8") == "chip_design-rtllm-Arithmetic-adder-8"
    assert ".." not in task_name("chip_design", "set/../../x")
    assert "/" not in task_name("d", "a/b/c")


def test_the_judges_image_has_the_project_without_its_tasks_and_the_agents_has_none_of_it() -> None:
    folder = image_folder(PROJECT, "registry.example/team/")
    assert folder == image_folder(PROJECT, "registry.example/team/")
    assert folder.images.tools.startswith("registry.example/team/icwm-tools:")
    tools = {name for name in folder.files if name.startswith("tools/")}
    assert tools == {"tools/Dockerfile", "tools/requirements.lock", "tools/requirements-torch.txt"}
    assert b" iverilog " in folder.files["tools/Dockerfile"]
    assert b"chromium" not in folder.files["tools/Dockerfile"]
    assert "judge/icwm/orchestration/command_line.py" in folder.files
    references = {seed.reference.encode() for domain in DOMAINS.values() for seed in domain.builtin_seeds()}
    assert not references & set(folder.files.values())
    assert not [name for name in folder.files if "/answers/" in name or "champion/" in name or "__pycache__" in name]


def test_an_installation_without_a_checkout_is_told_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NoSource, match="from a checkout"):
        image_folder(tmp_path, "")


def test_what_is_no_ordinary_file_of_text_is_no_answer(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("reference")
    (tmp_path / "link").symlink_to(tmp_path / "secret")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "latin").write_bytes(b"\xe9")
    (tmp_path / "long").write_bytes(b"x" * (MOST_BYTES + 1))
    for name in ("link", "folder", "fifo", "latin", "long", "missing"):
        with pytest.raises(NoAnswer, match=name):
            read_answer_file(tmp_path / name)
    assert read_answer_file(tmp_path / "secret") == "reference"
