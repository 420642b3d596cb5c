"""Lazy answers of a task: the right outputs by means that its prompt forbids, as edits of its reference. None may pass.

They lie beside the task and never in its bundle, so that no prompt shows them; certification runs them as cheats.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from resources.domains.toolkit.seed_folder import BrokenSeedError, Identifier

LAZY_FILE = "lazy.yaml"
_STRICT = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class Edit:
    """A text that stands once in the reference, and what takes its place."""

    __pydantic_config__ = _STRICT
    old: Annotated[str, Field(min_length=1)]
    new: str


@dataclass(frozen=True)
class LazyAnswer:
    """`breaks` are the words of the prompt that it does not keep."""

    __pydantic_config__ = _STRICT
    name: Identifier
    breaks: Annotated[str, Field(min_length=1)]
    edits: Annotated[tuple[Edit, ...], Field(min_length=1)]

    def code(self, reference: str) -> str:
        """Raises ValueError where an edit does not fit."""
        for edit in self.edits:
            if reference.count(edit.old) != 1:
                raise ValueError(f"{self.name}: {edit.old.strip()[:60]!r} stands {reference.count(edit.old)} times")
            reference = reference.replace(edit.old, edit.new)
        return reference


@cache
def read_lazy_answers(folder: Path) -> tuple[LazyAnswer, ...]:
    """Those of one task folder. Raises BrokenSeedError."""
    file = folder / LAZY_FILE
    try:
        raw = yaml.safe_load(file.read_text(encoding="utf-8"))
        answers: tuple[LazyAnswer, ...] = TypeAdapter(tuple[LazyAnswer, ...]).validate_python(raw)
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise BrokenSeedError(file, "lazy answers", " ".join(str(error).split())[:300]) from error
    return answers
