"""What git knows of an untrusted folder, read as data.

No program is started there: a repository's own configuration names programs that git would run (`core.fsmonitor`,
`core.hooksPath`, filters), so its files are read with dulwich, and its configuration is not read.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_MAXIMUM_INDEX_BYTES = 64 << 20


def checkout_of(folder: Path) -> Path | None:
    """The nearest folder at or above `folder` that has a `.git`."""
    return next((place for place in (folder, *folder.parents) if (place / ".git").exists()), None)


def git_head(root: Path, file: Path) -> str:
    """HEAD's hash; "" without a readable repository, or where `file` is not in the repository's index."""
    checkout = checkout_of(root.resolve())
    if checkout is None or not is_tracked(checkout, file.resolve()):
        return ""
    from dulwich.refs import DiskRefsContainer, Ref

    with _untrusted_repository():
        return DiskRefsContainer(checkout / ".git")[Ref(b"HEAD")].decode("ascii")
    return ""


def is_tracked(checkout: Path, path: Path) -> bool:
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
