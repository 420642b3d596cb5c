"""Which licences may be used: those on the allow list, by SPDX expression. Everything else waits until allowed.

The allowances are a small file of the user's (`icwm allow`), one a line: a licence by its SPDX expression, or one
revision of a source whose licence is not known, as `source@revision`. A later set of that source asks again.
"""

import fcntl
import shlex
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from assets.home import HomeDamaged
from resources.domains.seed import TaskSeed

PERMISSIVE = frozenset(
    "0BSD Apache-2.0 Artistic-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause BSL-1.0 CC-BY-3.0 CC-BY-4.0 CC0-1.0 "
    "CERN-OHL-P-2.0 ECL-2.0 ISC MIT MIT-0 MulanPSL-2.0 NCSA PostgreSQL SHL-0.51 Unlicense UPL-1.0 Zlib".split()
)
"""SPDX identifiers that let a corpus be made, changed and sold with attribution. Copyleft, non-commercial, no
derivatives and source-available are not among them, nor is what nobody has looked at."""


def licence_problem(seed: TaskSeed, allowed: frozenset[str]) -> str:
    """Why this seed's licence keeps it from being used, "" where nothing does."""
    licence, source = seed.origin.licence.strip(), seed.origin.source
    if not licence:
        if revision(seed) in allowed:
            return ""
        return f"no licence is known for source {source}; `icwm allow {source}` uses it all the same"
    if licence in allowed or permitted(licence, PERMISSIVE | allowed):
        return ""
    return f"licence {licence} is not on the allow list; `icwm allow {shlex.quote(licence)}` uses it all the same"


def revision(seed: TaskSeed) -> str:
    """What a user consents to who uses a set without a known licence."""
    return f"{seed.origin.source}@{seed.origin.commit}"


def waiting(seeds: Iterable[TaskSeed], source: str) -> list[str]:
    """The revisions of a source, in order, that have seeds without a known licence."""
    return sorted({revision(seed) for seed in seeds if seed.origin.source == source and not seed.origin.licence})


def is_expression(text: str) -> bool:
    """Whether it is an SPDX expression of licences that SPDX lists, or of `LicenseRef-…`."""
    from license_expression import ExpressionError

    try:
        return _spdx().parse(text, validate=True, strict=True) is not None
    except (ExpressionError, ValueError):
        return False


def known_identifiers() -> list[str]:
    return sorted(_spdx().known_symbols)


def permitted(expression: str, identifiers: frozenset[str]) -> bool:
    """Whether an SPDX expression can be met by these licences: one side of an OR, all sides of an AND.

    A licence with an exception counts only under its whole name ("GPL-2.0-only WITH Classpath-exception-2.0"). What
    is no SPDX expression is not met.
    """
    from license_expression import ExpressionError

    try:
        parsed = _spdx().parse(expression, validate=True, strict=True)
    except (ExpressionError, ValueError):
        return False
    return parsed is not None and _met(parsed, identifiers)


def _met(expression: Any, identifiers: frozenset[str]) -> bool:
    operator = type(expression).__name__
    if operator == "AND":
        return all(_met(part, identifiers) for part in expression.args)
    if operator == "OR":
        return any(_met(part, identifiers) for part in expression.args)
    return str(expression) in identifiers


@cache
def _spdx() -> Any:
    from license_expression import get_spdx_licensing

    return get_spdx_licensing()


def apply_policy(seed: TaskSeed, allowed: frozenset[str]) -> TaskSeed:
    """The seed with the licence's problem noted, unless the importer already noted another one."""
    problem = licence_problem(seed, allowed)
    return replace(seed, unusable=problem) if problem and not seed.unusable else seed


def read_allowances(path: Path) -> frozenset[str]:
    """Raises HomeDamaged for a file that is no text."""
    if not path.exists():
        return frozenset()
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise HomeDamaged(f"{path} is no list of licences ({error}); remove it, and allow them again") from error
    return frozenset(line.strip() for line in lines if line.strip())


def add_allowances(path: Path, names: Iterable[str]) -> None:
    """Several at a time each keep theirs, and a reader sees the old lines or the new ones."""
    _rewrite(path, lambda old: old.union(names))


def withdraw_allowances(path: Path, names: Iterable[str]) -> None:
    _rewrite(path, lambda old: old.difference(names))


def _rewrite(path: Path, changed: Callable[[frozenset[str]], frozenset[str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f".{path.name}.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        temporary = path.with_name(f".{path.name}.new")
        lines = sorted(changed(read_allowances(path)))
        temporary.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        temporary.replace(path)
