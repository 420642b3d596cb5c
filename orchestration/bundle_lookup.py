"""The bundle that somebody means by a seed's id or by the beginning of a bundle's hash: of the lake, or of a seed that
is built in, imported or made by a family."""

from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from assets.bundles.build import bundle_from_seed
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.near_names import near
from assets.seeds.imports import imported_seeds
from assets.seeds.made import all_families, find_made
from resources.domains.families import made_name
from resources.domains.registry import load_domains
from resources.domains.seed import TaskSeed
from resources.domains.toolkit.seed_folder import BUILTIN
from resources.execution.bundle import EnvironmentBundle, bundle_from_json
from resources.execution.errors import ToolMissing
from resources.storage.lake import Lake

LEAST_HASH = 6
"""Characters of a bundle's hash that are taken for one."""


class BundleNotFound(Exception):
    """None, or several. The message says what to do."""


@dataclass(frozen=True)
class BundleLookup:
    """Reads the lake once, and of the built-in libraries what is asked for."""

    lake: Lake

    @cached_property
    def _in_lake(self) -> list[EnvironmentBundle]:
        return [
            bundle_from_json(row["canonical"])
            for domain in self.lake.partitions(ENVIRONMENT_BUNDLES.name)
            for row in self.lake.read(ENVIRONMENT_BUNDLES.name, domain).select("canonical").to_dicts()
        ]

    @cached_property
    def _imported(self) -> dict[str, TaskSeed]:
        """Those that are not among the bundles yet, too; what cannot be used is left out."""
        imported = [seed for name in load_domains() for seed in imported_seeds(self.lake, name)]
        return {seed.seed_id: seed for seed in imported if not seed.unusable}

    def find(self, name: str) -> EnvironmentBundle:
        """A built-in or made task as it is now, whatever an older version has left in the lake. Raises
        BundleNotFound."""
        builtin = _builtin(name)
        if builtin is not None:
            return bundle_from_seed(builtin)
        made = _made(name)
        if made is not None:
            return bundle_from_seed(made)
        by_hash = len(name) >= LEAST_HASH
        bundles = [
            bundle for bundle in self._in_lake if bundle.seed_id == name or (by_hash and bundle.hash.startswith(name))
        ]
        if len(bundles) > 1:
            raise BundleNotFound(
                f"{name} names {len(bundles)} bundles; give more of the hash: "
                f"{', '.join(bundle.hash[:16] for bundle in bundles)}"
            )
        if bundles:
            return bundles[0]
        if name in self._imported:
            return bundle_from_seed(self._imported[name])
        raise BundleNotFound(
            f"no bundle or seed {name!r}{self._near(name)} `icwm query 'select seed_id from task_seeds'` lists them "
            "once `icwm run` has collected them, and `icwm import` brings the tasks of a public set"
        )

    def _near(self, name: str) -> str:
        known = {*builtin_names(), *self._imported, *(bundle.seed_id for bundle in self._in_lake)}
        return near(name, sorted(known)) or ";"


def builtin_names() -> list[str]:
    """Of all domains' built-in tasks; read off their folders, since the tasks themselves take seconds to read."""
    libraries = (Path(str(files(domain.package))) / "tasks" / BUILTIN for domain in load_domains().values())
    tasks = (task for library in libraries for task in library.glob("tier*_*/*/task.yaml"))
    return [f"{BUILTIN}/{task.parent.name}" for task in tasks]


def _builtin(name: str) -> TaskSeed | None:
    seeds = (domain.builtin_seed(name) for domain in load_domains().values())
    return next((seed for seed in seeds if seed is not None and not seed.unusable), None)


def _made(name: str) -> TaskSeed | None:
    """Asks no domain for its families where the name is none of theirs: their packages may not be installed. Raises
    ToolMissing where those of the family are not."""
    missing: ToolMissing | None = None
    for domain in load_domains().values() if made_name(name) else ():
        try:
            seed = find_made(all_families(domain), name)
        except ToolMissing as error:
            missing = error
            continue
        if seed is not None:
            return seed
    if missing is not None:
        raise missing
    return None
