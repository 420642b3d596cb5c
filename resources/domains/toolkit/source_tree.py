"""A public set on disk: bounded, strict reading of its files. Its revision and licence are `set_origin`.

Everything read is untrusted: links out of the tree, devices, giant files and broken encodings are refused
with a reason. What the files mean is each set's own module.
"""

import os
import re
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import NoReturn

from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError
from resources.domains.seed import TaskSeed

MAXIMUM_FILE_BYTES = 1 << 20
"""The largest file of all three sets is under 100 kB."""

MAXIMUM_STREAM_BYTES = 2 << 30
"""The largest file that is read at all, line by line or for its hash; a full set of rows has hundreds of megabytes. A
sparse file of any size costs nothing to make and hours to read."""


MAXIMUM_ID_CHARACTERS = 200
_ID_WORD = re.compile(r"\w[\w.+\- ]*")
"""What stands between the slashes of a seed's id: it is shown in pages, and names files."""


class UnreadableError(Exception):
    """One item cannot be read; carries the problem to report."""

    def __init__(self, file: str, field: str, problem: str) -> None:
        super().__init__(file, field, problem)
        self.problem = ImportProblem(file, field, problem)

    def __str__(self) -> str:
        return str(self.problem)


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
        if status.st_size > MAXIMUM_STREAM_BYTES:
            raise UnreadableError(self.name(path), field, f"{status.st_size} bytes, more than {MAXIMUM_STREAM_BYTES}")
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
    if not path.is_file() and not path.is_dir():
        raise ImportSourceError(f"{path}: neither a regular file nor a folder; looked for {looked_for}")
    return path


def finished(seeds: Iterable[TaskSeed], problems: Iterable[ImportProblem], *, commit: str) -> ImportResult:
    """Both in order, the seeds with their commit; of seeds with one id the first stays and the others are problems.

    So is a seed whose name, or any other text, cannot be written as UTF-8 or holds a NUL, and one whose id is no path
    of plain words.
    """
    kept: dict[str, TaskSeed] = {}
    reported = list(problems)
    for seed in seeds:
        problem = _unusable(seed)
        if problem is not None:
            reported.append(problem)
        elif seed.seed_id in kept:
            first = kept[seed.seed_id].origin.path
            reported.append(ImportProblem(seed.origin.path, "id", f"{seed.seed_id} is already in {first}"))
        else:
            kept[seed.seed_id] = replace(seed, origin=replace(seed.origin, commit=commit))
    ordered = tuple(kept[seed_id] for seed_id in sorted(kept))
    return ImportResult(ordered, tuple(sorted(reported, key=lambda problem: (problem.file, problem.field))))


def _unusable(seed: TaskSeed) -> ImportProblem | None:
    """Why a seed cannot be stored, shown and named by people, where it cannot.

    File names come as the system gives them: bytes that are no UTF-8 are halves of surrogate pairs.
    """
    place = seed.origin.path.encode("utf-8", "replace").decode()
    texts = list(_texts(asdict(seed)))
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        return ImportProblem(place, "name", "not UTF-8")
    if any("\0" in text for text in texts):
        return ImportProblem(place, "text", "holds a NUL")
    words = seed.seed_id.split("/")
    if len(seed.seed_id) > MAXIMUM_ID_CHARACTERS or not all(map(_ID_WORD.fullmatch, words)):
        rule = f"letters, digits and ._+-, none of them first but letters and digits, {MAXIMUM_ID_CHARACTERS} at most"
        return ImportProblem(place, "id", f"{seed.seed_id[:60]!r} is no name: {rule}")
    return None


def _texts(value: object) -> Iterator[str]:
    """All texts in plain data, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.items():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def read_below(tree: SourceTree, *_: object) -> tuple[str, ...]:
    """What a reader of one item may read (`reader.apart`)."""
    return (str(tree.root.resolve()),)


def broken_item(death: Exception, tree: SourceTree, file: Path, *_: object) -> NoReturn:
    """An item of which its reader died."""
    raise UnreadableError(tree.name(file), "text", str(death))


def tier_of_size(reference: str) -> int:
    """Tier 1 to 5 by the reference's non-blank lines: up to 10, 20, 40, 80, more."""
    lines = sum(1 for line in reference.splitlines() if line.strip())
    return 1 + sum(lines > bound for bound in (10, 20, 40, 80))


def words_of(name: str) -> tuple[str, ...]:
    """Lower-case words of a problem's or folder's name, in order and without repeats; for tags."""
    return tuple(Counter(word.lower() for word in re.findall(r"[A-Za-z][A-Za-z0-9]+", name)))
