"""The audits of a domain so far: read, and one more appended.

What follows from them: `gate` (may it be amplified) and, in `assets.audits`, `response` (what is asked for next).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from assets.trust.audit_tables import AUDIT_REPORTS
from resources.storage.commits import Commit
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema


def audits(store: Lake, domain: str) -> list[dict[str, Any]]:
    """The rows of `audit_reports`, oldest first; columns that an earlier version of the table lacks are None."""
    if store.manifest(AUDIT_REPORTS.name, domain) is None:
        return []
    absent = dict.fromkeys(AUDIT_REPORTS.arrow_schema.names)
    rows = [absent | row for row in store.arrow(AUDIT_REPORTS.name, [domain]).to_pylist()]
    return sorted(rows, key=lambda row: (row["created_at"], row["audit_id"]))


def telling_audits(store: Lake, domain: str) -> list[dict[str, Any]]:
    """Those of checkpoints that had amplified something here: an audit of nothing says nothing of a checkpoint."""
    return [row for row in audits(store, domain) if row["amplified"] != 0]


def add_rows(store: Lake, schema: TableSchema, domain: str, rows: Sequence[Mapping[str, Any]]) -> Commit:
    """Append to a table of audits. A partition of an earlier version of it is rewritten as the present one, once; what
    that version lacked is null there."""
    manifest = store.manifest(schema.name, domain)
    if manifest is None or manifest.schema == schema.fingerprint:
        return store.append(schema, domain, schema.from_rows(rows))
    absent = dict.fromkeys(schema.arrow_schema.names)
    return store.rewrite(schema, domain, lambda old: schema.from_rows([*(absent | row for row in old), *rows]))
