"""KernelBench: modules of torch that a candidate replaces by `ModelNew`. The set has no Triton solutions.

So the reference is the module itself, allowed to compute with torch, and the oracle runs it with the same parameters.
"""

import ast
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from resources.domains.faults import Change, Edit, apply_edits
from resources.domains.gpu_kernels.execution.rejection.permissions import ALLOWED_FOR_REFERENCE, Allowed
from resources.domains.gpu_kernels.execution.rejection.triton import reject
from resources.domains.gpu_kernels.language.triton_source import TritonSource, parse_triton
from resources.domains.gpu_kernels.tasks.importers import IMPORTED_LIMITS
from resources.domains.gpu_kernels.tasks.importers.constants import NotConstantError, constant, module_constants
from resources.domains.gpu_kernels.tasks.importers.scaling import MOST_ELEMENTS, scaled_module
from resources.domains.gpu_kernels.tasks.importers.stubs import class_stub, imports_for
from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError, counted
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
    words_of,
)
from resources.execution.reader.apart import apart

LOOKED_FOR = "folders level1, level2, … with <n>_<name>.py"
URL = "https://github.com/ScalingIntelligence/KernelBench"
ENTRY, MODEL = "ModelNew", "Model"
TARGET = "sm_80"
TOLERANCES = {"float32": [1e-3, 1e-3]}
"""Ten times as strict as the set's own 1e-2: zeros pass that for some of its tasks."""
PARAMETER_SEED = 1234
"""The seed under which the worker constructs a candidate's module (triton_worker/harness.py)."""
_FILE = re.compile(r"(\d+)_(\w+)\.py")
_LEVEL = re.compile(r"level(\d+)")
_TIERS = {"1": 2, "2": 4}
_PROMPT = """Replace this PyTorch module by `{entry}`, a module with the same constructor and the same `forward`, whose
arithmetic is done by Triton kernels. Its parameters are created exactly as here, so that the same random seed gives the
same parameters. All tensors are float32 unless the code says otherwise, and results are to be as exact as float32
arithmetic makes them: half precision, bfloat16 and TF32 are too coarse on the way.

```python
{source}
```
"""
_ORACLE = """

# What the tests need, beside the task's own code above.
CONSTRUCTOR = {constructor!r}
torch.manual_seed({seed})
MODULE = {model}(*CONSTRUCTOR)


def cases(random):
    for _ in range(2):
        torch.manual_seed(int(torch.randint(1 << 31, (1,), generator=random)))
        yield tuple(get_inputs())


def expected(*arguments):
    return MODULE(*arguments)
"""


@dataclass(frozen=True)
class _Task:
    """One file: its level, name and text, and the functions that make its inputs."""

    level: str
    name: str
    path: str
    source: TritonSource
    inputs: ast.FunctionDef
    constructor: ast.FunctionDef
    model: ast.ClassDef


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is the repository's root or any folder above the levels, or a level."""
    tree = SourceTree(existing(path, LOOKED_FOR).resolve())
    files = [
        (found[1], folder / name)
        for folder, names in tree.folders()
        for name in names
        if (found := _LEVEL.fullmatch(folder.name)) and _FILE.fullmatch(name)
    ]
    if not files:
        raise ImportSourceError(f"{path}: not KernelBench; looked for {LOOKED_FOR}")
    seeds: list[TaskSeed] = []
    problems: list[ImportProblem] = []
    licence = licence or detect_licence(path)
    for level, file in counted(files):
        try:
            seeds.append(_item(tree, file, level, licence))
        except UnreadableError as error:
            problems.append(error.problem)
    return finished(seeds, problems, commit=commit or detect_commit(tree, [file for _, file in files]))


@apart(raises=(UnreadableError,), reads=read_below, died=broken_item)
def _item(tree: SourceTree, file: Path, level: str, licence: str) -> TaskSeed:
    return _seed(_task(tree, level, file), licence)


def _task(tree: SourceTree, level: str, file: Path) -> _Task:
    name = tree.name(file)
    source = parse_triton(tree.text(file, "source"))
    if source is None:
        raise UnreadableError(name, "source", "Python does not parse it")
    functions = {item.name: item for item in source.module.tree.body if isinstance(item, ast.FunctionDef)}
    classes = {item.name: item for item in source.module.tree.body if isinstance(item, ast.ClassDef)}
    for wanted, there in (("get_inputs", functions), ("get_init_inputs", functions), (MODEL, classes)):
        if wanted not in there:
            raise UnreadableError(name, wanted, "not defined at module level")
    return _Task(level, file.stem, name, source, functions["get_inputs"], functions["get_init_inputs"], classes[MODEL])


def _seed(task: _Task, licence: str) -> TaskSeed:
    scaled = scaled_module(task.source, task.inputs)
    small = parse_triton(scaled.text) or task.source
    arguments, unusable = _constructor(small)
    reference = _renamed(small)
    if not unusable and scaled.largest > MOST_ELEMENTS:
        unusable = f"an input of {scaled.largest} elements does not shrink to {MOST_ELEMENTS}"
    settings = {
        "language": "triton",
        "entry": ENTRY,
        "target": TARGET,
        "harness": "module",
        "constructor": json.dumps(arguments),
        "reference_role": "oracle",
        "torch_compute": ALLOWED_FOR_REFERENCE,
        "tolerances": json.dumps(TOLERANCES),
        "precision": "float32",
        "scaled": json.dumps(scaled.changed),
    }
    oracle = small.code.rstrip() + _ORACLE.format(constructor=arguments, seed=PARAMETER_SEED, model=MODEL)
    return TaskSeed(
        seed_id=f"kernelbench/level{task.level}_{task.name}",
        domain="gpu_kernels",
        title=task.name.partition("_")[2].replace("_", " ").strip(),
        prompt=_PROMPT.format(entry=ENTRY, source=small.code.strip()),
        interface=_interface(task),
        candidate_file="kernel.py",
        reference=reference,
        origin=SeedOrigin("kernelbench", "", licence, task.path, URL),
        tier=_TIERS.get(task.level, 5),
        tags=("torch module", *words_of(task.name)),
        files={"oracle.py": oracle},
        settings=settings,
        limits=IMPORTED_LIMITS,
        unusable=unusable or _refused(reference),
    )


def _interface(task: _Task) -> str:
    stub = class_stub(task.model, ENTRY)
    return f"{imports_for(task.source, stub)}\n\n{stub}"


def _constructor(source: TritonSource) -> tuple[list[Any], str]:
    """The constructor's arguments and "", or none and why they cannot be read."""
    functions = [item for item in source.module.tree.body if isinstance(item, ast.FunctionDef)]
    body = next(item for item in functions if item.name == "get_init_inputs").body
    returned = next((item.value for item in body if isinstance(item, ast.Return)), None)
    try:
        value = constant(returned, module_constants(source.module.tree)) if returned is not None else []
        json.dumps(value, allow_nan=False)
    except NotConstantError as error:
        return [], f"the constructor's arguments are not constants: {error}"
    except ValueError:
        return [], "the constructor's arguments are not numbers"
    return (list(value), "") if isinstance(value, list | tuple) else ([], "get_init_inputs returns no list")


def _renamed(source: TritonSource) -> str:
    """The module as a candidate: `Model` called `ModelNew`, without the functions that make inputs."""
    changes: list[Change] = []
    gone: list[tuple[int, int]] = []
    for item in source.module.tree.body:
        if isinstance(item, ast.FunctionDef) and item.name in ("get_inputs", "get_init_inputs"):
            gone.append((source.start(item), source.end(item)))
            changes.append(source.replace(item, ""))
    for token in source.tokens:
        if token.text == MODEL and not any(start <= token.start < end for start, end in gone):
            changes.append(source.change(token.start, token.end, ENTRY))
    return apply_edits(source.code, [Edit("renaming", tuple(changes), 1, "module")]).rstrip() + "\n"


def _refused(reference: str) -> str:
    """Why no candidate could be what this module is: it imports or reaches what the domain does not allow."""
    modules = frozenset({"torch.nn", "torch.nn.functional"})
    findings = reject(reference, Allowed(modules, compute=True))
    return f"the module itself has what is forbidden: {findings[0].what}" if findings else ""
