"""HomeResource: the home as Dagster hands it to assets."""

from pathlib import Path

import dagster as dg
from pydantic import Field

from assets.home import Home


class HomeResource(dg.ConfigurableResource[Home]):
    """The home: journals, checkpoints, reports, exports."""

    root: str = Field(description="the home folder, as an absolute path")

    def get(self) -> Home:
        return Home(Path(self.root))
