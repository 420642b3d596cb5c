"""`wild-triton`: every function of a folder's Python files that launches Triton kernels, as a task where it can be one,
else with why it cannot. Nothing of a file is run while it is read: its test becomes a driver, as a public set's does.

A task's licence is its file's: the file's own words, else the nearest licence file above it.
"""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from resources.domains.gpu_kernels.execution.rejection.permissions import allowed_for
from resources.domains.gpu_kernels.execution.rejection.triton import reject
from resources.domains.gpu_kernels.tasks.importers import IMPORTED_LIMITS
from resources.domains.gpu_kernels.tasks.importers.driver import Driver, UnusableTestError, read_driver
from resources.domains.gpu_kernels.tasks.importers.tritonbench_rows import TARGET, TOLERANCES, told_sizes
from resources.domains.gpu_kernels.tasks.importers.wild.calls import Tried, tried
from resources.domains.gpu_kernels.tasks.importers.wild.cut import (
    CannotCut,
    Launcher,
    cut,
    kernels_of,
    launchers_of,
    unsaid,
)
from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError, counted
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.file_licence import leading_hashes
from resources.domains.toolkit.file_licences import FileLicences
from resources.domains.toolkit.python_statements import Statement, statements_of
from resources.domains.toolkit.python_syntax import parse_python
from resources.domains.toolkit.set_origin import detect_commit
from resources.domains.toolkit.source_tree import (
    SourceTree,
    UnreadableError,
    existing,
    finished,
    tier_of_size,
    words_of,
)
from resources.execution.bundle import EnvironmentBundle
from resources.execution.reader.apart import apart

SOURCE = "wild-triton"
LOOKED_FOR = "Triton kernels (.py files that import triton)"
MAXIMUM_FILE_CHARACTERS, MOST_LAUNCHERS = 60_000, 32
FILE = "file"
_IMPORTS = re.compile(r"^[ \t]*(?:import|from)[ \t]+triton\b", re.MULTILINE)
"""Within a line: white space that may be line ends costs the square of a file of empty lines."""
_KERNELS = re.compile(r"@(?:triton\.)?jit\b")
_DEVICE = re.compile(r"\b(?:triton\.runtime\.)?driver\.active\.get_active_torch_device\(\)")
"""What tutorials call the device; no driver is asked here."""


@dataclass(frozen=True)
class WildLauncher:
    """A launcher as the parts of a task. `problem` says why it is none, and all but `name` is empty then."""

    name: str
    problem: str = ""
    prompt: str = ""
    interface: str = ""
    operator: str = ""
    driver: str = ""
    oracle: str = ""
    scaled: str = ""


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is any folder. `licence` is that of files which say nothing themselves, in the place of licence files.
    Python files without kernels are passed over."""
    tree = SourceTree(existing(path, LOOKED_FOR))
    problems: list[ImportProblem] = []
    files = dict(_files(tree, problems))
    if not files and not problems:
        raise ImportSourceError(f"{path}: nothing to read; looked for {LOOKED_FOR}")
    licences = FileLicences(tree.root, licence, leading_hashes)
    seeds: list[TaskSeed] = []
    for name, text in counted(files.items(), "files"):
        origin = SeedOrigin(SOURCE, "", licences.of({name: text}), name)
        for found in launchers_in(text):
            if found.problem:
                field = found.name if found.name == FILE else f"function {found.name}"
                problems.append(ImportProblem(name, field, " ".join(found.problem.split())[:300]))
            else:
                seeds.append(_seed(tree, origin, found))
    return finished(seeds, problems, commit=commit or detect_commit(tree, [tree.root / name for name in files]))


def _files(tree: SourceTree, problems: list[ImportProblem]) -> Iterator[tuple[str, str]]:
    for folder, names in tree.folders():
        for name in names:
            if name.endswith(".py"):
                try:
                    text = tree.text(folder / name, "python", may_be_empty=True)
                    if all(sign.search(text, 0, MAXIMUM_FILE_CHARACTERS) for sign in (_IMPORTS, _KERNELS)):
                        yield tree.name(folder / name), text
                except UnreadableError as error:
                    problems.append(error.problem)


def _broken(death: Exception, text: str) -> tuple[WildLauncher, ...]:
    return (WildLauncher(FILE, str(death)),)


@apart(died=_broken)
def launchers_in(text: str) -> tuple[WildLauncher, ...]:
    """In the order of the file."""
    if len(text) > MAXIMUM_FILE_CHARACTERS:
        problem = f"over a size limit: {len(text)} characters; at most {MAXIMUM_FILE_CHARACTERS} are taken"
        return (WildLauncher(FILE, problem),)
    text = _DEVICE.sub('torch.device("cuda")', text)
    try:
        statements = statements_of(parse_python(text), text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return (WildLauncher(FILE, "Python does not parse it"),)
    kernels = kernels_of(statements)
    launchers = launchers_of(statements, kernels)
    if not launchers:
        methods = (
            "; one in a class is not cut out" if any(isinstance(one.node, ast.ClassDef) for one in statements) else ""
        )
        return (WildLauncher(FILE, f"no function launches its kernels{methods}"),)
    return tuple(_wild(statements, launcher, text) for launcher in launchers[:MOST_LAUNCHERS])


def _wild(statements: tuple[Statement, ...], launcher: Statement, text: str) -> WildLauncher:
    assert isinstance(launcher.node, ast.FunctionDef)
    name = launcher.node.name
    try:
        found = cut(statements, launcher)
        test = tried(found, statements, text)
        if not test.torch and (quiet := unsaid(found)):
            raise CannotCut(quiet)
        driver = read_driver(found.operator, test.test)
        if driver.names != (name,):
            raise CannotCut(f"its test calls more than it: {', '.join(driver.names)}")
        _demand_allowed(found)
        return WildLauncher(
            name,
            "",
            prompt_text(found, test, driver),
            driver.interface,
            found.operator,
            driver.driver,
            test.oracle or driver.oracle,
            json.dumps(driver.scaled),
        )
    except (CannotCut, UnusableTestError) as error:
        return WildLauncher(name, str(error))
    except RecursionError:
        return WildLauncher(name, "it is nested too deeply")
    except (SyntaxError, ValueError, MemoryError):  # a text that Python's own syntax tree cannot be written as
        return WildLauncher(name, "its test cannot be written out")


def _demand_allowed(found: Launcher) -> None:
    """Raises CannotCut for what the reject stage refuses of every answer."""
    bundle = EnvironmentBundle("gpu_kernels", "", "", "", "kernel.py", found.operator, settings={"harness": "script"})
    if refused := reject(found.operator, allowed_for(bundle, bundle.reference_candidate)):
        raise CannotCut(f"no candidate may contain it: {refused[0].what}")


def prompt_text(found: Launcher, test: Tried, driver: Driver) -> str:
    """A reader has nothing else: words, the torch that the author's test holds it to, and how it is called."""
    oracle = "that torch" if test.oracle else "the original"
    quoted = "\n".join(f"> {line}".rstrip() for line in found.said.splitlines())
    blocks = [
        f"# {found.name.replace('_', ' ').strip()}",
        f"Write `{found.name}`, and the Triton kernels that it launches.",
        f"Its author says of it:\n\n{quoted}" if quoted else "",
        f"Its author's test holds it to this torch:\n\n```python\n{test.torch}\n```" if test.torch else "",
        f"It is called so, on numbers of torch's generator:\n\n```python\n{test.calls}\n```",
        told_sizes(driver).strip(),
        f"What it returns, and tensors that it fills, are compared with those of {oracle}.",
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _seed(tree: SourceTree, origin: SeedOrigin, found: WildLauncher) -> TaskSeed:
    parts = Path(origin.path).with_suffix("").parts
    return TaskSeed(
        seed_id="/".join([SOURCE, tree.root.resolve().name, *parts, found.name]),
        domain="gpu_kernels",
        title=found.name.replace("_", " ").strip(),
        prompt=found.prompt,
        interface=found.interface,
        candidate_file="kernel.py",
        reference=found.operator,
        origin=origin,
        tier=tier_of_size(found.operator),
        tags=("wild", *words_of(found.name.replace("_", " "))),
        files={"driver.py": found.driver, "oracle.py": found.oracle},
        settings={
            "language": "triton",
            "target": TARGET,
            "harness": "script",
            "entry": found.name,
            "tolerances": json.dumps(TOLERANCES),
            "scaled": found.scaled,
        },
        limits=IMPORTED_LIMITS,
    )
