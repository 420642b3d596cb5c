"""TritonBench-T: torch operators described in words, to be written anew as Triton kernels.

A file has the operator, as torch computes it, above a line of 146 number signs and its test below. There are no Triton
solutions, so the reference is the operator itself, allowed to compute with torch, and the oracle runs it.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from resources.domains.gpu_kernels.execution.rejection.permissions import ALLOWED_FOR_REFERENCE, allowed_for
from resources.domains.gpu_kernels.execution.rejection.triton import reject
from resources.domains.gpu_kernels.language.triton_source import parse_triton
from resources.domains.gpu_kernels.tasks.importers import IMPORTED_LIMITS
from resources.domains.gpu_kernels.tasks.importers.driver import Driver, UnusableTestError, read_driver
from resources.domains.gpu_kernels.tasks.importers.tritonbench_rows import (
    TARGET,
    TOLERANCES,
    URL,
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

CHANNEL = Channel("TritonBench-T", ("TritonBench_T_v1.json", "TritonBench_T_v1.jsonl"), "TritonBench_T_v1")
_RANDOM = re.compile(r"(?<![a-z])(\w*dropout\w*|bernoulli|multinomial|poisson|randn?|randint|randperm|rand\w*_like)\b")
_DISTRIBUTIONS = "torch.distributions"
_TASK = (
    "Write this operator with Triton kernels. They do its arithmetic: torch is there to allocate, to view and to ask"
    " for shapes. Results are compared with those of torch."
)
_TOLD = {"func_inputs": "Signature", "math": "Mathematics", "other": "Also"}
"""Fields that say more than the description, and what they are called in a prompt."""


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    return CHANNEL.read(path, commit, licence, _seed)


@apart(raises=(UnreadableError,), reads=read_below, died=broken_item)
def _seed(tree: SourceTree, file: Path, row: Mapping[str, Any], licence: str) -> TaskSeed:
    tested, name = halves(tree, file), tree.name(file)
    told = _told(row, name)
    seed = TaskSeed(
        seed_id=f"tritonbench-t/{file.stem}",
        domain="gpu_kernels",
        title=file.stem.replace("_", " "),
        prompt=f"{_TASK}\n\n{told}\n",
        interface="",
        candidate_file="kernel.py",
        reference=tested.operator,
        origin=SeedOrigin("tritonbench-t", "", licence, name, URL),
        tier=tier(row, tested.operator),
        tags=("torch operator", *words_of(file.stem)),
        settings={
            "language": "triton",
            "target": TARGET,
            "harness": "script",
            "reference_role": "oracle",
            "torch_compute": ALLOWED_FOR_REFERENCE,
        },
        limits=IMPORTED_LIMITS,
    )
    try:
        return _usable(seed, read_driver(tested.operator, tested.test, named_numbers(told)))
    except UnusableTestError as error:
        return replace(seed, unusable=str(error))


def _told(row: Mapping[str, Any], name: str) -> str:
    """The description, then what else the row says. Raises UnreadableError where it describes nothing."""
    description = row.get("description")
    if not isinstance(description, str) or not description.strip():
        raise UnreadableError(name, "description", "missing or empty")
    more = ((words, row.get(field)) for field, words in _TOLD.items())
    parts = [f"{words}: {text.strip()}" for words, text in more if isinstance(text, str) and text.strip()]
    return "\n\n".join([description.strip(), *parts])


def _usable(seed: TaskSeed, driver: Driver) -> TaskSeed:
    settings = {
        **seed.settings,
        "entry": driver.names[0],
        "tolerances": json.dumps(TOLERANCES),
        "scaled": json.dumps(driver.scaled),
    }
    return replace(
        seed,
        prompt=f"{seed.prompt}\n{told_names(driver.names)}{told_sizes(driver)}",
        interface=driver.interface,
        files={"driver.py": driver.driver, "oracle.py": driver.oracle},
        settings=settings,
        unusable=_refused(seed, settings, driver) or _drawn(seed.reference),
    )


def _refused(seed: TaskSeed, settings: Mapping[str, str], driver: Driver) -> str:
    bundle = EnvironmentBundle(
        seed.domain, seed.seed_id, "", driver.interface, seed.candidate_file, seed.reference, settings=settings
    )
    found = reject(seed.reference, allowed_for(bundle, bundle.reference_candidate))
    return f"the operator itself has what is forbidden: {found[0].what}" if found else ""


def _drawn(operator: str) -> str:
    """Why no kernel can give the same result: torch's own generator decides over it. "" where none does."""
    source = parse_triton(operator)
    called = [dotted for _, dotted in source.module.chains()] if source is not None else []
    for dotted in called:
        last = dotted.rpartition(".")[2]
        if dotted.startswith("torch.") and (dotted.startswith(_DISTRIBUTIONS) or _RANDOM.fullmatch(last)):
            return f"its results are drawn by torch's own generator, which no kernel has: {dotted}"
    return ""
