"""A candidate's file as somebody names it, beside its task: one that cannot be read, or is written in another language,
is a mistake of the caller's."""

import contextlib
import sys
from pathlib import Path

from assets.harbor.judge import MOST_BYTES
from resources.domains.registry import load_domains
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.generation.prompting.attempt import fence_tag

_LANGUAGES = {
    "python": ("Python", (".py", ".ipynb")),
    "verilog": ("Verilog", (".v", ".sv", ".vh", ".svh")),
    "c": ("C", (".c", ".h")),
    "asm": ("assembly", (".s", ".asm")),
    "cuda": ("CUDA C++", (".cu", ".cuh")),
}
"""Fence tag → what people call it, how its files end."""


class NoCandidate(Exception):
    """What was given as a candidate is none."""


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


def read_candidate(path: str) -> Candidate:
    """A file, or standard input for "-". Raises NoCandidate."""
    try:
        with contextlib.nullcontext(sys.stdin) if path == "-" else open(path, encoding="utf-8") as file:
            text = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise NoCandidate(f"the candidate cannot be read: {path}: {why}") from error
    if len(text) > MOST_BYTES:
        raise NoCandidate(f"the candidate has more than {MOST_BYTES} bytes")
    if not text.strip():
        raise NoCandidate("the candidate is empty")
    return Candidate(text)
