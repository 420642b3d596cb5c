"""Reads the built-in GPU task folders into TaskSeeds, and says which file and field is wrong when one is.

What belongs here is the folder format (`tier<N>_<topic>/<task_name>/` with task.yaml, prompt.md, oracle.py and
interface.py and reference.py for Triton, interface.cuh and reference.cu for CUDA C++). Public sets have importers of
their own; whether a reference agrees with its oracle is certification's question, and nothing is executed here.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from resources.domains.seed import TaskSeed
from resources.domains.toolkit.seed_folder import (
    BrokenSeedError,
    Identifier,
    TaskHead,
    builtin_origin,
    check_folder,
    read_library,
    read_named,
    read_task_file,
    read_text,
)
from resources.execution.bundle import Limits

LIBRARY_ROOT = Path(__file__).with_name("builtin")
ORACLE_FUNCTIONS = ("cases", "expected", "timing")

Language = Literal["triton", "cuda"]
DataType = Literal["float16", "bfloat16", "float32", "float64", "int8", "int32", "int64"]
Tolerance = tuple[Annotated[float, Field(ge=0)], Annotated[float, Field(ge=0)]]


@dataclass(frozen=True)
class KernelLimits(Limits):
    """The limits of a kernel's worker: torch and Triton map far more memory than a simulator does.

    The slowest reference takes a sixth of the seconds, and programs of a quarter of its block size four times as long.
    """

    wall_s: float = 60.0
    cpu_s: int = 20
    memory_bytes: int = 2 << 30


@dataclass(frozen=True)
class SourceNames:
    """The file names of one language: in the task folder, and of the candidate."""

    interface: str
    reference: str
    candidate: str


SOURCES: Mapping[Language, SourceNames] = {
    "triton": SourceNames("interface.py", "reference.py", "kernel.py"),
    "cuda": SourceNames("interface.cuh", "reference.cu", "kernel.cu"),
}


@dataclass(frozen=True)
class TaskFile(TaskHead):
    """The content of task.yaml.

    `entry` is the host function that is called; `target` the GPU architecture that the kernel is compiled for.
    `tolerances` maps an output's dtype to (relative, absolute); a dtype that is absent has the backend's default.
    `differing` maps some of these to the share of elements that may differ at all: 0 is none, to the bit.
    `arguments` describes a CUDA entry's parameters, in order, where C types alone do not say enough.
    """

    language: Language
    entry: Identifier
    target: Literal["sm_80", "sm_86", "sm_90"]
    tolerances: Mapping[DataType, Tolerance] = field(default_factory=dict)
    differing: Mapping[DataType, Annotated[float, Field(ge=0, lt=1)]] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()
    limits: KernelLimits = field(default_factory=KernelLimits)


def read_task(folder: Path) -> TaskSeed:
    """One task folder as a seed; raises BrokenSeedError naming the file and the field."""
    task = read_task_file(folder, TaskFile)
    sources = SOURCES[task.language]
    names = ("prompt.md", "oracle.py", sources.interface, sources.reference)
    texts = {name: read_text(folder / name) for name in names}
    _check_folder(folder, task, texts)
    return TaskSeed(
        seed_id=f"builtin/{folder.name}",
        domain="gpu_kernels",
        title=task.title,
        prompt=texts["prompt.md"],
        interface=texts[sources.interface],
        candidate_file=sources.candidate,
        reference=texts[sources.reference],
        origin=builtin_origin(folder, texts),
        tier=task.tier,
        tags=task.tags,
        files={"oracle.py": texts["oracle.py"]},
        settings=_settings(task),
        limits=Limits(**asdict(task.limits)),
    )


builtin_seeds = cache(partial(read_library, LIBRARY_ROOT, read_task))
"""Every task of the library, ordered by folder; raises BrokenSeedError at the first broken folder."""
builtin_seed = cache(partial(read_named, LIBRARY_ROOT, read_task))
"""The one of an id, without reading the others; None where there is none."""


def _check_folder(folder: Path, task: TaskFile, texts: Mapping[str, str]) -> None:
    """What task.yaml claims must agree with the folder's name and with the other files."""
    check_folder(folder, task.tier, texts)
    sources = SOURCES[task.language]
    for name in (sources.interface, sources.reference):
        if not re.search(rf"\b{task.entry}\s*\(", texts[name]):
            raise BrokenSeedError(folder / name, "entry", f"does not define {task.entry}")
    if not task.differing.keys() <= task.tolerances.keys():
        raise BrokenSeedError(folder / "task.yaml", "differing", "has a dtype without a tolerance")
    for function in ORACLE_FUNCTIONS:
        if not re.search(rf"^def {function}\(", texts["oracle.py"], re.MULTILINE):
            raise BrokenSeedError(folder / "oracle.py", function, "is not defined")


def _settings(task: TaskFile) -> dict[str, str]:
    required = {"language": task.language, "entry": task.entry, "target": task.target}
    if task.language == "cuda":
        required["fence"] = "cuda"
    tolerances = {dtype: [*pair, *_given(task.differing, dtype)] for dtype, pair in task.tolerances.items()}
    optional = {"tolerances": tolerances, "arguments": task.arguments}
    return required | {key: _compact_json(value) for key, value in optional.items() if value}


def _given(shares: Mapping[DataType, float], dtype: DataType) -> tuple[float, ...]:
    return (shares[dtype],) if dtype in shares else ()


def _compact_json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)
