"""Reads the built-in task folders into TaskSeeds, and says which file and field is wrong when one is.

What belongs here is the folder format (`tier<N>_<topic>/<task_name>/` with task.yaml, prompt.md, interface.v,
reference.v and bench.v or bench.py). Public sets have importers of their own; whether a reference passes its
bench is certification's question, and nothing is executed here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Literal

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

LIBRARY_ROOT = Path(__file__).parent / "builtin"
VERDICT_LINE = "@VERDICT@ checks=%0d errors=%0d"
BENCH_FILES = {"verilog": "bench.v", "cocotb": "bench.py"}


@dataclass(frozen=True)
class TaskFile(TaskHead):
    """The content of task.yaml. `top` is the candidate's module name; absent limits keep their defaults.

    `exact` says that the prompt fixes every output in every cycle, and is then a setting (docs/decisions.md).
    """

    top: Identifier
    bench: Literal["verilog", "cocotb"]
    exact: str = ""
    limits: Limits = field(default_factory=Limits)


def read_task(folder: Path) -> TaskSeed:
    """One task folder as a seed; raises BrokenSeedError naming the file and the field."""
    task = read_task_file(folder, TaskFile)
    bench_file = BENCH_FILES[task.bench]
    texts = {name: read_text(folder / name) for name in ("prompt.md", "interface.v", "reference.v", bench_file)}
    _check_folder(folder, task, texts)
    bench_name = "bench.v" if task.bench == "verilog" else f"test_{folder.name}.py"
    return TaskSeed(
        seed_id=f"builtin/{folder.name}",
        domain="chip_design",
        title=task.title,
        prompt=texts["prompt.md"],
        interface=texts["interface.v"],
        candidate_file=f"{task.top}.v",
        reference=texts["reference.v"],
        origin=builtin_origin(folder, texts),
        tier=task.tier,
        tags=task.tags,
        files={bench_name: texts[bench_file]},
        settings=_settings(task, bench_name),
        limits=task.limits,
    )


builtin_seeds = cache(partial(read_library, LIBRARY_ROOT, read_task))
"""Every task of the library, ordered by folder; raises BrokenSeedError at the first broken folder."""
builtin_seed = cache(partial(read_named, LIBRARY_ROOT, read_task))
"""The one of an id, without reading the others; None where there is none."""


def _check_folder(folder: Path, task: TaskFile, texts: Mapping[str, str]) -> None:
    """What task.yaml claims must agree with the folder's name and with the other files."""
    check_folder(folder, task.tier, texts)
    for name in ("interface.v", "reference.v"):
        if not re.search(rf"\bmodule\s+{task.top}\b", texts[name]):
            raise BrokenSeedError(folder / name, "top", f"does not declare module {task.top}")
    if task.bench == "verilog":
        _check_verilog_bench(folder / "bench.v", texts["bench.v"])


def _check_verilog_bench(file: Path, text: str) -> None:
    if not re.search(r"\bmodule\s+testbench\b", text):
        raise BrokenSeedError(file, "bench_top", "does not declare module testbench")
    if VERDICT_LINE not in text:
        raise BrokenSeedError(file, "verdict", f"never prints {VERDICT_LINE!r}")


def _settings(task: TaskFile, bench_name: str) -> dict[str, str]:
    common = {"top": task.top, "bench": task.bench} | ({"exact": task.exact} if task.exact else {})
    if task.bench == "verilog":
        return {**common, "bench_files": bench_name, "bench_top": "testbench"}
    return {**common, "cocotb_module": bench_name.removesuffix(".py")}
