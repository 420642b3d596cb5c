"""Which licences may be used: a seed without one, or under one on the deny list, waits until allowed.

The allowances are a small file of the user's (`icwm allow`), one licence or source name a line.
"""

from dataclasses import replace
from pathlib import Path

from resources.domains.seed import TaskSeed

DENIED = ("GPL-", "AGPL-", "LGPL-", "CC-BY-NC", "CC-BY-SA", "CC-BY-ND", "SSPL", "BUSL", "LicenseRef-")
"""Prefixes of SPDX identifiers that restrict what may be done with a corpus: copyleft, non-commercial,
no derivatives, source-available."""


def licence_problem(seed: TaskSeed, allowed: frozenset[str]) -> str:
    """Why this seed's licence keeps it from being used, "" where nothing does."""
    licence, source = seed.origin.licence, seed.origin.source
    if licence in allowed or source in allowed:
        return ""
    if not licence:
        return f"no licence is known for source {source}; `icwm allow {source}` uses it all the same"
    if licence.startswith(DENIED):
        return f"licence {licence} is on the deny list; `icwm allow {licence}` uses it all the same"
    return ""


def apply_policy(seed: TaskSeed, allowed: frozenset[str]) -> TaskSeed:
    """The seed with the licence's problem noted, unless the importer already noted another one."""
    problem = licence_problem(seed, allowed)
    return replace(seed, unusable=problem) if problem and not seed.unusable else seed


def read_allowances(path: Path) -> frozenset[str]:
    if not path.exists():
        return frozenset()
    return frozenset(line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip())


def add_allowance(path: Path, name: str) -> None:
    names = sorted(read_allowances(path) | {name})
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{entry}\n" for entry in names), encoding="utf-8")
