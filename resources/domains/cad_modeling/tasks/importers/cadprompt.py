"""Folders of prompt, CadQuery script and optional STL, as CADPrompt lays them out.

The scripts end by exporting `Ground_Truth.stl`, the very file that a judge would read. Nothing is exported here:
`leaving_result` turns the export into `result`, and what still reaches for files is refused by the reject stage. The
script's own solid is the reference; it is built once, in the sandbox, and where the set's STL shows another part, the
task is kept and marked unusable.

Few descriptions say where the part stands. Where one names no origin and no axis or plane, any pose is right.
"""

import ast
import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from resources.domains.cad_modeling.execution.modeller import Modeller
from resources.domains.cad_modeling.execution.rejection import reject
from resources.domains.cad_modeling.language.source import CadSource, parse_script
from resources.domains.cad_modeling.tasks.library import CANDIDATE_FILE, LIMITS, interface
from resources.domains.faults import Edit, apply_edits
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
    tier_of_size,
)
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.reader.apart import apart
from resources.execution.sandbox.selection import make_sandbox

LOOKED_FOR = "folders that hold one CadQuery script (.py) and at least one description (.txt)"
URL = "https://github.com/Kamel773/CAD_Code_Generation"
_MEASURED = ("measurement", "dimension", "specific")
_ORIGIN = re.compile(r"\borigin\b|\bcoordinates?\b|\(\s*-?[\d.]+\s*,\s*-?[\d.]+", re.IGNORECASE)
_AXIS = re.compile(r"\b[xyz][ -]?(axis|axes|direction)\b|\b(xy|yz|xz|zx|yx|zy)\b|[+-][xyz]\b", re.IGNORECASE)
_NO_DIMENSIONS = "the description gives no dimensions"
LEAST_OVERLAP, MOST_CHAMFER = 0.98, 0.04
"""Below this intersection over union, the script and the mesh are two parts; where a mesh does not close, above this
chamfer distance of the diagonal (two draws of points from one surface come to 0.01 to 0.03)."""
LARGEST_MESH = 16 << 20


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """Every folder below `path` with a script and a description is one task, named after its path."""
    existing(path, LOOKED_FOR)
    tree = SourceTree(path)
    seeds: list[TaskSeed] = []
    problems: list[ImportProblem] = []
    used: list[Path] = []
    licence = licence or detect_licence(path)
    with part_reader() as parts:
        for folder, names in counted(tree.folders() if path.is_dir() else (), "folders"):
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


def _built(seed: TaskSeed, mesh: bytes | None, parts: "PartReader") -> TaskSeed:
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


@dataclass(frozen=True)
class PublishedPart:
    """`solids` is 0 where the script leaves no part. `problem` says why no task can rest on it; "" where one can."""

    solids: int
    problem: str = ""


class PartReader:
    """Runs scripts that nobody vetted, and reads meshes, in a sandbox that lasts as long as the import."""

    def __init__(self) -> None:
        self._modeller: Modeller | None = None
        self._stack = contextlib.ExitStack()

    def read(self, name: str, reference: str, mesh: bytes | None) -> PublishedPart:
        """Raises SandboxUnavailable where no sandbox works."""
        bundle = EnvironmentBundle(
            domain="cad_modeling",
            seed_id=name,
            prompt="",
            interface="",
            candidate_file=CANDIDATE_FILE,
            reference=reference,
            settings={"tolerance": "measured"},
            limits=LIMITS,
        )
        run = self._open().model(bundle, Candidate(reference))
        if run.shape is None:
            error = run.report.error if run.report is not None else None
            said = f"{error.kind}: {error.text}" if error is not None else run.step.ended.value
            return PublishedPart(0, f"the reference leaves no part: {said[:200]}")
        seen = self._open().published(bundle, run.shape, mesh)
        if seen is None or not seen.solids:
            return PublishedPart(0, "the reference leaves no solid that can be read")
        return PublishedPart(seen.solids, _disagreement(seen.overlap, seen.chamfer) if mesh is not None else "")

    def _open(self) -> Modeller:
        if self._modeller is None:
            sandbox = make_sandbox()
            self._stack.callback(sandbox.close)
            self._modeller = Modeller(sandbox)
        return self._modeller

    def close(self) -> None:
        self._stack.close()


@contextlib.contextmanager
def part_reader() -> Iterator[PartReader]:
    """The sandbox starts with the first part that is read."""
    reader = PartReader()
    try:
        yield reader
    finally:
        reader.close()


def _disagreement(overlap: float | None, chamfer: float | None) -> str:
    if overlap is not None:
        if overlap >= LEAST_OVERLAP:
            return ""
        return f"the script's part and the set's STL disagree: IoU {overlap:.3f}, at least {LEAST_OVERLAP:g} expected"
    if chamfer is None:
        return "the set's STL cannot be read"
    if chamfer <= MOST_CHAMFER:
        return ""
    return f"the script's part and the set's STL, which does not close, disagree: chamfer distance {chamfer:.3f}"


_LEAVING = frozenset({"export", "exportStl", "exportStep", "exportBrep", "save", "show_object", "show", "debug"})


class UnfitReferenceError(Exception):
    """The script cannot be a reference; says why."""


def leaving_result(code: str) -> str:
    """The script that leaves in `result` what it last exported or showed, else `result`, else what it last assigned.

    A script may set `result` on its way and export another name: what it exports is the part.
    Raises UnfitReferenceError.
    """
    source = parse_script(code)
    if source is None:
        raise UnfitReferenceError("Python does not parse it")
    leaving = [statement for statement in source.tree.body if _leaves(statement)]
    bound = [statement for statement in source.tree.body if _target(statement) == "result"]
    left = _left(source, leaving[-1]) if leaving else ""
    part = left or ("" if bound else _last_target(source))
    if not bound and not part:
        raise UnfitReferenceError("it neither exports nor assigns a part")
    removals = tuple(source.replace(statement, "pass") for statement in leaving)
    edited = apply_edits(code, [Edit("reference", removals, 1, "script")]) if removals else code
    kept = "\n".join(line for line in edited.rstrip().splitlines() if line.strip() != "pass" or not removals)
    return f"{kept.rstrip()}\n" + (f"\nresult = {part}\n" if part not in ("", "result") else "")


def _leaves(statement: ast.stmt) -> bool:
    """A statement that only calls an exporter or a viewer."""
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
        return False
    function = statement.value.func
    name = (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )
    return name in _LEAVING


def _left(source: CadSource, statement: ast.stmt) -> str:
    """The text of what is exported: a function's first argument, or the object whose method it is."""
    assert isinstance(statement, ast.Expr)
    call = statement.value
    assert isinstance(call, ast.Call)
    first = call.args[0] if call.args else None
    if first is not None and not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
        return source.text(first)
    return source.text(call.func.value) if isinstance(call.func, ast.Attribute) else ""


def _target(statement: ast.stmt) -> str:
    """The name that a statement sets; "" where it sets none or several."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    if isinstance(statement, ast.AnnAssign) and statement.value is not None and isinstance(statement.target, ast.Name):
        return statement.target.id
    return ""


def _last_target(source: CadSource) -> str:
    names = [name for name in map(_target, source.tree.body) if name]
    return names[-1] if names else ""
