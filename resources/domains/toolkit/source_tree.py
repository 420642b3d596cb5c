"""A public set on disk: bounded, strict reading of its files, its revision and its licence.

Everything read is untrusted: links out of the tree, devices, giant files and broken encodings are refused
with a reason. What the files mean is each set's own module.
"""

import hashlib
import os
import re
import stat
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError
from resources.domains.seed import TaskSeed

MAXIMUM_FILE_BYTES = 1 << 20
"""The largest file of all three sets is under 100 kB."""

LICENCE_MARKS: tuple[tuple[str, str], ...] = (
    ("Apache-2.0", r"apache license\W+version 2\.0"),
    ("LGPL-3.0", r"gnu lesser general public license\W+version 3"),
    ("AGPL-3.0", r"gnu affero general public license\W+version 3"),
    ("GPL-3.0", r"gnu general public license\W+version 3"),
    ("GPL-2.0", r"gnu general public license\W+version 2"),
    ("MPL-2.0", r"mozilla public license,? version 2\.0"),
    ("CC-BY-SA-4.0", r"attribution-sharealike 4\.0"),
    ("CC-BY-NC-4.0", r"attribution-noncommercial 4\.0"),
    ("CC-BY-4.0", r"(creative commons attribution|\battribution) 4\.0"),
    ("CC0-1.0", r"cc0 1\.0 universal"),
    ("BSD-3-Clause", r"redistribution and use in source.*neither the name"),
    ("BSD-2-Clause", r"redistribution and use in source"),
    ("ISC", r"permission to use, copy, modify, and(/or)? distribute"),
    ("MIT", r"permission is hereby granted, free of charge"),
)
"""SPDX identifier → what its text says, the most specific first."""


class UnreadableError(Exception):
    """One item cannot be read; carries the problem to report."""

    def __init__(self, file: str, field: str, problem: str) -> None:
        super().__init__(f"{file}: {field}: {problem}")
        self.problem = ImportProblem(file, field, problem)


@dataclass(frozen=True)
class SourceTree:
    """The root of a set. Names in problems and origins are relative to it, with forward slashes."""

    root: Path

    def name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix().encode("utf-8", "replace").decode()

    def check(self, path: Path, field: str) -> os.stat_result:
        """The status of a regular file inside the tree; raises UnreadableError with the reason else."""
        try:
            if not path.resolve().is_relative_to(self.root.resolve()):
                raise UnreadableError(self.name(path), field, "a link that leads out of the set; not followed")
            status = path.stat()
        except (OSError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise UnreadableError(self.name(path), field, f"cannot be read: {reason}") from None
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableError(self.name(path), field, "not a regular file")
        return status

    def content(self, path: Path, field: str, limit: int = MAXIMUM_FILE_BYTES) -> bytes:
        """The bytes of a file that passes `check` and is not larger than `limit`; raises UnreadableError."""
        size = self.check(path, field).st_size
        if size > limit:
            raise UnreadableError(self.name(path), field, f"{size} bytes, more than {limit}")
        try:
            return path.read_bytes()
        except OSError as error:
            raise UnreadableError(self.name(path), field, f"cannot be read: {error.strerror}") from None

    def text(self, path: Path, field: str, *, may_be_empty: bool = False) -> str:
        """Strict UTF-8 without BOM and with "\\n" line ends; raises UnreadableError."""
        raw = self.content(path, field)
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            reason = f"not UTF-8: byte 0x{raw[error.start]:02x} at offset {error.start}"
            raise UnreadableError(self.name(path), field, reason) from None
        if not may_be_empty and not text.strip():
            raise UnreadableError(self.name(path), field, "empty")
        return plain_lines(text)

    def folders(self) -> Iterator[tuple[Path, list[str]]]:
        """Each folder and its file names, sorted; links to folders and hidden folders are not entered."""
        for folder, subfolders, names in os.walk(self.root):
            subfolders[:] = sorted(name for name in subfolders if not name.startswith("."))
            yield Path(folder), sorted(names)


def plain_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def existing(path: Path, looked_for: str) -> Path:
    """`path`, or ImportSourceError that says what was looked for."""
    if not path.exists():
        raise ImportSourceError(f"{path}: no such file or folder; looked for {looked_for}")
    return path


def detect_commit(tree: SourceTree, files: Iterable[Path]) -> str:
    """Git HEAD where the set's files are tracked by git, else "sha256:" and a hash over the files."""
    paths = sorted(files)
    return (_git_head(tree.root, paths[0]) if paths else "") or _content_hash(tree, paths)


def _git_head(root: Path, file: Path) -> str:
    """HEAD's hash; "" without git, without a repository, or where `file` is not in the repository's index.

    fsmonitor is off, because a repository's own configuration could name a program there.
    """
    command = ["git", "-c", "core.fsmonitor=false", "-C", str(root)]
    try:
        listed = subprocess.run(
            [*command, "ls-files", "--error-unmatch", "--", str(file.absolute())], capture_output=True, timeout=20
        )
        head = subprocess.run([*command, "rev-parse", "HEAD"], capture_output=True, timeout=20, text=True)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return head.stdout.strip() if listed.returncode == 0 and head.returncode == 0 else ""


def _content_hash(tree: SourceTree, paths: list[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(tree.name(path).encode() + b"\0")
        try:
            tree.check(path, "file")
            with path.open("rb") as stream:
                total.update(hashlib.file_digest(stream, "sha256").digest())
        except (OSError, UnreadableError):
            total.update(b"unreadable")
    return f"sha256:{total.hexdigest()}"


def detect_licence(path: Path) -> str:
    """The SPDX identifier of the nearest LICENSE file in `path` or up to three parents; "" when unknown."""
    start = path.resolve()
    folder = start if start.is_dir() else start.parent
    for place in (folder, *list(folder.parents)[:3]):
        for name in sorted(os.listdir(place)) if os.access(place, os.R_OK) else []:
            if re.fullmatch(r"(licen[cs]e|copying)([.-].*)?", name, re.IGNORECASE) and (place / name).is_file():
                with (place / name).open("rb") as stream:
                    return licence_identifier(stream.read(65536).decode("utf-8", "replace"))
    return ""


def licence_identifier(text: str) -> str:
    """The SPDX identifier of a licence's text; "" when it is none of those known."""
    words = " ".join(text.lower().split())
    return next((name for name, mark in LICENCE_MARKS if re.search(mark, words)), "")


def finished(seeds: Iterable[TaskSeed], problems: Iterable[ImportProblem], *, commit: str) -> ImportResult:
    """Both in order, the seeds with their commit; of seeds with one id the first stays and the others are problems."""
    kept: dict[str, TaskSeed] = {}
    reported = list(problems)
    for seed in seeds:
        if seed.seed_id in kept:
            first = kept[seed.seed_id].origin.path
            reported.append(ImportProblem(seed.origin.path, "id", f"{seed.seed_id} is already in {first}"))
        else:
            kept[seed.seed_id] = replace(seed, origin=replace(seed.origin, commit=commit))
    ordered = tuple(kept[seed_id] for seed_id in sorted(kept))
    return ImportResult(ordered, tuple(sorted(reported, key=lambda problem: (problem.file, problem.field))))


def tier_of_size(reference: str) -> int:
    """Tier 1 to 5 by the reference's non-blank lines: up to 10, 20, 40, 80, more."""
    lines = sum(1 for line in reference.splitlines() if line.strip())
    return 1 + sum(lines > bound for bound in (10, 20, 40, 80))


def words_of(name: str) -> tuple[str, ...]:
    """Lower-case words of a problem's or folder's name, in order and without repeats; for tags."""
    return tuple(Counter(word.lower() for word in re.findall(r"[A-Za-z][A-Za-z0-9]+", name)))
