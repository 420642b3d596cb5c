"""Writes each built-in task's baseline.s with the gcc of this machine: `python -m` this module.

Run when a kernel changes. Another version of gcc writes other text, and so makes other bundles.
"""

from resources.domains.code_optimization.compiling import baseline
from resources.domains.code_optimization.seeds.library import LIBRARY_ROOT
from resources.domains.code_optimization.test_suite import PROGRAM_FILE
from resources.domains.toolkit.seed_folder import read_text, task_folders
from resources.execution.sandbox.selection import make_sandbox


def write_baselines() -> None:
    """Overwrites every baseline.s; raises CompilationFailed for a kernel that does not compile."""
    sandbox = make_sandbox()
    for folder in task_folders(LIBRARY_ROOT):
        text = baseline(sandbox, read_text(folder / PROGRAM_FILE), {})
        (folder / "baseline.s").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_baselines()
