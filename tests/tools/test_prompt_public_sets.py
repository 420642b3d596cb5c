"""Prompts of imported tasks hold nothing that only a reference or a hidden file holds. Importers may compile."""

import shutil
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.registry import load_domains
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.trajectory import Turn
from tests.unit.prompt_leaks import every_prompt, hidden_lines, leaked

FOLDERS = {
    "verilog-eval": "verilog-eval", "rtllm": "rtllm", "cvdp": "cvdp", "kernelbench": "kernelbench",
    "tritonbench-g": "tritonbench", "exercism-c": "exercism-c",
}  # fmt: skip
EXERCISES = ("clock", "list-ops")
FAILED = Turn(0, "", Candidate("my own attempt"), Observation(Outcome.COMPILATION_ERROR, "compile", b"error: x"))


@pytest.mark.parametrize("name", FOLDERS)
def test_nothing_hidden_of_public_sets_enters_a_prompt(public_sets: Path, tmp_path: Path, name: str) -> None:
    domain, importer = next(
        (domain, item) for domain in load_domains().values() for item in domain.importers if item.name == name
    )
    result = importer.read(_source(public_sets / FOLDERS[name], tmp_path), commit="abc")
    seeds = [seed for seed in result.seeds if not seed.unusable]
    assert seeds
    for seed in seeds:
        bundle = bundle_from_seed(seed)
        hidden = hidden_lines(domain, bundle, domain.instructions(bundle))
        assert leaked(every_prompt(domain, bundle, FAILED), hidden) == [], seed.seed_id


def _source(path: Path, temporary: Path) -> Path:
    """The sample; of Exercism's two exercises, because each one is compiled when it is read."""
    if not path.exists():
        pytest.skip(f"no sample at {path}")
    if path.name == "cvdp":
        return next(file for file in sorted(path.glob("*.jsonl")) if "nonagentic" in file.name)
    if path.name != "exercism-c":
        return path
    for exercise in EXERCISES:
        shutil.copytree(path / "exercises" / "practice" / exercise, temporary / "exercises" / "practice" / exercise)
    shutil.copy(path / "LICENSE", temporary)
    return temporary
