"""A candidate's file beside its task: a program in another language is a mistake of the caller's."""

from pathlib import Path

from resources.domains.registry import load_domains
from resources.execution.bundle import EnvironmentBundle
from resources.generation.prompting.attempt import fence_tag

_LANGUAGES = {
    "python": ("Python", (".py", ".ipynb")),
    "verilog": ("Verilog", (".v", ".sv", ".vh", ".svh")),
    "c": ("C", (".c", ".h")),
    "asm": ("assembly", (".s", ".asm")),
    "cuda": ("CUDA C++", (".cu", ".cuh")),
}
"""Fence tag → what people call it, how its files end."""


class WrongLanguage(Exception):
    """The file is of another language than the task's answers. The message names both."""


def require_language(bundle: EnvironmentBundle, path: str) -> None:
    """By the file's name alone; one that says nothing is taken, and one that ends as the task's own file does. Raises
    WrongLanguage."""
    domain, suffix = load_domains().get(bundle.domain), Path(path).suffix.lower()
    if domain is None or suffix == Path(bundle.candidate_file).suffix.lower():
        return
    wanted = fence_tag(domain, bundle)
    given = next((tag for tag, (_, suffixes) in _LANGUAGES.items() if suffix in suffixes), wanted)
    if given != wanted and wanted in _LANGUAGES:
        name, suffixes = _LANGUAGES[wanted]
        raise WrongLanguage(
            f"{path} is {_LANGUAGES[given][0]}, and {bundle.seed_id} is answered in {name}: give a file that ends in "
            f"{suffixes[0]}"
        )
