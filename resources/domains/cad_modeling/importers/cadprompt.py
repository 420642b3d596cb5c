"""Folders of prompt, CadQuery script and optional STL, as CADPrompt lays them out.

The scripts end by exporting `Ground_Truth.stl`, the very file that a judge would read. Nothing is exported here:
`references` turns the export into `result`, and what still reaches for files is refused by the reject stage. The STL is
never read: the script's own solid is the reference.
"""

from pathlib import Path

from resources.domains.cad_modeling.importers.references import UnfitReferenceError, leaving_result
from resources.domains.cad_modeling.interface import CANDIDATE_FILE, LIMITS, interface
from resources.domains.cad_modeling.reject import reject
from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.source_tree import (
    SourceTree,
    UnreadableError,
    detect_commit,
    detect_licence,
    existing,
    finished,
    tier_of_size,
)

LOOKED_FOR = "folders that hold one CadQuery script (.py) and at least one description (.txt)"
URL = "https://github.com/Kamel773/CAD_Code_Generation"
_MEASURED = ("measurement", "dimension", "specific")
_NO_DIMENSIONS = "the description gives no dimensions"


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """Every folder below `path` with a script and a description is one task, named after its path."""
    existing(path, LOOKED_FOR)
    tree = SourceTree(path)
    seeds: list[TaskSeed] = []
    problems: list[ImportProblem] = []
    used: list[Path] = []
    licence = licence or detect_licence(path)
    for folder, names in tree.folders() if path.is_dir() else ():
        scripts = [name for name in names if name.endswith(".py")]
        texts = [name for name in names if name.endswith(".txt")]
        if not scripts or not texts:
            continue
        used += [folder / name for name in (*scripts, *texts)]
        try:
            if len(scripts) > 1:
                raise UnreadableError(tree.name(folder), "script", f"{len(scripts)} scripts, expected one")
            seeds.append(_seed(tree, folder / scripts[0], [folder / name for name in texts], licence))
        except UnreadableError as error:
            problems.append(error.problem)
    if not used:
        raise ImportSourceError(f"{path}: no CAD set; looked for {LOOKED_FOR}")
    return finished(seeds, problems, commit=commit or detect_commit(tree, used))


def _seed(tree: SourceTree, script: Path, texts: list[Path], licence: str) -> TaskSeed:
    description = min(texts, key=lambda text: (not _measured(text), text.name))
    prompt = tree.text(description, "prompt").strip() + "\n"
    try:
        reference = leaving_result(tree.text(script, "script"))
    except UnfitReferenceError as error:
        raise UnreadableError(tree.name(script), "script", str(error)) from None
    name = tree.name(script.parent)
    measured = _measured(description) or any(character.isdigit() for character in prompt)
    return TaskSeed(
        seed_id=f"cadprompt/{name}",
        domain="cad_modeling",
        title=name.rpartition("/")[2],
        prompt=prompt,
        interface=interface(1, assembly=False),
        candidate_file=CANDIDATE_FILE,
        reference=reference,
        origin=SeedOrigin("cadprompt", "", licence, tree.name(script), URL),
        tier=tier_of_size(reference),
        tags=("cadprompt", "measured" if measured else "described"),
        settings={"solids": "0", "assembly": "no", "tolerance": "measured", "wall": "0"},
        limits=LIMITS,
        unusable=_unusable(reference) or ("" if measured else _NO_DIMENSIONS),
    )


def _measured(text: Path) -> bool:
    return any(word in text.name.lower() for word in _MEASURED)


def _unusable(reference: str) -> str:
    findings = reject(reference)
    return f"the reference would be rejected: {findings[0].what} in line {findings[0].line}" if findings else ""
