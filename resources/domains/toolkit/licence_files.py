"""Under which licence a public set is: every licence file in it, and the nearest above it within its git checkout.

Code under one licence and data under another is how sets commonly come. A row's licence is the whole of what lies
there: all must be known, and the row is under all of them (`AND`). Files are data; links and devices are not read.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from resources.domains.toolkit.git_checkout import checkout_of, is_tracked
from resources.domains.toolkit.licence_texts import MAXIMUM_BYTES, licence_identifier

MAXIMUM_FILES = 200_000
"""Names looked at below a set. A larger set is searched so far, and then its licence is unknown."""

_NAME = re.compile(r"(?:.*[-_. ])?(?:un)?licen[cs]es?(?:[-_. ].*)?|copying(?:[-_. ].*)?", re.IGNORECASE)
_FOLDER = re.compile(r"licen[cs]es?", re.IGNORECASE)
_SOURCES = frozenset(
    ".bib .c .cc .cfg .cpp .cs .csv .css .cu .go .h .hpp .ini .ipynb .java .jpg .js .json .jsonl .lock .mk .parquet "
    ".png .py .pyc .rs .s .sh .sql .stl .sv .svg .svh .toml .ts .v .vh .vhd .xml .yaml .yml".split()
)
"""Endings of files that speak of licences in their names and are none."""


@dataclass(frozen=True)
class LicenceFile:
    """`name` is relative to the set; `licence` is "" with the reason in `problem` where it is none that is known."""

    name: str
    licence: str
    problem: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.licence or self.problem}"


def detect_licence(path: Path) -> str:
    """An SPDX expression over all licence files of the set at `path`; "" where there is none, or one is not known."""
    identifiers = [file.licence for file in licence_files(path)]
    if not identifiers or not all(identifiers):
        return ""
    return " AND ".join(sorted(set(identifiers)))


def licence_above(folder: Path, root: Path) -> str:
    """That of the nearest folder with licence files, from `folder` up to `root` and then as far as the checkout that
    tracks it goes; "" as of `detect_licence`."""
    start, top = folder.resolve(), root.resolve()
    inner = [place for place in (start, *start.parents) if place.is_relative_to(top)]
    files = next((found for place in [*inner, *_upwards(top, top)] if (found := _named(place))), [])
    identifiers = [_read(file, top).licence for file in files]
    return " AND ".join(sorted(set(identifiers))) if all(identifiers) else ""


def licence_files(path: Path) -> list[LicenceFile]:
    """Those of the nearest folder that has one, from `path` up to the root of the checkout that tracks it, and all
    below `path`. Without such a checkout nothing above counts: it is another project's."""
    start = path.resolve()
    folder = start if start.is_dir() else start.parent
    above = next((found for place in _upwards(start, folder) if (found := _named(place))), [])
    if not start.is_dir():
        return [_read(file, folder) for file in above]
    below, is_whole = _below(start)
    unseen = [] if is_whole else [LicenceFile(".", "", f"more than {MAXIMUM_FILES} files; not all were looked at")]
    files = (file for file in dict.fromkeys([*above, *below]) if not _is_seen_elsewhere(file, folder))
    return [*(_read(file, folder) for file in files), *unseen]


def _upwards(start: Path, folder: Path) -> Iterator[Path]:
    checkout = checkout_of(folder)
    root = checkout if checkout is not None and is_tracked(checkout, start) else folder
    for place in (folder, *folder.parents):
        yield place
        if place == root:
            return


def _below(folder: Path) -> tuple[list[Path], bool]:
    """The licence files of all folders below, and whether all of them were looked at."""
    found: list[Path] = []
    seen = 0
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != ".git")
        seen += len(names)
        if seen > MAXIMUM_FILES:
            return found, False
        found += _licences_among(Path(place), names)
    return found, True


def _named(folder: Path) -> list[Path]:
    """Licence files of one folder, and of its `LICENSES`."""
    try:
        places = [
            folder,
            *(item for item in sorted(folder.iterdir()) if _FOLDER.fullmatch(item.name) and _is_folder(item)),
        ]
        return [file for place in places for file in _licences_among(place, os.listdir(place))]
    except OSError:
        return []


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _licences_among(folder: Path, names: list[str]) -> list[Path]:
    all_are = bool(_FOLDER.fullmatch(folder.name))
    return [
        folder / name for name in sorted(names) if (all_are or _NAME.fullmatch(name)) and _may_be_text(folder / name)
    ]


def _may_be_text(path: Path) -> bool:
    return path.suffix.lower() not in _SOURCES and not _is_folder(path)


def _is_seen_elsewhere(path: Path, folder: Path) -> bool:
    return path.is_symlink() and path.exists() and path.resolve().is_relative_to(folder)


def _read(path: Path, folder: Path) -> LicenceFile:
    name = os.path.relpath(path, folder).encode("utf-8", "replace").decode()
    try:
        if path.is_symlink() or not path.is_file():
            return LicenceFile(name, "", "a link or no regular file; not followed")
        if path.stat().st_size > MAXIMUM_BYTES:
            return LicenceFile(name, "", f"over {MAXIMUM_BYTES} bytes, longer than any licence that is known")
        licence = licence_identifier(path.read_bytes().decode("utf-8", "replace"))
    except OSError as error:
        return LicenceFile(name, "", f"cannot be read: {error.strerror}")
    return LicenceFile(name, licence, "" if licence else "its words are not those of a licence that is known")
