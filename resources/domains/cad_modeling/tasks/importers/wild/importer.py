"""`wild-cadquery`: the script of each file, and each function that needs no argument, as a task where it can be one,
else with why it cannot.

A task's licence is its file's: the file's own words, else the nearest licence file above it.
"""

import contextlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from resources.domains.cad_modeling.execution.modeller import Modelled, Modeller
from resources.domains.cad_modeling.execution.rejection import reject
from resources.domains.cad_modeling.execution.reports import Measures
from resources.domains.cad_modeling.execution.tolerances import TOLERANCES, differences, point, shown
from resources.domains.cad_modeling.tasks.importers.wild.cut import (
    MAXIMUM_FILE_CHARACTERS,
    SCRIPT,
    CannotCut,
    CutPart,
    parts_of,
)
from resources.domains.cad_modeling.tasks.importers.wild.words import Parameter, Said
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
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
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


TOLERANCE = "measured"
MOST_SOLIDS = 16


def measures_of(modeller: Modeller, seed_id: str, reference: str) -> Measures:
    """Raises CannotCut where the text may not run, leaves no good solid, or not the same each time."""
    if findings := reject(reference):
        raise CannotCut(f"no candidate may contain it: {findings[0].what} in line {findings[0].line}")
    settings = {"tolerance": TOLERANCE, "solids": "0"}
    bundle = EnvironmentBundle(
        "cad_modeling", seed_id, "", "", CANDIDATE_FILE, reference, settings=settings, limits=LIMITS
    )
    run = modeller.model(bundle, Candidate(reference))
    if run.shape is None:
        raise CannotCut(f"it leaves no part: {_said(run)}")
    try:
        judged = modeller.judge(bundle, run.shape)
    except PermanentEnvironmentFailure as error:
        raise CannotCut(f"it leaves a part only at times: {error}") from None
    if judged.gates is not None and judged.gates.defects:
        raise CannotCut(f"it leaves no good solid: {judged.gates.defects[0].text}")
    if judged.figures is None:
        raise CannotCut("it leaves no solid that can be measured")
    if apart := differences(judged.figures, TOLERANCES[TOLERANCE], 0.0):
        raise CannotCut(f"it is another part each time: {apart[0]}")
    if judged.figures.reference.solids > MOST_SOLIDS:
        raise CannotCut(f"over a size limit: {judged.figures.reference.solids} solids; at most {MOST_SOLIDS}")
    return judged.figures.reference


def _said(run: Modelled) -> str:
    report = run.report
    if report is None:
        return run.step.ended.value
    return f"{report.error.kind}: {report.error.text}" if report.error is not None else f"it is {report.kind}"


def title_of(name: str) -> str:
    return " ".join(words_of(name.replace("_", " "))) or name


def prompt_text(title: str, said: Said, measures: Measures) -> str:
    blocks = [f"# {title}", _described(said), _notes(said.notes), _table(said.parameters), _measured(measures)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _described(said: Said) -> str:
    if not said.description:
        return "Model this part."
    quoted = "\n".join(f"> {line}".rstrip() for line in said.description.splitlines())
    return f"Model this part. Its author says of it:\n\n{quoted}"


def _notes(notes: Sequence[str]) -> str:
    if not notes:
        return ""
    listed = "\n".join(f"{number}. {' '.join(note.split())}" for number, note in enumerate(notes, 1))
    return f"Notes at the steps of the original, in their order:\n\n{listed}"


def _table(parameters: Sequence[Parameter]) -> str:
    if not parameters:
        return ""
    rows = [f"| `{one.name}` | `{one.value}` | {one.remark.replace('|', '/')} |" for one in parameters]
    return "\n".join(["Its parameters:\n", "| name | value | remark |", "|---|---|---|", *rows])


def _measured(measures: Measures) -> str:
    """Where it stands, and its size: of two readings, one has them."""
    low, high = measures.box[:3], measures.box[3:]
    reach = ", ".join(
        f"{axis} from {shown(one, 5)} to {shown(other, 5)}" for axis, one, other in zip("xyz", low, high, strict=True)
    )
    through = "" if not measures.genus else f", {measures.genus} {'hole' if measures.genus == 1 else 'holes'} through"
    voids = "" if not measures.voids else f", {measures.voids} sealed inside"
    bodies = "one solid" if measures.solids == 1 else f"{measures.solids} solids"
    return (
        f"The original, measured where it stands (mm): {reach}. It is {bodies} with {measures.faces} faces{through}"
        f"{voids}; volume {shown(measures.volume, 5)} mm3, surface {shown(measures.area, 5)} mm2, centre of mass"
        f" {point(measures.centre)}."
    )
