"""`wild-cadquery`: the script of each file, and each function that needs no argument, as a task where it can be one,
else with why it cannot.

A task's licence is its file's: the file's own words, else the nearest licence file above it.
"""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

from resources.domains.cad_modeling.execution.modeller import Modeller
from resources.domains.cad_modeling.execution.reports import Measures
from resources.domains.cad_modeling.tasks.importers.wild.cut import (
    MAXIMUM_FILE_CHARACTERS,
    SCRIPT,
    CannotCut,
    CutPart,
    parts_of,
)
from resources.domains.cad_modeling.tasks.importers.wild.measured import TOLERANCE, measures_of
from resources.domains.cad_modeling.tasks.importers.wild.prompt import prompt_text, title_of
from resources.domains.cad_modeling.tasks.library import CANDIDATE_FILE, LIMITS, interface
from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError, counted
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.file_licence import leading_hashes
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
from resources.execution.sandbox.selection import make_sandbox

SOURCE = "wild-cadquery"
LOOKED_FOR = "CadQuery scripts (.py files that import cadquery)"
_IMPORTS = re.compile(r"^[ \t]*(?:import|from)[ \t]+cadquery\b", re.MULTILINE)
"""Within a line: white space that may be line ends costs the square of a file of empty lines."""


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is any folder. `licence` is that of files which say nothing themselves, in the place of licence files.
    Python files without CadQuery are passed over."""
    tree = SourceTree(existing(path, LOOKED_FOR))
    problems: list[ImportProblem] = []
    files = dict(_files(tree, problems))
    if not files and not problems:
        raise ImportSourceError(f"{path}: nothing to read; looked for {LOOKED_FOR}")
    licences = FileLicences(tree.root, licence, leading_hashes)
    seeds: list[TaskSeed] = []
    with contextlib.closing(make_sandbox()) as sandbox:
        modeller = Modeller(sandbox)
        for name, text in counted(files.items(), "files"):
            origin = SeedOrigin(SOURCE, "", licences.of({name: text}), name)
            seeds += _tasks(modeller, tree, origin, parts_of(text), problems)
    return finished(seeds, problems, commit=commit or detect_commit(tree, [tree.root / name for name in files]))


def _files(tree: SourceTree, problems: list[ImportProblem]) -> Iterator[tuple[str, str]]:
    for folder, names in tree.folders():
        for name in names:
            if name.endswith(".py"):
                try:
                    text = tree.text(folder / name, "python", may_be_empty=True)
                    if _IMPORTS.search(text, 0, MAXIMUM_FILE_CHARACTERS):
                        yield tree.name(folder / name), text
                except UnreadableError as error:
                    problems.append(error.problem)


def _tasks(
    modeller: Modeller, tree: SourceTree, origin: SeedOrigin, parts: tuple[CutPart, ...], problems: list[ImportProblem]
) -> Iterator[TaskSeed]:
    """Of one file. A function's part is often what the script shows: the same part is a task once."""
    made: dict[Measures, str] = {}
    for part in parts:
        field = SCRIPT if part.name == SCRIPT else f"function {part.name}"
        try:
            if part.problem:
                raise CannotCut(part.problem)
            seed_id = _id(tree, origin.path, part.name)
            measures = measures_of(modeller, seed_id, part.reference)
            if measures in made:
                raise CannotCut(f"it is the same part as {made[measures]}")
            made[measures] = field
            yield _seed(part, origin, seed_id, measures)
        except CannotCut as error:
            problems.append(ImportProblem(origin.path, field, " ".join(str(error).split())[:300]))


def _id(tree: SourceTree, file: str, part: str) -> str:
    """The folder's name, the file's path in it, and the function."""
    named = () if part == SCRIPT else (part,)
    return "/".join([SOURCE, tree.root.resolve().name, *Path(file).with_suffix("").parts, *named])


def _seed(part: CutPart, origin: SeedOrigin, seed_id: str, measures: Measures) -> TaskSeed:
    name = seed_id.rpartition("/")[2]
    return TaskSeed(
        seed_id=seed_id,
        domain="cad_modeling",
        title=title_of(name),
        prompt=prompt_text(title_of(name), part.said, measures),
        interface=interface(measures.solids, assembly=False),
        candidate_file=CANDIDATE_FILE,
        reference=part.reference,
        origin=origin,
        tier=tier_of_size(part.reference),
        tags=("wild", *words_of(name.replace("_", " "))),
        settings={
            "solids": str(measures.solids),
            "assembly": "no",
            "tolerance": TOLERANCE,
            "wall": "0",
            "pose": "named",
        },
        limits=LIMITS,
    )
