"""TritonBench-G: operators collected from public repositories, each with a test that calls them.

A file has the operator above a line of 146 number signs and its test below. The test becomes a driver, whose results
are compared one by one; the set's own flow compares what tests print, which is nothing for most.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from resources.domains.gpu_kernels.execution.rejection.permissions import allowed_for
from resources.domains.gpu_kernels.execution.rejection.triton import reject
from resources.domains.gpu_kernels.tasks.importers import IMPORTED_LIMITS
from resources.domains.gpu_kernels.tasks.importers.driver import Driver, UnusableTestError, read_driver
from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.licence_files import detect_licence
from resources.domains.toolkit.set_origin import detect_commit
from resources.domains.toolkit.source_tree import (
    SourceTree,
    UnreadableError,
    broken_item,
    existing,
    finished,
    read_below,
    tier_of_size,
    words_of,
)
from resources.execution.bundle import EnvironmentBundle
from resources.execution.reader.apart import apart

INDEX = "TritonBench_G_v1.json"
FOLDER = "TritonBench_G_v1"
LOOKED_FOR = f"{INDEX} beside the folder {FOLDER}"
URL = "https://github.com/thunlp/TritonBench"
TARGET = "sm_80"
TOLERANCES = {"float32": [1e-3, 1e-3], "float16": [1e-2, 1e-2], "bfloat16": [3e-2, 3e-2]}
"""Operators of many sizes and orders of summation; the reference itself is Triton, so a solution is close to it."""
MAXIMUM_INDEX_BYTES = 64 << 20
_LINE = re.compile(r"^#{146}[ \t]*$", re.MULTILINE)


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is the repository's root or any folder above the index."""
    tree = SourceTree(existing(path, LOOKED_FOR).resolve())
    index = next((folder / INDEX for folder, names in tree.folders() if INDEX in names), None)
    if index is None or not (index.parent / FOLDER).is_dir():
        raise ImportSourceError(f"{path}: not TritonBench-G; looked for {LOOKED_FOR}")
    seeds: list[TaskSeed] = []
    problems: list[ImportProblem] = []
    licence = licence or detect_licence(path)
    used = [index]
    for row in _rows(tree, index):
        try:
            file = _file_of(tree, index, row)
            used.append(file)
            seeds.append(_seed(tree, file, row, licence))
        except UnreadableError as error:
            problems.append(error.problem)
    return finished(seeds, problems, commit=commit or detect_commit(tree, used))


def _rows(tree: SourceTree, index: Path) -> list[Any]:
    try:
        rows = json.loads(tree.content(index, "index", MAXIMUM_INDEX_BYTES).decode("utf-8-sig"))
    except UnreadableError as error:
        raise ImportSourceError(str(error)) from None
    except (ValueError, RecursionError) as error:
        raise ImportSourceError(f"{index}: not JSON in UTF-8: {error}") from None
    if not isinstance(rows, list):
        raise ImportSourceError(f"{index}: a list of rows is expected")
    return rows


def _file_of(tree: SourceTree, index: Path, row: Any) -> Path:
    name = row.get("file") if isinstance(row, dict) else None
    if not isinstance(name, str) or not re.fullmatch(r"[\w.-]+\.py", name):
        raise UnreadableError(tree.name(index), "file", f"no plain name of a Python file: {name!r}"[:120])
    return index.parent / FOLDER / name


@apart(raises=(UnreadableError,), reads=read_below, died=broken_item)
def _seed(tree: SourceTree, file: Path, row: Mapping[str, Any], licence: str) -> TaskSeed:
    text = tree.text(file, "operator")
    parts = _LINE.split(text)
    name = tree.name(file)
    if len(parts) != 2:
        raise UnreadableError(name, "operator", f"{len(parts) - 1} lines of 146 number signs instead of one")
    operator, test = parts[0].strip() + "\n", parts[1].strip() + "\n"
    told = row.get("comp_instru") or row.get("simp_instru")
    if not isinstance(told, str) or not told.strip():
        raise UnreadableError(name, "comp_instru", "missing or empty")
    seed = TaskSeed(
        seed_id=f"tritonbench-g/{file.stem}",
        domain="gpu_kernels",
        title=file.stem.replace("_", " "),
        prompt="\n".join(line.strip() for line in told.strip().splitlines()) + "\n",
        interface="",
        candidate_file="kernel.py",
        reference=operator,
        origin=SeedOrigin("tritonbench-g", "", licence, name, f"https://github.com/{row.get('repo', '')}"),
        tier=_tier(row, operator),
        tags=words_of(file.stem),
        settings={"language": "triton", "target": TARGET, "harness": "script"},
        limits=IMPORTED_LIMITS,
    )
    try:
        named = frozenset(int(number) for number in re.findall(r"(?<![\w.])\d{1,9}(?![\w.]*\d)", told))
        return _usable(seed, read_driver(operator, test, named))
    except UnusableTestError as error:
        return replace(seed, unusable=str(error))


def _usable(seed: TaskSeed, driver: Driver) -> TaskSeed:
    settings = {
        **seed.settings,
        "entry": driver.names[0],
        "tolerances": json.dumps(TOLERANCES),
        "scaled": json.dumps(driver.scaled),
    }
    bundle = EnvironmentBundle(
        seed.domain, seed.seed_id, "", driver.interface, seed.candidate_file, seed.reference, settings=settings
    )
    refused = reject(seed.reference, allowed_for(bundle, bundle.reference_candidate))
    return replace(
        seed,
        prompt=f"{seed.prompt}\nDefine: {', '.join(f'`{name}`' for name in driver.names)}.\n{_sizes(driver)}",
        interface=driver.interface,
        files={"driver.py": driver.driver, "oracle.py": driver.oracle},
        settings=settings,
        unusable=f"the operator itself has what is forbidden: {refused[0].what}" if refused else "",
    )


def _sizes(driver: Driver) -> str:
    """For the prompt: which sizes are judged, where they are not those of the set's own tests."""
    judged = ", ".join(f"{now} in place of {before}" for before, now in driver.scaled.values() if before != now)
    return f"Sizes in its tests: {judged}.\n" if judged else ""


def _tier(row: Mapping[str, Any], operator: str) -> int:
    """The set's difficulty from 1 to 5 where it gives one, else by the operator's size."""
    given = str(row.get("difficulty", ""))
    return int(given) if given in {"1", "2", "3", "4", "5"} else tier_of_size(operator)
