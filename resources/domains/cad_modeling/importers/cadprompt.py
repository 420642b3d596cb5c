"""Folders of prompt, CadQuery script and optional STL, as CADPrompt lays them out.

The scripts end by exporting `Ground_Truth.stl`, the very file that a judge would read. Nothing is exported here:
`references` turns the export into `result`, and what still reaches for files is refused by the reject stage. The
script's own solid is the reference; where the set's STL shows another part, the task is kept and marked unusable.

Few descriptions say where the part stands. Where one names no origin and no axis or plane, any pose is right.
"""

import re
from dataclasses import replace
from pathlib import Path

from resources.domains.cad_modeling.importers.published_parts import (
    LARGEST_MESH,
    PartReader,
    part_reader,
)
from resources.domains.cad_modeling.importers.references import UnfitReferenceError, leaving_result
from resources.domains.cad_modeling.interface import CANDIDATE_FILE, LIMITS, interface
from resources.domains.cad_modeling.reject import reject
from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.set_origin import detect_commit, detect_licence
from resources.domains.toolkit.source_tree import (
    SourceTree,
    UnreadableError,
    broken_item,
    existing,
    finished,
    read_below,
    tier_of_size,
)
from resources.execution.reader.apart import apart

LOOKED_FOR = "folders that hold one CadQuery script (.py) and at least one description (.txt)"
URL = "https://github.com/Kamel773/CAD_Code_Generation"
_MEASURED = ("measurement", "dimension", "specific")
_ORIGIN = re.compile(r"\borigin\b|\bcoordinates?\b|\(\s*-?[\d.]+\s*,\s*-?[\d.]+", re.IGNORECASE)
_AXIS = re.compile(r"\b[xyz][ -]?(axis|axes|direction)\b|\b(xy|yz|xz|zx|yx|zy)\b|[+-][xyz]\b", re.IGNORECASE)
_NO_DIMENSIONS = "the description gives no dimensions"


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """Every folder below `path` with a script and a description is one task, named after its path."""
    existing(path, LOOKED_FOR)
    tree = SourceTree(path)
    seeds: list[TaskSeed] = []
    problems: list[ImportProblem] = []
    used: list[Path] = []
    licence = licence or detect_licence(path)
    with part_reader() as parts:
        for folder, names in tree.folders() if path.is_dir() else ():
            scripts = [name for name in names if name.endswith(".py")]
            texts = [name for name in names if name.endswith(".txt")]
            if not scripts or not texts:
                continue
            used += [folder / name for name in (*scripts, *texts)]
            try:
                if len(scripts) > 1:
                    raise UnreadableError(tree.name(folder), "script", f"{len(scripts)} scripts, expected one")
                mesh = _mesh(tree, folder, names)
                paths = [folder / name for name in texts]
                seed = _seed(tree, folder / scripts[0], paths, licence)
                seeds.append(seed if seed.unusable else _built(seed, mesh, parts))
            except UnreadableError as error:
                problems.append(error.problem)
    if not used:
        raise ImportSourceError(f"{path}: no CAD set; looked for {LOOKED_FOR}")
    return finished(seeds, problems, commit=commit or detect_commit(tree, used))


def _mesh(tree: SourceTree, folder: Path, names: list[str]) -> bytes | None:
    """The bytes of the folder's STL; None where it has none."""
    meshes = [folder / name for name in names if name.lower().endswith(".stl")]
    return tree.content(meshes[0], "STL", LARGEST_MESH) if meshes else None


@apart(raises=(UnreadableError,), reads=read_below, died=broken_item)
def _seed(tree: SourceTree, script: Path, texts: list[Path], licence: str) -> TaskSeed:
    """What the texts say; how many solids there are, only the part tells."""
    description = min(texts, key=lambda text: (not _measured(text), text.name))
    prompt = tree.text(description, "prompt").strip() + "\n"
    try:
        reference = leaving_result(tree.text(script, "script"))
    except UnfitReferenceError as error:
        raise UnreadableError(tree.name(script), "script", str(error)) from None
    name = tree.name(script.parent)
    measured = _measured(description) or any(character.isdigit() for character in prompt)
    named_pose = bool(_ORIGIN.search(prompt) and _AXIS.search(prompt))
    return TaskSeed(
        seed_id=f"cadprompt/{name}",
        domain="cad_modeling",
        title=name.rpartition("/")[2],
        prompt=prompt,
        interface=interface(1, assembly=False, named_pose=named_pose),
        candidate_file=CANDIDATE_FILE,
        reference=reference,
        origin=SeedOrigin("cadprompt", "", licence, tree.name(script), URL),
        tier=tier_of_size(reference),
        tags=("cadprompt", "measured" if measured else "described"),
        settings={
            "solids": "0",
            "assembly": "no",
            "tolerance": "measured",
            "wall": "0",
            "pose": "named" if named_pose else "free",
        },
        limits=LIMITS,
        unusable=_rejected(reference),
    )


def _built(seed: TaskSeed, mesh: bytes | None, parts: PartReader) -> TaskSeed:
    part = parts.read(seed.seed_id, seed.reference, mesh)
    named_pose = seed.settings["pose"] == "named"
    return replace(
        seed,
        interface=interface(part.solids or 1, assembly=False, named_pose=named_pose),
        settings={**seed.settings, "solids": str(part.solids)},
        unusable=part.problem or ("" if "measured" in seed.tags else _NO_DIMENSIONS),
    )


def _measured(text: Path) -> bool:
    return any(word in text.name.lower() for word in _MEASURED)


def _rejected(reference: str) -> str:
    findings = reject(reference)
    return f"the reference would be rejected: {findings[0].what} in line {findings[0].line}" if findings else ""
