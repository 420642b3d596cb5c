"""Which revision of a public set was read: git's, or a hash over its files. Its licence is `licence_files`."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from resources.domains.toolkit.git_checkout import git_head
from resources.domains.toolkit.source_tree import SourceTree, UnreadableError


def detect_commit(tree: SourceTree, files: Iterable[Path]) -> str:
    """Git HEAD where the set's files are tracked by git, else "sha256:" and a hash over the files."""
    paths = sorted(files)
    return (git_head(tree.root, paths[0]) if paths else "") or _content_hash(tree, paths)


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
