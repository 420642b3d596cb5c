"""A home in which the graph runs for tests: the smallest profile, a folder of its own. Fixtures are in conftest."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orchestration.run_graph import RunResult
    from orchestration.settings import Settings
    from resources.storage.lake import Lake

PROFILES = Path(__file__).parent / "profiles"
PROJECT = Path(__file__).parent.parent


@dataclass(frozen=True)
class GraphHome:
    """A home in which the whole graph was materialised once, and how to run things in it."""

    settings: "Settings"
    results: "tuple[tuple[str, RunResult], ...]"

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "ICWM_HOME": str(self.settings.home.root),
            "ICWM_PROFILE": self.settings.profile,
            "ICWM_PROFILES": str(self.settings.profiles),
            "DAGSTER_HOME": str(self.settings.home.dagster),
        }

    def lake(self) -> "Lake":
        from resources.storage.lake import Lake

        return Lake(self.settings.lake)


def settings_in(root: Path) -> "Settings":
    """The smallest profile in a home of its own."""
    from assets.home import Home
    from orchestration.settings import Settings

    home = Home(root)
    return Settings(home, str(home.lake), "test", PROFILES, 0)
