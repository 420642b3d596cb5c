"""The build backend: setuptools', with wheels built from the layout that `layout` writes.

An editable installation and a source distribution have the repository's own layout. See PEP 517 and PEP 660.
"""

import contextlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
)

from infra.wheel.layout import write_layout

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
]


def build_wheel(
    wheel_directory: str, config_settings: Mapping[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """The wheel's file name. Called in the project's folder. There is no `prepare_metadata_for_build_wheel`: it would
    list the packages of the repository's layout."""
    target = Path(wheel_directory).resolve()
    with tempfile.TemporaryDirectory(prefix="icwm-wheel-") as folder:
        write_layout(Path.cwd(), Path(folder))
        with contextlib.chdir(folder):
            name: str = build_meta.build_wheel(os.fspath(target), config_settings)
    return name
