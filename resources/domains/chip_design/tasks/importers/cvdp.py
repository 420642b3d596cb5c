"""CVDP: one JSON object a line, of two shapes (completion and agentic), each with a cocotb harness.

What decides whether a row runs on open tools is `cvdp_harness`; here rows become seeds. The row's Python
runner is never executed.
"""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any, NoReturn

from resources.domains.chip_design.tasks.importers.cvdp_harness import UnusableRowError, read_harness
from resources.domains.chip_design.tasks.importers.verilog_source import VerilogError, VerilogText
from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError, counted
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.set_origin import detect_commit
from resources.domains.toolkit.source_tree import (
    SourceTree,
    UnreadableError,
    existing,
    finished,
    plain_lines,
    tier_of_size,
)
from resources.execution.bundle import Limits
from resources.execution.reader.apart import apart

LOOKED_FOR = "a .jsonl file, or a folder of them, whose rows have an id and a harness"
URL = "https://github.com/NVlabs/cvdp_benchmark"
DATA_LICENCE = "CC-BY-4.0"
MAXIMUM_LINE_BYTES = 8 << 20
TIERS = {"easy": 2, "medium": 3, "hard": 4}
LIMITS = Limits(wall_s=60.0, cpu_s=60, memory_bytes=1 << 30)
"""A cocotb run starts a Python interpreter inside the simulator and drives thousands of cycles from it."""

Texts = dict[str, str]


@dataclass(frozen=True)
class Row:
    """Both shapes as one: what the model sees, the solution's files, the harness's files, by path."""

    name: str
    categories: tuple[str, ...]
    prompt: str
    context: Texts
    solution: Texts
    harness: Texts


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is a jsonl file or a folder that holds some."""
    path = existing(path, LOOKED_FOR).resolve()
    tree = SourceTree(path if path.is_dir() else path.parent)
    files = [path] if path.is_file() else [at / name for at, names in tree.folders() for name in names]
    files = [file for file in files if file.suffix == ".jsonl"]
    seeds: list[TaskSeed] = []
    problems: list[ImportProblem] = []
    for file in files:
        for line, content in counted(_lines(tree, file, problems), "rows"):
            try:
                seeds.append(_seed(_row(_parsed(content)), f"{tree.name(file)}:{line}", licence or DATA_LICENCE))
            except RowError as error:
                problems.append(ImportProblem(f"{tree.name(file)}:{line}", error.field, str(error)))
    if not seeds and not any(problem.field not in ("row", "id", "harness") for problem in problems):
        first = next((f" ({problem})" for problem in problems), "")
        raise ImportSourceError(f"{path}: no CVDP row{first}; looked for {LOOKED_FOR}")
    return finished(seeds, problems, commit=commit or detect_commit(tree, files))


class RowError(Exception):
    """A row that cannot become a seed; `field` is the field at fault."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def _lines(tree: SourceTree, file: Path, problems: list[ImportProblem]) -> Iterator[tuple[int, bytes]]:
    """Numbered lines that are not blank; read one at a time, since a full set has hundreds of megabytes."""
    try:
        tree.check(file, "file")
        with file.open("rb") as stream:
            number = 0
            while line := stream.readline(MAXIMUM_LINE_BYTES + 1):
                number += 1
                if len(line) > MAXIMUM_LINE_BYTES:
                    while line and not line.endswith(b"\n"):
                        line = stream.readline(MAXIMUM_LINE_BYTES)
                    reason = f"a line of more than {MAXIMUM_LINE_BYTES} bytes"
                    problems.append(ImportProblem(f"{tree.name(file)}:{number}", "row", reason))
                elif line.strip():
                    yield number, line
    except UnreadableError as error:
        problems.append(error.problem)
    except OSError as error:
        problems.append(ImportProblem(tree.name(file), "file", f"cannot be read: {error.strerror}"))


def _parsed(content: bytes) -> dict[str, Any]:
    try:
        row = json.loads(content.decode("utf-8-sig"))
        json.dumps(row, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise RowError("row", "holds half of a surrogate pair") from None
    except (ValueError, RecursionError) as error:
        raise RowError("row", f"not JSON in UTF-8: {error}") from None
    if not isinstance(row, dict):
        raise RowError("row", f"a JSON object is expected, not {type(row).__name__}")
    return row


def _row(row: Mapping[str, Any]) -> Row:
    name = row.get("id")
    if not isinstance(name, str) or not name.strip() or any(letter.isspace() for letter in name):
        raise RowError("id", "missing, empty, or not a word")
    harness = row.get("harness")
    if not isinstance(harness, dict):
        raise RowError("harness", "missing or not an object")
    inner, outer = row.get("input"), row.get("output")
    place = inner if isinstance(inner, dict) else row
    prompt = place.get("prompt")
    if not isinstance(prompt, str) or not prompt.strip():
        raise RowError("prompt", "missing or empty")
    context = _texts(place.get("context"), "context")
    if isinstance(outer, dict):
        solution = _texts(outer.get("context"), "output.context")
    else:
        solution = _patched(context, _texts(row.get("patch"), "patch"))
    categories = row.get("categories")
    words = tuple(str(item) for item in categories) if isinstance(categories, list) else ()
    return Row(name, words, prompt, context, solution, _texts(harness.get("files", harness), "harness"))


def _texts(value: Any, field: str) -> Texts:
    """Path → text, without entries that have no text; RowError where the field has another shape."""
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(text, str | None) for text in value.values()):
        raise RowError(field, "an object of texts by path is expected")
    return {_clean(path, field): plain_lines(text) for path, text in value.items() if text}


def _clean(path: str, field: str) -> str:
    parts = PurePosixPath(path.strip().lstrip("/")).parts
    if not parts or ".." in parts or "\0" in path:
        raise RowError(field, f"the path {path!r} leads out of the task")
    return "/".join(parts)


def _patched(context: Texts, patches: Texts) -> Texts:
    try:
        return {path: patched(path, context.get(path, ""), patch) for path, patch in patches.items()}
    except PatchError as error:
        raise RowError("patch", str(error)) from None


def _broken(death: Exception, *_: object) -> NoReturn:
    raise RowError("verilog", str(death))


@apart(died=_broken)
def _seed(row: Row, path: str, licence: str) -> TaskSeed:
    tier = next((TIERS[word] for word in row.categories if word in TIERS), 0)
    seed = TaskSeed(
        seed_id=f"cvdp/{row.name}",
        domain="chip_design",
        title=row.name.removeprefix("cvdp_").replace("_", " "),
        prompt=_prompt(row),
        interface="",
        candidate_file="candidate.sv",
        reference="",
        origin=SeedOrigin("cvdp", "", licence, path, URL),
        tier=tier or 1,
        tags=row.categories,
        limits=LIMITS,
    )
    try:
        harness = read_harness(row.context, row.solution, row.harness)
        interface = VerilogText(harness.reference).interface(harness.top)
    except (UnusableRowError, VerilogError) as error:
        return replace(seed, unusable=str(error))
    return replace(
        seed,
        interface=interface,
        candidate_file=harness.candidate_file,
        reference=harness.reference,
        tier=tier or tier_of_size(harness.reference),
        files=harness.files,
        settings=harness.settings,
    )


def _prompt(row: Row) -> str:
    """The prompt, and after it the context's files, which the public flow lays before the model as well."""
    parts = [row.prompt.strip()]
    for path, text in sorted(row.context.items()):
        fence = "````" if "```" in text else "```"
        parts.append(f"File `{path}`:\n\n{fence}\n{text.rstrip()}\n{fence}")
    return "\n\n".join(parts) + "\n"


class PatchError(Exception):
    """A patch that does not apply. The message names the file and git's reason."""


def patched(path: str, original: str, patch: str) -> str:
    """`original` after a unified diff whose hunks may stand without file headers; "" where it is deleted.

    git sees the file under a fixed name, so that no name in the patch decides where anything is written.
    """
    start = patch.find("@@ ")
    if start < 0 or (start and patch[start - 1] != "\n"):
        raise PatchError(f"{path}: not a unified diff")
    source = "a/file" if original else "/dev/null"
    body = patch[start:] if patch.endswith("\n") else patch[start:] + "\n"
    mode = "" if original else "new file mode 100644\n"
    text = f"diff --git a/file b/file\n{mode}--- {source}\n+++ b/file\n{body}"
    with tempfile.TemporaryDirectory(prefix="cvdp-patch-") as folder:
        if original:
            Path(folder, "file").write_text(original, encoding="utf-8", newline="\n")
        _apply(path, folder, text)
        target = Path(folder, "file")
        return target.read_text(encoding="utf-8") if target.is_file() else ""


def _apply(path: str, folder: str, text: str) -> None:
    command = ["git", "apply", "--whitespace=nowarn", "--unidiff-zero", "--include=file", "-"]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            input=text.encode(),
            capture_output=True,
            timeout=20,
            env={
                "PATH": os.environ.get("PATH", os.defpath),
                "GIT_CEILING_DIRECTORIES": str(Path(folder).parent),
                "LC_ALL": "C",
            },
        )
    except FileNotFoundError:
        raise PatchError(f"{path}: git is not installed, and patches are applied with it") from None
    except subprocess.TimeoutExpired:
        raise PatchError(f"{path}: git apply took more than 20 s") from None
    if done.returncode != 0:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise PatchError(f"{path}: git apply: {reason[0] if reason else done.returncode}")
