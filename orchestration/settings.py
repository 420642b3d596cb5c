"""Where this project's runs keep their things, from the environment: read when asked, never at import.

`ICWM_HOME` (default `var/` in the repository; for an installed package `icwm/` in the user's data folder),
`ICWM_LAKE` (default inside it; a URL such as s3://bucket/lake), `ICWM_PROFILE` (default quick), `ICWM_PROFILES` (a
folder with profiles of one's own), `ICWM_WORKERS` (default one for each core), `ICWM_GENERATORS` (a YAML file; default
fault injection alone), `ICWM_LAKE_KEEP_HOURS` (default 168: how long `icwm compact` keeps what a commit replaced),
`ICWM_RUNS_KEEP_DAYS` (default 90: how long the job `run_retention` keeps ended runs), `ICWM_SHARDS_ON` (default
processes: where shards run, where a profile asks for some; or kubernetes).
"""

import os
from dataclasses import dataclass
from pathlib import Path

from assets.home import Home

PROJECT = Path(__file__).resolve().parent.parent
"""The repository, or the folder of the installed package: what a home needs lies at the same places in both."""
IS_REPOSITORY = __package__ == "orchestration"
SQL = PROJECT / "dbt_like_sql"
PROCESSES, KUBERNETES = "processes", "kubernetes"
DEFAULT_PROFILE = "quick"
_KEEP_HOURS = 168
_KEEP_RUN_DAYS = 90


class SettingsRefused(Exception):
    """An environment variable that cannot be used. The message names it, and what it should be."""


@dataclass(frozen=True)
class Settings:
    home: Home
    lake: str
    profile: str
    profiles: Path
    workers: int
    generators: str = ""
    keep_hours: int = _KEEP_HOURS
    keep_run_days: int = _KEEP_RUN_DAYS
    shards_on: str = PROCESSES


def read_settings() -> Settings:
    """Raises SettingsRefused where a value means nothing, and for a lake where nothing can be kept; HomeUnusable where
    the home is a file, or no folder that this user can read: here, so that every command says the same of it."""
    home = Home(Path(os.environ.get("ICWM_HOME") or _usual_home()).resolve())
    home.require_readable()
    generators = os.environ.get("ICWM_GENERATORS")
    workers = os.environ.get("ICWM_WORKERS", "0")
    if not workers.isdigit():
        raise SettingsRefused(f"ICWM_WORKERS is {workers!r}; it is a number of processes, 0 for one a core")
    return Settings(
        home=home,
        lake=_lake() or str(home.lake),
        profile=os.environ.get("ICWM_PROFILE") or DEFAULT_PROFILE,
        profiles=Path(os.environ.get("ICWM_PROFILES") or PROJECT / "orchestration" / "profiles").resolve(),
        workers=int(workers),
        generators=str(Path(generators).resolve()) if generators else "",
        keep_hours=_at_least_one("ICWM_LAKE_KEEP_HOURS", "hours", _KEEP_HOURS),
        keep_run_days=_at_least_one("ICWM_RUNS_KEEP_DAYS", "days", _KEEP_RUN_DAYS),
        shards_on=_shards_on(),
    )


def _at_least_one(variable: str, unit: str, default: int) -> int:
    text = os.environ.get(variable) or str(default)
    if not text.isdigit() or int(text) < 1:
        raise SettingsRefused(f"{variable} is {text!r}; it is a number of {unit}, at least 1")
    return int(text)


def _shards_on() -> str:
    where = os.environ.get("ICWM_SHARDS_ON") or PROCESSES
    if where not in (PROCESSES, KUBERNETES):
        raise SettingsRefused(f"ICWM_SHARDS_ON is {where!r}; it is {PROCESSES} or {KUBERNETES}")
    return where


def _lake() -> str:
    lake = os.environ.get("ICWM_LAKE", "")
    scheme, is_url, _ = lake.partition("://")
    if is_url:
        import fsspec

        try:
            fsspec.get_filesystem_class(scheme)
        except (ImportError, ValueError) as error:
            raise SettingsRefused(
                f"ICWM_LAKE is {lake!r}, and nothing here reads {scheme} ({error}); s3 needs `pip install 'icwm[s3]'`"
            ) from error
    return lake


def _usual_home() -> Path:
    """The same for all commands of a user, wherever they are typed; never inside an installed package."""
    if IS_REPOSITORY:
        return PROJECT / "var"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "icwm"
