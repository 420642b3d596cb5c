"""TaskSeed: a task's prompt with what a checker needs, and where it came from.

Frozen wire data. Reading seeds from disk is `importing` and each domain's `seeds`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from resources.execution.bundle import Limits


@dataclass(frozen=True)
class SeedOrigin:
    """Where a seed came from; kept for each row of every table downstream.

    `source` names the set ("builtin", "verilog-eval"); `commit` its revision or content hash;
    `licence` an SPDX identifier, or "" where none is known; `path` the file within the source.
    """

    source: str
    commit: str
    licence: str
    path: str
    url: str = ""


@dataclass(frozen=True)
class TaskSeed:
    """One task. `seed_id` is "<source>/<name>", unique in the project; tier is 1 (easy) to 5."""

    seed_id: str
    domain: str
    title: str
    prompt: str
    interface: str
    candidate_file: str
    reference: str
    origin: SeedOrigin
    tier: int = 1
    tags: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    unusable: str = ""
    """Why this task cannot run here ("needs VCS", "needs two files"); "" where it can."""
