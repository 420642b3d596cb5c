"""What a home holds, by domain: rows of each stage, what was solved, and what the last audit said. Reads only."""

from dataclasses import dataclass

from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.corpus.schema import REASONING_CORPUS
from assets.seeds.schema import IMPORTED_SEEDS, TASK_SEEDS
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES
from assets.trust.audit_tables import AUDIT_REPORTS
from assets.trust.gate import gate_state
from assets.world_model.checkpoints import NoCheckpoint, champion_id
from resources.storage.lake import Lake


@dataclass(frozen=True)
class AuditFigures:
    accuracy: float
    agreement: float


@dataclass(frozen=True)
class Holding:
    """One domain. `imported` seeds are among `seeds` once a run has collected them, and `waiting` are those that none
    has. None where a table was never written; `accuracy` is the last audit's, of any checkpoint."""

    domain: str
    imported: int | None
    seeds: int | None
    bundles: int | None
    certified: int | None
    real: int | None
    solved: float | None
    amplified: int | None
    corpus: int | None
    accuracy: float | None
    agreement: float | None
    gate: str
    waiting: int


def holdings(lake: Lake, domains: list[str]) -> list[Holding]:
    champion = answering_checkpoint(lake)
    return [_holding(lake, domain, champion) for domain in domains]


def answering_checkpoint(lake: Lake) -> str:
    """The champion's id; "" before the first decision."""
    try:
        return champion_id(lake)
    except NoCheckpoint:
        return ""


def _holding(lake: Lake, domain: str, champion: str) -> Holding:
    certified = _booleans(lake, ENVIRONMENT_BUNDLES.name, domain, "certified")
    passed = _booleans(lake, REAL_TRAJECTORIES.name, domain, "passed")
    audit = _last_audit(lake, domain)
    return Holding(
        domain=domain,
        imported=_rows(lake, IMPORTED_SEEDS.name, domain),
        seeds=_rows(lake, TASK_SEEDS.name, domain),
        bundles=None if certified is None else len(certified),
        certified=None if certified is None else sum(certified),
        real=None if passed is None else len(passed),
        solved=sum(passed) / len(passed) if passed else None,
        amplified=_rows(lake, AMPLIFIED_TRAJECTORIES.name, domain),
        corpus=_rows(lake, REASONING_CORPUS.name, domain),
        accuracy=audit.accuracy if audit else None,
        agreement=audit.agreement if audit else None,
        gate=gate_state(lake, domain, champion).gate.value if champion and passed else "",
        waiting=len(_revisions(lake, IMPORTED_SEEDS.name, domain) - _revisions(lake, TASK_SEEDS.name, domain)),
    )


def _revisions(lake: Lake, table: str, domain: str) -> set[tuple[str, str]]:
    """Seeds' ids, each with the commit that it comes from."""
    if lake.manifest(table, domain) is None:
        return set()
    return set(lake.scan(table, [domain]).select("seed_id", "commit").collect().rows())


def _rows(lake: Lake, table: str, domain: str) -> int | None:
    manifest = lake.manifest(table, domain)
    return None if manifest is None else manifest.rows


def _booleans(lake: Lake, table: str, domain: str, column: str) -> list[bool] | None:
    if lake.manifest(table, domain) is None:
        return None
    values: list[bool] = lake.scan(table, [domain]).select(column).collect()[column].to_list()
    return values


def _last_audit(lake: Lake, domain: str) -> AuditFigures | None:
    if not _rows(lake, AUDIT_REPORTS.name, domain):
        return None
    columns = ["created_at", "outcome_accuracy", "trajectory_agreement"]
    newest = lake.scan(AUDIT_REPORTS.name, [domain]).select(columns).collect().sort("created_at").row(-1)
    return AuditFigures(newest[1], newest[2])
