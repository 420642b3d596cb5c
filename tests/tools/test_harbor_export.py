"""Exported tasks judge with real tools: their own scripts, the source that their image is made of, the package for
verifiers. What a folder holds is `test_harbor_tasks`.
"""

import asyncio
import hashlib
import importlib.util
import io
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

import pytest
from rich.console import Console

from assets.bundles.build import bundle_from_seed
from assets.bundles.certification import Certificate
from assets.bundles.schema import ENVIRONMENT_BUNDLES, bundle_row
from assets.corpus.splits import CorpusSplit
from assets.harbor import check
from assets.harbor.check import NOP, ORACLE, Attempt, attempts, pay
from assets.harbor.export import HarborExport, Source, export_harbor
from assets.harbor.judge import Judge
from assets.home import Home
from assets.publication.published_rows import NothingToPublish
from assets.seeds.purposes import Purpose
from assets.seeds.schema import TASK_SEEDS, seed_to_row
from orchestration.harbor_command import export_to_harbor
from orchestration.settings import PROJECT
from orchestration.typed_names import NoSuchDomain
from resources.domains.registry import load_domains
from resources.domains.seed import TaskSeed
from resources.execution.backend import Toolchain
from resources.storage.lake import Lake

DOMAINS = {name: load_domains()[name] for name in ("chip_design", "embedded_systems")}
CERTIFIED = Certificate(True, "", False, 1.0, 3, 3, (), 3, 3, "")
ICWM = str(Path(sys.executable).parent / "icwm")
TRAINING, BENCHMARK = Purpose.TRAIN.value, Purpose.EVALUATE.value


@dataclass(frozen=True)
class Written:
    seed: TaskSeed
    purpose: str = TRAINING


def seed_named(domain: str, name: str) -> TaskSeed:
    return next(seed for seed in DOMAINS[domain].builtin_seeds() if seed.seed_id == f"builtin/{name}")


SHIFTER = seed_named("chip_design", "barrel_shifter_8")
SENSOR = seed_named("embedded_systems", "spi_sensor")


def write(home: Home, domain: str, written: Sequence[Written]) -> None:
    """The seeds, and their bundles as certified."""
    lake = Lake(str(home.lake))
    seeds = [seed_to_row(item.seed) | {"purpose": item.purpose} for item in written]
    lake.write(TASK_SEEDS, domain, TASK_SEEDS.from_rows(seeds))
    tools = Toolchain({"tool": "1"})
    rows = [bundle_row(item.seed, bundle_from_seed(item.seed), CERTIFIED, tools, "1:3") for item in written]
    lake.write(ENVIRONMENT_BUNDLES, domain, ENVIRONMENT_BUNDLES.from_rows(rows))


def source(home: Home) -> Source:
    return Source(Lake(str(home.lake)), home, DOMAINS, PROJECT)


def contents(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> HarborExport:
    home = Home(tmp_path_factory.mktemp("home"))
    write(home, "chip_design", [Written(SHIFTER)])
    write(home, "embedded_systems", [Written(SENSOR)])
    return export_harbor(source(home), tmp_path_factory.mktemp("exports") / "harbor")


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(2) as bench:
        yield bench


@pytest.mark.parametrize("place", range(2), ids=sorted(DOMAINS))
def test_the_oracle_earns_1_and_nothing_mutants_and_cheats_0(export: HarborExport, judge: Judge, place: int) -> None:
    task = export.tasks[place]
    tried = list(attempts(task))
    kinds = [attempt.name.split()[0] for attempt in tried]
    assert kinds[:5] == ["oracle", "nop", "empty", "mutant", "cheat"]
    payments = [pay(judge, export.task_folder(task), task, attempt) for attempt in tried[:7]]
    assert [payment.reward for payment in payments] == [1, 0, 0, 0, 0, 0, 0], payments
    assert "PASS at stage" in payments[0].log
    assert "nothing to run" in payments[1].log


def test_an_answer_that_links_to_the_reference_earns_nothing(export: HarborExport, tmp_path: Path) -> None:
    """As an agent could, who knows where a verifier has it."""
    task = export.tasks[0]
    folder = export.task_folder(task)
    (tmp_path / "app").mkdir()
    (tmp_path / task.answer.lstrip("/")).symlink_to(folder / "solution" / task.bundle.candidate_file)
    said = run(folder / "tests" / "test.sh", tmp_path)
    assert (tmp_path / "logs" / "verifier" / "reward.txt").read_text() == "0\n", said
    assert "cannot be opened" in said


def test_the_source_in_the_judges_image_is_enough(export: HarborExport, tmp_path: Path) -> None:
    task = export.tasks[0]
    bundle = export.task_folder(task) / "tests" / "bundle.json"
    (tmp_path / "answer").write_text(task.bundle.reference)
    inside = export.folder / "image" / "judge" / "icwm"
    command = [sys.executable, "-m", "orchestration.command_line", "judge", str(bundle), str(tmp_path / "answer")]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=inside, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.endswith("reward 1\n"), done.stdout + done.stderr


def run(script: Path, root: Path) -> str:
    path = f"{Path(ICWM).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "ICWM_HARBOR_ROOT": str(root)}
    done = subprocess.run(["bash", str(script)], env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_where_the_tools_cannot_say_there_is_no_reward(export: HarborExport, tmp_path: Path) -> None:
    """As where the bundle cannot be read."""
    task = export.tasks[0]
    (tmp_path / "app").mkdir()
    (tmp_path / task.answer.lstrip("/")).write_text(task.bundle.reference)
    broken = tmp_path / "bundle.json"
    broken.write_text("{}")
    said = subprocess.run([ICWM, "judge", str(broken), str(tmp_path / task.answer.lstrip("/")), "--reward",
                           str(tmp_path / "reward.txt")], capture_output=True, text=True, check=False)  # fmt: skip
    assert (said.returncode, "is no bundle" in said.stderr) == (2, True)
    assert not (tmp_path / "reward.txt").exists()


def test_the_package_for_verifiers_reads_the_tasks_and_asks_the_judge(export: HarborExport) -> None:
    folders = package(export)
    (task,) = [found for found in folders.read_tasks(export.folder, "train") if found.path.name.startswith("chip")]
    assert task.metadata["seed_id"] == SHIFTER.seed_id
    assert SHIFTER.prompt.strip() in task.question
    fenced = f"I think.\n\n```verilog\n{task.reference.read_text()}```\n"
    assert asyncio.run(folders.judge_reply(task.path, fenced, ICWM)) == 1.0
    assert asyncio.run(folders.judge_reply(task.path, "I don't know.", ICWM)) == 0.0
    with pytest.raises(folders.NoVerdict, match="does not start"):
        asyncio.run(folders.judge_program(task.path, task.reference, "no-such-judge"))
    with pytest.raises(FileNotFoundError, match="it has: train"):
        list(folders.read_tasks(export.folder, "nothing"))


def package(export: HarborExport) -> ModuleType:
    path = export.folder / "verifiers" / "icwm_tasks" / "folders.py"
    spec = importlib.util.spec_from_file_location("icwm_tasks_folders", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_an_export_is_the_same_each_time_and_replaces_only_its_own(tmp_path: Path) -> None:
    home, folder = Home(tmp_path / "home"), tmp_path / "harbor"
    with pytest.raises(NothingToPublish, match="`icwm run` makes some"):
        export_harbor(source(home), folder)
    write(home, "chip_design", [Written(SHIFTER)])
    export_harbor(source(home), folder)
    first = contents(folder)
    (folder / "train" / "left over").write_text("of before")
    export_harbor(source(home), folder)
    assert contents(folder) == first
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "mine").write_text("mine")
    with pytest.raises(FileExistsError, match="name a new folder"):
        export_harbor(source(home), tmp_path / "else")
    assert (tmp_path / "else" / "mine").read_text() == "mine"


def test_benchmarks_stand_apart_and_what_may_not_be_passed_on_is_left_out(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    counter, fifo = seed_named("chip_design", "up_down_counter"), seed_named("chip_design", "sync_fifo")
    closed = replace(fifo, origin=replace(fifo.origin, licence="CC-BY-NC-4.0"))
    write(home, "chip_design", [Written(SHIFTER), Written(counter, BENCHMARK), Written(closed)])
    export = export_harbor(source(home), tmp_path / "harbor")
    assert {task.seed.seed_id: task.split for task in export.tasks} == {
        SHIFTER.seed_id: CorpusSplit.TRAIN,
        counter.seed_id: CorpusSplit.BENCHMARK,
    }
    ((reason, count),) = export.left_out.items()
    assert ("CC-BY-NC-4.0" in reason, count) == (True, 1)
    assert "sync_fifo" not in str(sorted(path.name for path in export.folder.glob("*/*")))


def test_the_check_fails_loudly_where_the_oracle_earns_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = replace(SHIFTER, reference=DOMAINS["chip_design"].empty_candidate(bundle_from_seed(SHIFTER)).code)
    write(Home(tmp_path / "home"), "chip_design", [Written(broken)])
    monkeypatch.setenv("ICWM_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ICWM_LAKE", raising=False)
    monkeypatch.setattr(check, "attempts", lambda task: [Attempt(ORACLE, None), Attempt(NOP, None)])
    said = io.StringIO()
    console = Console(file=said, width=140)
    assert export_to_harbor(console, tmp_path / "harbor", ["chip_design"], "", checked=True) == 1
    assert "oracle: earned 0, and 1 is due" in said.getvalue()
    assert "2 answers, 1 paid wrongly" in said.getvalue()
    with pytest.raises(NoSuchDomain, match="there are: cad_modeling"):
        export_to_harbor(console, tmp_path / "other", ["chips"], "", checked=False)
