"""Harnesses of which the compiler's text is at hand: those of the built-in tasks, where it is kept beside them."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from resources.domains.code_optimization.seeds.library import COMPILED_HARNESS, HARNESS, LIBRARY_ROOT
from resources.domains.toolkit.seed_folder import read_text, task_folders


def compiled(harness: str) -> str:
    """The assembly of a harness in C; empty where it is none of the library's."""
    return kept_below(LIBRARY_ROOT).get(harness, "")


@cache
def kept_below(root: Path) -> Mapping[str, str]:
    """Harnesses in C with their assembly; a task that has none yet is followed through made-up calls alone."""
    return {
        read_text(folder / HARNESS): read_text(folder / COMPILED_HARNESS)
        for folder in task_folders(root)
        if (folder / COMPILED_HARNESS).is_file()
    }
