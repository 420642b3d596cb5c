"""Reading certified bundles back from the lake, for every stage downstream."""

from typing import Any

from assets.bundles.schema import ENVIRONMENT_BUNDLES
from resources.execution.bundle import EnvironmentBundle, bundle_from_json
from resources.storage.lake import Lake


def certified_bundles(lake: Lake, domain: str) -> list[EnvironmentBundle]:
    """Bundles that may be used, ordered by seed id. Raises TableNotWritten before the first certification."""
    rows: list[dict[str, Any]] = lake.arrow(ENVIRONMENT_BUNDLES.name, [domain]).to_pylist()
    return [bundle_from_json(row["canonical"]) for row in rows if row["certified"]]
