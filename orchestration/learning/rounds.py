"""The rounds: the whole graph, again and again in one home, each time with more trajectories.

A round is an ordinary run of the graph. What the audits of one corrected is in the turns that the next trains on.
What the champions know is measured afterwards, by `fixed_set`.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import yaml
from pydantic import TypeAdapter

from assets.home import Home
from assets.profile import Profile, load_profile
from assets.trust.audit_tables import AUDIT_REPORTS, CORRECTION_LOG
from assets.world_model.checkpoints import champion_id, decisions, trained_checkpoints
from assets.world_model.schema import ICWM_CHECKPOINT
from orchestration.definitions import build_defs
from orchestration.instance import open_instance
from orchestration.run_graph import materialise
from orchestration.settings import Settings
from resources.storage.lake import Lake

Say = Callable[[str], None]


class RoundFailed(Exception):
    """A step of a round failed; the message names it. Run the same command again to go on from there."""


ROUNDS_FILE = "rounds.json"


@dataclass(frozen=True)
class AuditFigures:
    """Of one audit of one domain: shares with their 95 % intervals, as in `audit_reports`."""

    outcome_accuracy: float
    outcome_low: float
    outcome_high: float
    trajectory_agreement: float
    turns: int
    passed_gate: bool
    corrections: int


@dataclass(frozen=True)
class Round:
    """`turns` are those that the round's checkpoint was trained on, `corrections` those of them that audits gave.

    `wrong_predictions` counts all that audits have found so far; `audits` is by domain, of the round's champion.
    """

    number: int
    trained: str
    decision: str
    champion: str
    turns: int
    corrections: int
    wrong_predictions: int
    audits: dict[str, AuditFigures]


def run_rounds(
    settings: Settings, home: Path, count: int, domains: Sequence[str], unknown: Sequence[str], say: Say
) -> list[Round]:
    """Finished rounds are read and not run again. Raises RoundFailed."""
    base = load_profile(settings.profiles, settings.profile)
    rounds = finished_rounds(home)[:count]
    for number in range(len(rounds) + 1, count + 1):
        own = settings_of_round(settings, home, base, number, unknown)
        say(f"round {number} of {count}: {base.trajectories_per_bundle * number} trajectories a bundle")
        _materialise(own, domains, say)
        rounds.append(read_round(Lake(own.lake), number, domains))
        (home / ROUNDS_FILE).write_text(json.dumps([asdict(one) for one in rounds], indent=1), encoding="utf-8")
    return rounds


def finished_rounds(home: Path) -> list[Round]:
    file = home / ROUNDS_FILE
    return TypeAdapter(list[Round]).validate_json(file.read_bytes()) if file.is_file() else []


def settings_of_round(
    settings: Settings, home: Path, base: Profile, number: int, unknown: Sequence[str] = ()
) -> Settings:
    """A home of the experiment's own, so that nobody's champion changes, and a profile that grows with the rounds.

    The first round learns nothing of the fault kinds that are `unknown`; its amplification makes them all the same.
    """
    own = Home(home)
    profiles = home / "profiles"
    profiles.mkdir(parents=True, exist_ok=True)
    grown = replace(
        base,
        trajectories_per_bundle=base.trajectories_per_bundle * number,
        shipped_champion=False,
        held_out_fault_kinds=(*base.held_out_fault_kinds, *(unknown if number == 1 else ())),
    )
    values = TypeAdapter(Profile).dump_python(grown, mode="json", exclude={"name"})
    (profiles / f"round-{number}.yaml").write_text(yaml.safe_dump(values, sort_keys=False), encoding="utf-8")
    return replace(settings, home=own, lake=str(own.lake), profile=f"round-{number}", profiles=profiles)


def _materialise(settings: Settings, domains: Sequence[str], say: Say) -> None:
    with open_instance(settings.home) as instance:
        for title, result in materialise(build_defs(settings=settings), instance, domains, {}):
            say(f"  {title}: {'; '.join(result.errors) or 'done'}")
            if result.errors:
                raise RoundFailed(f"{title}: {'; '.join(result.errors)}")


def read_round(lake: Lake, number: int, domains: Sequence[str]) -> Round:
    """What the lake says after a round."""
    champion, decision = champion_id(lake), decisions(lake)[-1]["decision"]
    trained = lake.read(ICWM_CHECKPOINT.name).row(-1, named=True)
    corrections = [
        lake.read(CORRECTION_LOG.name, domain) for domain in domains if lake.manifest(CORRECTION_LOG.name, domain)
    ]
    return Round(
        number,
        trained_checkpoints(lake)[-1],
        decision,
        champion,
        trained["turns"],
        trained["corrections"],
        sum(len(table) for table in corrections),
        {domain: found for domain in domains if (found := _audit_of(lake, domain, champion))},
    )


def _audit_of(lake: Lake, domain: str, champion: str) -> AuditFigures | None:
    if lake.manifest(AUDIT_REPORTS.name, domain) is None:
        return None
    rows = [row for row in lake.arrow(AUDIT_REPORTS.name, [domain]).to_pylist() if row["checkpoint"] == champion]
    if not rows:
        return None
    last: dict[str, Any] = max(rows, key=lambda row: row["created_at"])
    return AuditFigures(**{field.name: last[field.name] for field in fields(AuditFigures)})
