"""What a source of tasks is for: training, or evaluation. A benchmark's tasks never enter the training split.

Everything that an importer reads is a benchmark until its user says otherwise (`icwm import --purpose train`); what is
built in, and sets that only their user has, are for training. The user's word is a small JSON file of the home.
"""

import json
import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from assets.home import HomeDamaged
from resources.domains.families import SOURCE, made_name
from resources.domains.proposals import SOURCE as PROPOSED
from resources.domains.seed import TaskSeed


class Purpose(StrEnum):
    TRAIN = "train"
    EVALUATE = "evaluate"


OWN_SOURCES = frozenset(
    {"builtin", "c-pairs", "own-verilog", "own-cad", "wild-c", "wild-cadquery", "wild-triton", "wild-verilog"}
    | {SOURCE, PROPOSED}
)
"""Sources that are nobody's benchmark."""


HELD_OUT_SOURCES = frozenset({"verilog-repair", "embed-c"})
"""Benchmarks that are built here: nobody can have a reason to train on them, so nobody's word makes them training."""


def purpose_of(source: str, said: Mapping[str, Purpose]) -> Purpose:
    if source in HELD_OUT_SOURCES:
        return Purpose.EVALUATE
    return said.get(source, Purpose.TRAIN if source in OWN_SOURCES else Purpose.EVALUATE)


def purpose_of_seed(seed: TaskSeed, said: Mapping[str, Purpose]) -> Purpose:
    """As its source's; but the tasks of families whose numbers are for exams are for evaluation, whatever was said."""
    made = made_name(seed.seed_id) if seed.origin.source == SOURCE else None
    return Purpose.EVALUATE if made and made.is_exam else purpose_of(seed.origin.source, said)


def read_purposes(path: Path) -> dict[str, Purpose]:
    """By source, what the user said. Raises HomeDamaged for a file that holds anything else."""
    if not path.exists():
        return {}
    try:
        return {str(source): Purpose(purpose) for source, purpose in json.loads(path.read_text("utf-8")).items()}
    except (ValueError, AttributeError) as error:
        raise HomeDamaged(f"{path} is no list of purposes by source ({error}); remove it, and import again") from error


def say_purpose(path: Path, source: str, purpose: Purpose) -> None:
    """Written whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    purposes = {**read_purposes(path), source: purpose}
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    temporary.write_text(json.dumps(purposes, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    temporary.replace(path)
