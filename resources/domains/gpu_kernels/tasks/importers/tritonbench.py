"""TritonBench-G: operators collected from public repositories, each with a test that calls them.

A file has the operator above a line of 146 number signs and its test below. The test becomes a driver, whose results
are compared one by one; the set's own flow compares what tests print, which is nothing for most.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from resources.domains.gpu_kernels.execution.rejection.permissions import allowed_for
from resources.domains.gpu_kernels.execution.rejection.triton import reject
from resources.domains.gpu_kernels.tasks.importers import IMPORTED_LIMITS
from resources.domains.gpu_kernels.tasks.importers.driver import Driver, UnusableTestError, read_driver
from resources.domains.gpu_kernels.tasks.importers.tritonbench_rows import (
    TARGET,
    TOLERANCES,
    Channel,
    halves,
    named_numbers,
    tier,
    told_names,
    told_sizes,
)
from resources.domains.importing import ImportResult
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.source_tree import SourceTree, UnreadableError, broken_item, read_below, words_of
from resources.execution.bundle import EnvironmentBundle
from resources.execution.reader.apart import apart

CHANNEL = Channel("TritonBench-G", ("TritonBench_G_v1.json",), "TritonBench_G_v1")


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    return CHANNEL.read(path, commit, licence, _seed)


@apart(raises=(UnreadableError,), reads=read_below, died=broken_item)
def _seed(tree: SourceTree, file: Path, row: Mapping[str, Any], licence: str) -> TaskSeed:
    tested, name = halves(tree, file), tree.name(file)
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
        reference=tested.operator,
        origin=SeedOrigin("tritonbench-g", "", licence, name, f"https://github.com/{row.get('repo', '')}"),
        tier=tier(row, tested.operator),
        tags=words_of(file.stem),
        settings={"language": "triton", "target": TARGET, "harness": "script"},
        limits=IMPORTED_LIMITS,
    )
    try:
        return _usable(seed, read_driver(tested.operator, tested.test, named_numbers(told)))
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
        prompt=f"{seed.prompt}\n{told_names(driver.names)}{told_sizes(driver)}",
        interface=driver.interface,
        files={"driver.py": driver.driver, "oracle.py": driver.oracle},
        settings=settings,
        unusable=f"the operator itself has what is forbidden: {refused[0].what}" if refused else "",
    )
