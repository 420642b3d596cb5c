"""Writes each built-in task's baseline.s and harness.s with the gcc of this machine: `python -m` this module.

Run when a kernel or a harness changes. Another version of gcc writes other text, and so makes other bundles.
"""

from pathlib import Path

from resources.domains.code_optimization.compiling import baseline, compiled_harness
from resources.domains.code_optimization.seeds.library import (
    BASELINE,
    COMPILED_HARNESS,
    HARNESS,
    HARNESS_HEADER,
    LIBRARY_ROOT,
)
from resources.domains.code_optimization.test_suite import PROGRAM_FILE
from resources.domains.toolkit.seed_folder import read_text, task_folders
from resources.execution.sandbox.job import Sandbox
from resources.execution.sandbox.selection import make_sandbox


def write_baselines() -> None:
    """Overwrites all of them; raises CompilationFailed for a kernel or a harness that does not compile."""
    sandbox = make_sandbox()
    for folder in task_folders(LIBRARY_ROOT):
        for name, text in assembly_of(sandbox, folder).items():
            (folder / name).write_text(text, encoding="utf-8")


def assembly_of(sandbox: Sandbox, folder: Path) -> dict[str, str]:
    """What gcc makes of a task's C files, by the names under which it is kept."""
    headers = {HARNESS_HEADER: read_text(LIBRARY_ROOT / HARNESS_HEADER)}
    return {
        BASELINE: baseline(sandbox, read_text(folder / PROGRAM_FILE), {}),
        COMPILED_HARNESS: compiled_harness(sandbox, read_text(folder / HARNESS), headers),
    }


if __name__ == "__main__":
    write_baselines()
