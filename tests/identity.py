"""Whether two states of the code say the same of stored turns. For changes that should alter nothing:

    python -m tests.identity record HOME before.jsonl --stored     before the change
    python -m tests.identity record HOME after.jsonl --execute     after it
    python -m tests.identity compare before.jsonl after.jsonl

`record` asks the code about turns of a home, spread evenly over domains. With `--stored` it adds the label and log that
the home has, with `--execute` those of running each candidate again, without the cache; with neither it runs nothing.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import typer

from assets.bundles.reading import certified_bundles
from assets.home import Home
from assets.trajectories.execution_columns import observation_from_columns
from assets.world_model.examples import EXECUTION_TURNS
from resources.domains.domain import Domain
from resources.domains.registry import load_domains
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentFailure
from resources.execution.observation import Observation, observation_to_json
from resources.execution.sandbox.selection import make_sandbox
from resources.storage.lake import Lake

SHOWN = 20
app = typer.Typer(add_completion=False, help=__doc__)


@dataclass(frozen=True)
class StoredTurn:
    """A row of `execution_turns`, and the bundle that it ran under."""

    row: Mapping[str, Any]
    bundle: EnvironmentBundle

    @property
    def candidate(self) -> Candidate:
        return Candidate(self.row["code"])

    @property
    def observation(self) -> Observation:
        return observation_from_columns(self.row, self.row["toolchain"])

    @property
    def outcome(self) -> dict[str, str]:
        """The label, and a hash of the log, that the home has."""
        return _outcome(self.observation)


@app.command()
def record(
    home: Path,
    file: Path,
    turns: int = 5000,
    execute: bool = False,
    stored: bool = False,
    workers: int = 2,
    domain: list[str] | None = None,
) -> None:
    """Write one line for each turn: what the code says of it. `domain` may be given several times."""
    domains = {name: known for name, known in load_domains().items() if not domain or name in domain}
    lake = Lake(str(Home(home).lake))
    with file.open("w", encoding="utf-8") as lines, ThreadPoolExecutor(workers) as pool:
        for name, asked in domains.items():
            backend = asked.backend(make_sandbox()) if execute else None
            rows = list(_stored(lake, name, -(-turns // len(domains))))
            for turn, said in zip(rows, pool.map(partial(answers, asked, backend), rows), strict=True):
                kept = turn.outcome if stored else {}
                lines.write(json.dumps({"domain": name, "turn_id": turn.row["turn_id"], **said, **kept}) + "\n")
            typer.echo(f"{name}: {len(rows)} turns")


@app.command()
def compare(before: Path, after: Path) -> None:
    """Exit status 1 where an answer differs or a turn is missing."""
    first, second = _by_turn(before), _by_turn(after)
    differing = {turn: _fields(first[turn], second.get(turn, {})) for turn in first}
    differing = {turn: fields for turn, fields in differing.items() if fields}
    typer.echo(f"{len(first) - len(differing)} of {len(first)} turns agree")
    for name, count in Counter(field for fields in differing.values() for field in fields).most_common():
        typer.echo(f"  {name} differs in {count}")
    for turn, fields in list(differing.items())[:SHOWN]:
        typer.echo(f"  {turn}: {', '.join(fields)}")
    raise typer.Exit(1 if differing or len(first) != len(second) else 0)


def answers(domain: Domain, backend: Backend | None, turn: StoredTurn) -> dict[str, str]:
    """What was asked → a short hash of the answer; the label itself, where the candidate is executed."""
    bundle, candidate = turn.bundle, turn.candidate
    said = {
        "bundle": bundle.hash,
        "candidate": candidate.hash,
        "features": _hash(dict(sorted(domain.cheap_checks(bundle, candidate).items()))),
        "diagnostics": _hash([asdict(diagnostic) for diagnostic in domain.diagnostics(turn.observation)]),
        "static_diagnostic": _hash(_plain(domain.static_diagnostic(bundle, candidate))),
        "simulated_failure": _hash(_plain(domain.simulated_failure(bundle, candidate))),
    }
    return said if backend is None else said | _executed(backend, bundle, candidate)


def _executed(backend: Backend, bundle: EnvironmentBundle, candidate: Candidate) -> dict[str, str]:
    """Without the toolchain: that a pipeline's version was raised is no difference of what it says."""
    try:
        return _outcome(backend.execute(bundle, candidate))
    except EnvironmentFailure as failure:
        return {"label": type(failure).__name__, "log": ""}


def _outcome(observation: Observation) -> dict[str, str]:
    return {"label": observation.outcome.value, "log": _hash([observation.stage, observation.text])}


def _plain(observation: Observation | None) -> str:
    return "" if observation is None else observation_to_json(observation)


def _hash(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def _stored(lake: Lake, domain: str, count: int) -> Iterator[StoredTurn]:
    """At most `count`, in an order that hangs on the turns' ids alone."""
    bundles = {bundle.hash: bundle for bundle in certified_bundles(lake, domain)}
    rows = [row for row in lake.arrow(EXECUTION_TURNS, [domain]).to_pylist() if row["bundle_hash"] in bundles]
    rows.sort(key=lambda row: hashlib.sha256(row["turn_id"].encode()).hexdigest())
    for row in rows[:count]:
        yield StoredTurn(row, bundles[row["bundle_hash"]])


def _by_turn(file: Path) -> dict[str, dict[str, str]]:
    lines = (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
    return {f"{line['domain']} {line['turn_id']}": line for line in lines}


def _fields(first: dict[str, str], second: dict[str, str]) -> list[str]:
    return [name for name, value in first.items() if second.get(name) != value]


if __name__ == "__main__":
    app()
