"""`wild-c`: every function of a folder's C files, as a task where it can be one, else with why it cannot.

The original answers each test; it is run once more with undefined behaviour trapped, on arrays between pages that
nobody may touch, and what it may be given is narrowed until nothing traps.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from resources.domains.code_optimization.execution.rejection import reject
from resources.domains.code_optimization.execution.test_suite import SUITE_FILE, ProgramTest, suite_text
from resources.domains.code_optimization.tasks.compilation import CompilationFailed, baseline, trapping
from resources.domains.code_optimization.tasks.families.function import Function
from resources.domains.code_optimization.tasks.families.prompt import prompt_words
from resources.domains.code_optimization.tasks.families.suite import ANY, words_tests
from resources.domains.code_optimization.tasks.importers.wild.arguments import function_of, narrowings
from resources.domains.code_optimization.tasks.importers.wild.cut import CannotCut, CutFunction, cut
from resources.domains.code_optimization.tasks.importers.wild.items import ItemKind, file_of
from resources.domains.code_optimization.tasks.importers.wild.original import Original, harnessed
from resources.domains.code_optimization.tasks.library import CANDIDATE_FILE, LIMITS, task_prompt
from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError, counted
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.file_licences import FileLicences
from resources.domains.toolkit.set_origin import detect_commit
from resources.domains.toolkit.source_tree import (
    SourceTree,
    UnreadableError,
    existing,
    finished,
    tier_of_size,
    words_of,
)
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.sandbox.job import Sandbox
from resources.execution.sandbox.selection import make_sandbox

SOURCE = "wild-c"
LOOKED_FOR = "C files (.c)"
C, HEADERS = ".c", (".h", ".inc")


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is any folder. `licence` is that of files which say nothing themselves, in the place of licence files."""
    tree = SourceTree(existing(path, LOOKED_FOR))
    paths = [folder / name for folder, names in tree.folders() for name in names if name.endswith((C, *HEADERS))]
    if not any(place.name.endswith(C) for place in paths):
        raise ImportSourceError(f"{path}: nothing to read; looked for {LOOKED_FOR}")
    problems: list[ImportProblem] = []
    texts: dict[str, str] = {}
    for place in paths:
        try:
            texts[tree.name(place)] = tree.text(place, "c", may_be_empty=True)
        except UnreadableError as error:
            problems.append(error.problem)
    files = {name: file_of(text) for name, text in counted(texts.items(), "files")}
    licences = FileLicences(tree.root, licence)
    sandbox = make_sandbox()
    seeds: list[TaskSeed] = []
    functions = [
        (name, item)
        for name, file in files.items()
        for item in file.items
        if item.kind is ItemKind.FUNCTION and item.names and name.endswith(C)
    ]
    for name, item in counted(functions, "functions"):
        try:
            found = cut(files, name, item)
            known = licences.of({source: texts[source] for source in found.files})
            seeds.append(_seed(sandbox, found, SeedOrigin(SOURCE, "", known, name), _id(tree, name, found.name)))
        except (CannotCut, CompilationFailed, PermanentEnvironmentFailure) as error:
            problems.append(ImportProblem(name, f"function {item.names[0]}", " ".join(str(error).split())[:300]))
    return finished(seeds, problems, commit=commit or detect_commit(tree, paths))


def _id(tree: SourceTree, file: str, function: str) -> str:
    return "/".join([SOURCE, tree.root.resolve().name, *Path(file).with_suffix("").parts, function])


def _seed(sandbox: Sandbox, found: CutFunction, origin: SeedOrigin, seed_id: str) -> TaskSeed:
    """Raises CannotCut, CompilationFailed, PermanentEnvironmentFailure."""
    spans = list(narrowings(found))
    reference = baseline(sandbox, found.program, {})
    if findings := reject(reference):
        raise CannotCut(f"its baseline holds what is forbidden: {findings[0].what}")
    checked = trapping(sandbox, found.program)
    for chosen in spans:
        function = function_of(found, chosen)
        original = Original(sandbox, harnessed(found, function, reference, seed_id))
        tests = words_tests(function, Random(seed_id), ANY)
        if original.outputs(checked, tests) is not None:
            return _completed(original, found, function, tests, origin)
    raise CannotCut("undefined behaviour, or no end within the limits, for whatever it is given")


def _completed(
    original: Original, found: CutFunction, function: Function, tests: Sequence[ProgramTest], origin: SeedOrigin
) -> TaskSeed:
    bundle, answered = original.bundle, original.answered(tests)
    words = prompt_words(function, Random(bundle.seed_id))
    said = f"Its author says of it:\n\n> {found.comment.replace(chr(10), chr(10) + '> ')}\n\n" if found.comment else ""
    return TaskSeed(
        seed_id=bundle.seed_id,
        domain="code_optimization",
        title=function.title,
        prompt=task_prompt(said + words, found.program, answered),
        interface=f"{function.prototype};\n",
        candidate_file=CANDIDATE_FILE,
        reference=bundle.reference,
        origin=origin,
        tier=tier_of_size(found.program),
        tags=("wild", *words_of(function.entry)),
        files={**bundle.files, SUITE_FILE: suite_text(answered)},
        settings=bundle.settings,
        limits=LIMITS,
    )
