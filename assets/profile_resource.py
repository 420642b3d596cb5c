"""ProfileResource: hands the run's profile to assets, and offers its name on the launch pad."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any

import dagster as dg
from pydantic import Field, create_model

from assets.profile import Profile, load_profile


class ProfileResource(dg.ConfigurableResource[Profile]):
    """The profile by name; the launchpad and `ICWM_PROFILE` choose it."""

    name: str = Field(description="how much of everything a run does")
    directory: str = Field(description="the folder with the profiles' YAML files")

    def get(self) -> Profile:
        return load_profile(Path(self.directory), self.name)


def profile_resource(name: str, directory: Path) -> ProfileResource:
    """The resource whose names are those of the folder, so that the launch pad offers them and says what each does.

    Each field has its default, so that a run says only what it wants otherwise. A name that has no file stays as it is:
    reading it says which there are.
    """
    files = sorted(directory.glob("*.yaml"))
    names = dict.fromkeys([*(file.stem for file in files), name])
    enumeration: Callable[..., Any] = StrEnum
    choice = enumeration("ProfileName", {each: each for each in names})
    said = f"{ProfileResource.model_fields['name'].description}. {' '.join(map(_said, files))}".strip()
    where = ProfileResource.model_fields["directory"].description
    fields: dict[str, Any] = {
        "name": (choice, Field(default=choice(name), description=said)),
        "directory": (str, Field(default=str(directory), description=where)),
    }
    offering = create_model("ProfileResource", __base__=ProfileResource, **fields)
    return offering(name=choice(name), directory=str(directory))


def _said(file: Path) -> str:
    """The comment that a profile begins with."""
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    return f"{file.stem}: {first.removeprefix('#').strip()}" if first.startswith("#") else f"{file.stem}."
