"""Where a public set is from: its git revision and its licence, read as data.

No program is started in an untrusted folder: a repository's own configuration names programs that git would run
(`core.fsmonitor`, `core.hooksPath`, filters), so its files are read with dulwich, and its configuration is not read.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from resources.domains.toolkit.licence_texts import MAXIMUM_BYTES, licence_identifier
from resources.domains.toolkit.source_tree import SourceTree, UnreadableError

_MAXIMUM_INDEX_BYTES = 64 << 20
_LICENCE_FILE = re.compile(r"(licen[cs]e|copying)([.-].*)?", re.IGNORECASE)


def detect_commit(tree: SourceTree, files: Iterable[Path]) -> str:
    """Git HEAD where the set's files are tracked by git, else "sha256:" and a hash over the files."""
    paths = sorted(files)
    return (_git_head(tree.root, paths[0]) if paths else "") or _content_hash(tree, paths)


def detect_licence(path: Path) -> str:
    """The SPDX identifier of the nearest LICENSE file, from `path` up to the root of its git checkout; "" if unknown.

    Without a checkout that tracks `path` only `path` itself is searched: a file further up is another project's.
    """
    start = path.resolve()
    folder = start if start.is_dir() else start.parent
    checkout = _checkout(folder)
    root = checkout if checkout is not None and _tracked(checkout, start) else folder
    for place in (folder, *folder.parents):
        for name in _licence_files(place):
            with (place / name).open("rb") as stream:
                return licence_identifier(stream.read(MAXIMUM_BYTES).decode("utf-8", "replace"))
        if place == root:
            break
    return ""


def _licence_files(folder: Path) -> list[str]:
    try:
        names = sorted(item.name for item in folder.iterdir() if _LICENCE_FILE.fullmatch(item.name))
        return [name for name in names if (folder / name).is_file() and not (folder / name).is_symlink()]
    except OSError:
        return []


def _checkout(folder: Path) -> Path | None:
    """The nearest folder at or above `folder` that has a `.git`."""
    return next((place for place in (folder, *folder.parents) if (place / ".git").exists()), None)


def _git_head(root: Path, file: Path) -> str:
    """HEAD's hash; "" without a readable repository, or where `file` is not in the repository's index."""
    checkout = _checkout(root.resolve())
    if checkout is None or not _tracked(checkout, file.resolve()):
        return ""
    from dulwich.refs import DiskRefsContainer, Ref

    with _untrusted_repository():
        return DiskRefsContainer(checkout / ".git")[Ref(b"HEAD")].decode("ascii")
    return ""


def _tracked(checkout: Path, path: Path) -> bool:
    """Whether the checkout's index holds `path`, or something below it. A `.git` that is a file is not followed."""
    from dulwich.index import Index

    index = checkout / ".git" / "index"
    with _untrusted_repository():
        if index.is_file() and index.stat().st_size <= _MAXIMUM_INDEX_BYTES:
            name = os.fsencode(path.relative_to(checkout).as_posix())
            return name == b"." or any(entry == name or entry.startswith(name + b"/") for entry in Index(str(index)))
    return False


@contextmanager
def _untrusted_repository() -> Iterator[None]:
    """A repository that cannot be read is none: its bytes are untrusted, and the reader raises whatever its parsing
    happens to (struct.error, AssertionError, KeyError)."""
    with suppress(Exception):
        yield


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
