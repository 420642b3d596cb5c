"""Asset checks that have a status for each partition: of five domains, none hides what another failed.

Dagster calls partitioned checks a preview and warns at each definition; a version that changes them fails the tests of
the graph. What is checked is the stages' and `orchestration.checks`'.
"""

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import dagster as dg

FITS_ITS_SCHEMA = "Each column has the type that the table's one schema says, no null where none may be, and the key "
FITS_ITS_SCHEMA += "is unique."
Check = Callable[..., dg.AssetCheckResult]


@contextmanager
def _preview_is_known() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dg.PreviewWarning)
        yield


def check_spec(
    name: str,
    asset: str,
    partitions_def: dg.PartitionsDefinition[str] | None,
    *,
    description: str,
    blocking: bool = False,
) -> dg.AssetCheckSpec:
    """Of a check that the asset's own function yields."""
    with _preview_is_known():
        return dg.AssetCheckSpec(
            name, asset=asset, description=description, blocking=blocking, partitions_def=partitions_def
        )


def asset_check(
    asset: dg.AssetsDefinition | str,
    *,
    name: str | None = None,
    description: str | None = None,
    blocking: bool = False,
    partitions_def: dg.PartitionsDefinition[str] | None = None,
) -> Callable[[Check], dg.AssetChecksDefinition]:
    """Dagster's decorator, with the partitions of the asset; `partitions_def` where it is known by name alone."""
    own = asset.partitions_def if isinstance(asset, dg.AssetsDefinition) else partitions_def

    def decorate(check: Check) -> dg.AssetChecksDefinition:
        with _preview_is_known():
            decorator = dg.asset_check(
                asset=asset,
                name=name,
                description=description,
                blocking=blocking,
                partitions_def=own,
            )
            return decorator(check)

    return decorate
